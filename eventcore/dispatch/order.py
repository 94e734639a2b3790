"""Decide which handlers run for an event, and in which order.

A plan lists the handlers that run for an event. Plans depend on the type of the event, and on the
archetypes of the root and of the entities in the event's roles. Handlers are sorted by these keys:

1. priority, lowest first;
2. world rules, then roles in the order in which the event declares them;
3. the entity's own components, then the components of the things it owns;
4. the order of the component classes in ``World(components=[…])``;
5. the order in which a class defines its handlers;
6. for two things with the same component class, the order in which their owner got them.

The plan of a broadcast contains the handlers of all component classes, so it depends only on
the root's archetype. Each handler runs for all entities with its component, in order of their ids,
before the next handler begins.

The order of handlers never depends on the order of imports, on hashes or on ``id()``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

import attrs

from eventcore.attrs_wrappers import lacks_decorator
from eventcore.component import Component
from eventcore.entity import Archetype, Shape
from eventcore.errors import RegistrationError
from eventcore.event import Action, Change, Event, Query, is_class_of
from eventcore.handler import Handler
from eventcore.phase import COMMIT, REACT, Phase, standard_phase
from eventcore.schema.values import check_fields
from eventcore.text import place_of

# The special values of Step.role. All other values are names of roles.
WORLD: Final = "world"  # the root entity; at equal priority, its world rules run first
EVERYONE: Final = "everyone"  # all recipients of a broadcast, in order of entity ids


class Ranking(dict[type[Component], int]):
    """The position of each component class in a world's list of component classes."""

    # Hash rankings by identity, because hashing all classes is as slow as sorting handlers.
    __hash__ = object.__hash__  # type: ignore[assignment]  # dict.__hash__ is None


def rank_components(components: Sequence[type[Component]]) -> Ranking:
    """Return the position of each component class. Worlds with equal lists share the result.

    Raises:
        RegistrationError: An item is not a component class, or two classes have the same name.
    """
    if not isinstance(components, Iterable):
        raise RegistrationError(f"components={components!r}: pass a list of component classes")
    for cls in (classes := tuple(components)):
        if not is_class_of(cls, Component):  # it may be a list, which has no hash
            raise RegistrationError(f"components=[…]: {cls!r} is not a Component class")
    return _rank(classes)


@lru_cache(maxsize=64)
def _rank(components: tuple[type[Component], ...]) -> Ranking:
    ranking = Ranking()
    by_name: dict[str, type[Component]] = {}
    for cls in components:
        if cls._declared_ is not cls:
            raise RegistrationError(lacks_decorator(cls, "component"))
        if cls in ranking:
            raise RegistrationError(
                f"components=[…] contains {cls.__name__} twice: the order of the list decides the "
                "order of handlers; remove one of them"
            )
        check_fields(cls, final=True)
        other = by_name.setdefault(cls.__name__, cls)
        if other is not cls:
            raise RegistrationError(
                f"components=[…] has two classes called {cls.__name__}, in {other.__module__} and "
                f"in {cls.__module__}: saves identify classes by name, so rename one of them"
            )
        ranking[cls] = len(ranking)
    return ranking


class Step(NamedTuple):
    """A handler in a plan, and the role of the entity for which the handler runs."""

    handler: Handler
    role: str  # the name of a role, or WORLD or EVERYONE
    slot: int  # the component's index in the entity's parts; -1 in plans for several entities


@attrs.frozen(cache_hash=True, repr=False)
class Plan:
    """The handlers of a chain as a list of steps, in the order in which they run."""

    kind: type[Event]
    steps: tuple[Step, ...]
    gone: bool = False  # whether the event fails because its enactor or target has left the world

    @cached_property  # every preview reads these three properties
    def above(self) -> tuple[Step, ...]:
        return tuple([s for s in self.steps if s.handler.priority < COMMIT])

    @cached_property
    def below(self) -> tuple[Step, ...]:
        return tuple([s for s in self.steps if s.handler.priority >= COMMIT])

    @cached_property
    def idle(self) -> bool:
        """Whether the event needs a handler at RESOLVE or APPLY, but has none."""
        needs = issubclass(self.kind, Action | Change)
        return needs and not any(step.handler.effective for step in self.steps)

    def __repr__(self) -> str:
        """Return the chain as a text table, with an extra row for the commit line."""
        rows = [("Priority", "Phase", "Role", "Component", "Method", "File")]
        rows += [_table_row(step, self.kind) for step in self.steps]
        rows.insert(len(self.above) + 1, ("", "commit line", "", "", "", ""))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join([self.kind.__name__, *lines])


