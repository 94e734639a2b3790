"""The order of the handlers in a chain.

A plan lists the handlers of an event type, given the archetypes of the world and of the entities in
the event's roles. The order is total:

1. priority, low first;
2. world rules, then roles in the order the event declares them;
3. an entity's own components before what it owns;
4. the order of component classes given to ``World(components=[…])``;
5. the order of definition in the class;
6. for two owned things of the same class, the order in which they were given.

A Broadcast has a step for each handler of any class of the world: its plan depends only on the
world's archetype. A step calls all entities that have the component, in order of their ids.

Import order, hashes, ``id()`` and the garbage collector do not affect the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from operator import itemgetter
from typing import Final, NamedTuple

import attrs

from eventcore.attrs_wrappers import lacks_decorator
from eventcore.component import Component, is_component
from eventcore.entity import Archetype, Shape
from eventcore.errors import RegistrationError
from eventcore.event import Action, Change, Event, Query, is_broadcast, is_class_of
from eventcore.handler import Handler
from eventcore.phase import APPLY, COMMIT, REACT
from eventcore.schema.checks import check_late
from eventcore.schema.encoding import encode

# Roles of steps, besides the event's own:
WORLD: Final = "world"  # the world's rules, which come before all roles
EVERYONE: Final = "everyone"  # all recipients of a broadcast, in order of their ids
SHUFFLED: Final = "everyone, shuffled"  # in random order, drawn when the step begins


def rank_components(components: Sequence[type[Component]]) -> dict[type[Component], int]:
    """Return the place of each component class in the world's order, checking the classes."""
    if not isinstance(components, Iterable):
        raise RegistrationError(f"components={components!r}: give a list of component classes")
    try:
        return dict(_ranks(tuple(components)))
    except TypeError:  # an object without a hash is not a class
        return _ranks.__wrapped__(components)


@lru_cache(maxsize=64)
def _ranks(components: Iterable[type[Component]]) -> dict[type[Component], int]:
    rank: dict[type[Component], int] = {}
    by_name: dict[str, type[Component]] = {}
    for cls in components:
        if not is_class_of(cls, Component):
            raise RegistrationError(f"components=[…]: {cls!r} is not a Component class")
        if not is_component(cls):
            raise RegistrationError(lacks_decorator(cls, "component"))
        if cls in rank:
            raise RegistrationError(
                f"components=[…] names {cls.__name__} twice: its place decides the order, "
                "so it can have only one"
            )
        check_late(cls)
        other = by_name.setdefault(cls.__name__, cls)
        if other is not cls:
            raise RegistrationError(
                f"components=[…] has two classes called {cls.__name__}, of {other.__module__} and "
                f"of {cls.__module__}: a save finds a class by its name, so rename one of them"
            )
        rank[cls] = len(rank)
    return rank


class Step(NamedTuple):
    """One call in a chain: for a role of the event, the world's rules or all recipients."""

    handler: Handler
    role: str
    slot: int  # the place of the component in the entity's parts; -1 in a broadcast or overview

    @property
    def broadcast(self) -> bool:
        return self.role in (EVERYONE, SHUFFLED)


@attrs.frozen(cache_hash=True)
class Plan:
    """The ordered chain of an event type for given archetypes."""

    kind: type[Event]
    steps: tuple[Step, ...]
    gone: bool = False  # the actor or target has left the world: the event fails at once

    # Cached, since each preview asks for them.

    @cached_property
    def above(self) -> tuple[Step, ...]:
        return tuple([s for s in self.steps if s.handler.priority < COMMIT])

    @cached_property
    def below(self) -> tuple[Step, ...]:
        return tuple([s for s in self.steps if s.handler.priority >= COMMIT])

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles of all steps that are not broadcasts."""
        return tuple(dict.fromkeys([s.role for s in self.steps if not s.broadcast]))

    @cached_property
    def broadcasts(self) -> tuple[Step, ...]:
        return tuple([s for s in self.steps if s.broadcast])

    @cached_property
    def idle(self) -> bool:
        """Whether the event needs a handler that resolves or applies it, and has none."""
        needs = issubclass(self.kind, Action | Change)
        return needs and not any(step.handler.effective for step in self.steps)


def make_plan(
    kind: type[Event], world: Archetype, roles: Sequence[Archetype | None], ranking: Ranking
) -> Plan:
    """Order the handlers of an event type for the archetypes of its roles."""
    shapes = tuple([None if archetype is None else archetype.shape for archetype in roles])
    return _plan_of(kind, world.shape, shapes, ranking)  # type: ignore[arg-type]  # a class has a hash


class Ranking:
    """The place of each component class, shared by all worlds with the same order of classes."""

    # Compared by identity: hashing hundreds of classes takes as long as ordering a chain.
    __slots__ = ("rank",)

    def __init__(self, rank: Mapping[type[Component], int]) -> None:
        self.rank: Final = rank


@lru_cache(maxsize=64)
def ranking_of(classes: tuple[type[Component], ...]) -> Ranking:
    return Ranking({cls: place for place, cls in enumerate(classes)})


@lru_cache(maxsize=1 << 13)  # shared by all worlds with these components
def _plan_of(
    kind: type[Event], world: Shape, roles: tuple[Shape | None, ...], ranking: Ranking
) -> Plan:
    rank = ranking.rank
    rules = _rules(kind, world.own)  # type: ignore[arg-type]  # a class has a hash
    keyed = [(_key(step, 0, False, rank), step) for step in rules]
    for place, (role, shape) in enumerate(zip(kind._roles_, roles, strict=True), 1):
        if shape is not None:
            for owned, step in _steps(kind, role, shape):
                keyed.append((_key(step, place, owned, rank), step))
    return _sorted_plan(kind, keyed, _is_gone(kind, roles))


def make_broadcast_plan(
    kind: type[Event], world: Archetype, rank: Mapping[type[Component], int]
) -> Plan:
    """Order the handlers of a Broadcast in all component classes."""
    rules = _rules(kind, world.own)  # type: ignore[arg-type]  # a class has a hash
    keyed = [(_key(step, 0, False, rank), step) for step in rules]
    for cls in rank:
        for handler in _handlers(kind, cls):
            if handler.via != "world":
                step = Step(handler, _everyone(kind, handler), -1)
                keyed.append((_key(step, 1, handler.via == "owner", rank), step))
    return _sorted_plan(kind, keyed)


def _everyone(kind: type[Event], handler: Handler) -> str:
    # Nothing is drawn before APPLY, not even an order.
    return SHUFFLED if kind._shuffled_ and handler.priority >= APPLY else EVERYONE


def _sorted_plan(
    kind: type[Event], keyed: list[tuple[tuple[int, ...], Step]], gone: bool = False
) -> Plan:
    keyed.sort(key=itemgetter(0))
    return Plan(kind, tuple([step for _, step in keyed]), gone)


def _key(
    step: Step, place: int, owned: bool, rank: Mapping[type[Component], int]
) -> tuple[int, ...]:
    handler = step.handler
    return (handler.priority, place, owned, rank[handler.component], handler.index, step.slot)


def _handlers(kind: type[Event], cls: type[Component]) -> tuple[Handler, ...]:
    heard = cls._heard_.get(kind)
    if heard is None:
        # Handlers of all events receive a Query too, but only above the commit line.
        end = COMMIT if issubclass(kind, Query) else REACT + 1
        heard = tuple(h for h in cls._handlers_ if issubclass(kind, h.kind) and h.priority < end)
        cls._heard_[kind] = heard
    return heard


@lru_cache(maxsize=1 << 10)  # asked again for each new archetype
def _rules(kind: type[Event], classes: tuple[type[Component], ...]) -> Sequence[Step]:
    return [
        Step(handler, WORLD, slot)
        for slot, cls in enumerate(classes)
        for handler in _handlers(kind, cls)
        if handler.via == "world"
    ]


def _steps(kind: type[Event], role: str, shape: Shape) -> Iterator[tuple[bool, Step]]:
    if shape.gone:
        return
    for slot, cls in enumerate(shape.own + shape.owned):
        owned = slot >= len(shape.own)
        via = "owner" if owned else "self"
        for handler in cls._heard_.get(kind) or _handlers(kind, cls):
            if handler.via == via and handler.role == role:
                yield owned, Step(handler, role, slot)


def _is_gone(kind: type[Event], roles: Sequence[Shape | None]) -> bool:
    if issubclass(kind, Change):
        target = next((shape for shape in roles[1:2] if shape is not None), roles[0])
    elif issubclass(kind, Action | Query):
        target = roles[0]
    else:
        target = None
    return target is not None and target.gone


def plan_of_classes(kind: type[Event], classes: Iterable[type[Component]]) -> Plan:
    """Order all handlers of an event type in some classes, as an overview for people."""
    order = list(classes)
    rank = {cls: place for place, cls in enumerate(order)}
    everyone = is_broadcast(kind)
    roles = {role: place for place, role in enumerate((WORLD, *kind._roles_))}
    keyed = []
    for cls in order:
        for handler in _handlers(kind, cls):
            role = WORLD if handler.via == "world" else handler.role
            key = _key(Step(handler, role, -1), roles[role], handler.via == "owner", rank)
            if everyone and role != WORLD:
                role = _everyone(kind, handler)
            keyed.append((key, Step(handler, role, -1)))
    return _sorted_plan(kind, keyed)


def handlers_fingerprint(components: Sequence[type[Component]]) -> str:
    """Return a hash of the order of all chains, as 16 hexadecimal digits.

    Two worlds with the same fingerprint run the same handlers in the same order; it does not
    depend on the bodies of the handlers.
    """
    return _fingerprint(tuple(components))


@lru_cache(maxsize=8)  # each journal asks for it
def _fingerprint(components: tuple[type[Component], ...]) -> str:
    rows = [
        [
            cls.__name__,
            [
                [h.name, _name_of(h.kind), int(h.priority), h.role, h.via, h.always]
                for h in cls._handlers_
            ],
        ]
        for cls in components
    ]
    return blake2b(encode(rows), digest_size=8).hexdigest()


def _name_of(kind: type[Event]) -> str:
    return f"{kind.__name__} shuffled by {kind._shuffled_}" if kind._shuffled_ else kind.__name__