def _table_row(step: Step, kind: type[Event]) -> tuple[str, str, str, str, str, str]:
    handler, priority = step.handler, step.handler.priority
    code = handler.function.__code__
    phase = priority if isinstance(priority, Phase) else standard_phase(priority)
    role = step.role + (" (owner)" if handler.via == "owner" else "")
    remarks = [f"handles {handler.kind.__name__}"] if handler.kind is not kind else []
    remarks += ["always"] * handler.always
    remark = f"  [{', '.join(remarks)}]" if remarks else ""
    return (
        str(int(priority)),
        phase.name,
        "anyone" if handler.via == "world" else role,
        handler.component.__name__,
        handler.name + remark,
        place_of(code.co_filename, code.co_firstlineno, handler.component.__module__),
    )


def make_plan(
    kind: type[Event], world: Archetype, roles: Sequence[Archetype | None], ranking: Ranking
) -> Plan:
    """Return the plan for an event type and the archetypes of the entities in its roles."""
    if kind._everyone_:
        steps = [step for step in _steps_of_classes(kind, ranking) if step.role != WORLD]
        return _ordered(kind, [*_world_rules(kind, world.own), *steps], ranking)  # type: ignore[arg-type]  # classes are hashable
    shapes = tuple([None if archetype is None else archetype.shape for archetype in roles])
    return _plan_of(kind, world.shape, shapes, ranking)  # type: ignore[arg-type]


def plan_of_classes(kind: type[Event], classes: Iterable[type[Component]]) -> Plan:
    """Return a plan with all handlers that the given component classes have for an event type."""
    rank = {cls: place for place, cls in enumerate(classes)}
    return _ordered(kind, _steps_of_classes(kind, rank), rank)


@lru_cache(maxsize=1 << 13)  # worlds with the same components share plans
def _plan_of(
    kind: type[Event], world: Shape, roles: tuple[Shape | None, ...], ranking: Ranking
) -> Plan:
    steps = [*_world_rules(kind, world.own)]  # type: ignore[arg-type]  # classes are hashable
    for role, shape in zip(kind._roles_, roles, strict=True):
        if shape is not None and not shape.gone:
            steps += _steps_of_role(kind, role, shape)
    return _ordered(kind, steps, ranking, gone=_is_gone(kind, roles))


def _ordered(
    kind: type[Event],
    steps: Iterable[Step],
    rank: Mapping[type[Component], int],
    *,
    gone: bool = False,
) -> Plan:
    places = {EVERYONE: 1, WORLD: 0}
    places.update((role, place) for place, role in enumerate(kind._roles_, 1))

    def key(step: Step) -> tuple[int, ...]:
        handler, place = step.handler, places[step.role]
        owned = handler.via == "owner"
        return (handler.priority, place, owned, rank[handler.component], handler.index, step.slot)

    return Plan(kind, tuple(sorted(steps, key=key)), gone)


@lru_cache(maxsize=1 << 10)  # many plans contain the same world rules
def _world_rules(kind: type[Event], classes: tuple[type[Component], ...]) -> Sequence[Step]:
    return [
        Step(handler, WORLD, slot)
        for slot, cls in enumerate(classes)
        for handler in _handlers(kind, cls)
        if handler.via == "world"
    ]


def _steps_of_role(kind: type[Event], role: str, shape: Shape) -> Iterator[Step]:
    for slot, cls in enumerate(shape.own + shape.owned):
        via = "self" if slot < len(shape.own) else "owner"
        for handler in _handlers(kind, cls):
            if handler.via == via and handler.role == role:
                yield Step(handler, role, slot)


def _steps_of_classes(kind: type[Event], classes: Iterable[type[Component]]) -> Iterator[Step]:
    for cls in classes:
        for handler in _handlers(kind, cls):
            role = EVERYONE if kind._everyone_ else handler.role
            yield Step(handler, WORLD if handler.via == "world" else role, -1)


def _handlers(kind: type[Event], cls: type[Component]) -> tuple[Handler, ...]:
    found = cls._heard_.get(kind)
    if found is None:
        # Handlers for the base class Event also handle queries, but only above the commit line.
        end = COMMIT if issubclass(kind, Query) else REACT + 1
        found = tuple(h for h in cls._handlers_ if issubclass(kind, h.kind) and h.priority < end)
        cls._heard_[kind] = found
    return found


def _is_gone(kind: type[Event], roles: Sequence[Shape | None]) -> bool:
    if kind._all_needed_:
        return any(shape is not None and shape.gone for shape in roles)
    needed = roles[0] if issubclass(kind, Action | Change | Query) else None
    if issubclass(kind, Change) and len(roles) > 1 and roles[1] is not None:
        needed = roles[1]
    return needed is not None and needed.gone
