"""The order of a chain, and nothing but the order.

A plan lists the handlers an event of one type meets, given the archetypes of
the world and of the entities in its roles. The order is total:

1. priority, low first;
2. world rules, then roles in the order the event declares them;
3. an entity's own components before what it owns;
4. the order of component classes given to ``World(components=[…])``;
5. the order of definition in the class;
6. for two owned things of the same make, which was given first.

A Broadcast, which everyone hears, has a step for each handler of any class of the world: its
plan hangs on no archetype but the world's. A step goes through all who have the component, in
order of their ids.

Import order, hashes, ``id()`` and the garbage collector have no say.
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

WORLD: Final = "world"
"""The name, in a step, of the world's rules; it stands before all roles."""
EVERYONE: Final = "everyone"
"""The name, in a step of a broadcast, of all who have the component, in order of their ids."""
SHUFFLED: Final = "everyone, shuffled"
"""The same in an order of chance, which is drawn when the step comes."""


def rank_components(components: Sequence[type[Component]]) -> dict[type[Component], int]:
    """Give each component class its place in the world's order.

    Raises:
        RegistrationError: A class is not a component, lacks its decorator, is listed twice, has
            the name of another, or a field that no save could hold.
    """
    if not isinstance(components, Iterable):
        raise RegistrationError(f"components={components!r}: give a list of component classes")
    try:
        return dict(_ranks(tuple(components)))
    except TypeError:  # something has no hash, so it is no class either
        return _ranks.__wrapped__(components)


@lru_cache(maxsize=64)
def _ranks(components: Iterable[type[Component]]) -> dict[type[Component], int]:
    rank: dict[type[Component], int] = {}
    by_name: dict[str, type[Component]] = {}
    for cls in components:
        if not is_class_of(cls, Component):
            raise RegistrationError(f"components=[…]: {cls!r} is no Component class")
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
    """One call in a chain.

    Attributes:
        handler: What is called.
        role: Whose part it is: a role of the event, ``"world"``, or everyone's.
        slot: Where that entity's parts hold the component; -1 in an overview, and for everyone.
    """

    handler: Handler
    role: str
    slot: int

    @property
    def broadcast(self) -> bool:
        """Whether it is a call for everyone who has the component."""
        return self.role in (EVERYONE, SHUFFLED)


@attrs.frozen(cache_hash=True)
class Plan:
    """The ordered chain of an event type for given archetypes.

    Attributes:
        kind: The event type.
        steps: The calls, in order.
        gone: True when the one who acts, or the one it happens to, is gone: the
            event fails before any handler runs.
    """

    kind: type[Event]
    steps: tuple[Step, ...]
    gone: bool = False

    # Found out once: a preview, and a chain that is not compiled yet, ask for them each time.

    @cached_property
    def above(self) -> tuple[Step, ...]:
        """The steps above the commit line."""
        return tuple([s for s in self.steps if s.handler.priority < COMMIT])

    @cached_property
    def below(self) -> tuple[Step, ...]:
        """The steps from the commit line on."""
        return tuple([s for s in self.steps if s.handler.priority >= COMMIT])

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """The roles that are heard, but for everyone's."""
        return tuple(dict.fromkeys([s.role for s in self.steps if not s.broadcast]))

    @cached_property
    def broadcasts(self) -> tuple[Step, ...]:
        """The steps that are calls for everyone."""
        return tuple([s for s in self.steps if s.broadcast])

    @cached_property
    def idle(self) -> bool:
        """True when nobody would resolve or apply an event that needs it."""
        needs = issubclass(self.kind, Action | Change)
        return needs and not any(step.handler.effective for step in self.steps)


def make_plan(
    kind: type[Event],
    world: Archetype,
    roles: Sequence[Archetype | None],
    ranking: Ranking,
) -> Plan:
    """Order the handlers of an event type.

    Args:
        kind: The event type.
        world: The archetype of the entity that holds the world's rules.
        roles: An archetype for each role of the event, None where it is empty.
        ranking: The world's order of component classes.
    """
    shapes = tuple([None if one is None else one.shape for one in roles])
    return _plan_of(kind, world.shape, shapes, ranking)  # type: ignore[arg-type]  # a class has a hash


class Ranking:
    """The place of each component class in the order of a world; one for all worlds of that order.

    It is compared by identity, as shapes are: to hash hundreds of classes takes as long as to
    order a chain.
    """

    __slots__ = ("rank",)

    def __init__(self, rank: Mapping[type[Component], int]) -> None:
        self.rank: Final = rank


@lru_cache(maxsize=64)
def ranking_of(classes: tuple[type[Component], ...]) -> Ranking:
    """Give the ranking of classes in this order."""
    return Ranking({cls: place for place, cls in enumerate(classes)})


@lru_cache(maxsize=1 << 13)  # each world of these components asks for the same
def _plan_of(
    kind: type[Event], world: Shape, roles: tuple[Shape | None, ...], ranking: Ranking
) -> Plan:
    rank = ranking.rank
    laws = _rules(kind, world.own)  # type: ignore[arg-type]  # a class has a hash
    found = [(_key(step, 0, 0, rank), step) for step in laws]
    for place, (role, shape) in enumerate(zip(kind._roles_, roles, strict=True), 1):
        if shape is not None:
            for far, step in _hearers(kind, role, shape):
                found.append((_key(step, place, far, rank), step))
    found.sort(key=_first)
    return Plan(kind, tuple([step for _, step in found]), _is_gone(kind, roles))


def make_broadcast_plan(
    kind: type[Event], world: Archetype, rank: Mapping[type[Component], int]
) -> Plan:
    """Order the handlers of a Broadcast, whoever has them.

    Args:
        kind: The event type.
        world: The archetype of the entity that holds the world's rules.
        rank: The place of each component class in the world's order.
    """
    laws = _rules(kind, world.own)  # type: ignore[arg-type]  # a class has a hash
    found = [(_key(step, 0, 0, rank), step) for step in laws]
    for cls in rank:
        for handler in _heard(kind, cls):
            if handler.via != "world":
                step = Step(handler, _everyone(kind, handler), -1)
                found.append((_key(step, 1, handler.via == "owner", rank), step))
    found.sort(key=lambda pair: pair[0])
    return Plan(kind, tuple(step for _, step in found))


def _everyone(kind: type[Event], handler: Handler) -> str:
    """Name whom a step goes through; chance is drawn from APPLY on, and so is the order by it."""
    return SHUFFLED if kind._shuffled_ and handler.priority >= APPLY else EVERYONE


_first: Final = itemgetter(0)


def _key(step: Step, place: int, far: int, rank: Mapping[type[Component], int]) -> tuple[int, ...]:
    handler = step.handler
    return (handler.priority, place, far, rank[handler.component], handler.index, step.slot)


def _heard(kind: type[Event], cls: type[Component]) -> tuple[Handler, ...]:
    """Give what hears an event type; a Query is heard above the commit line only."""
    heard = cls._heard_.get(kind)
    if heard is None:
        end = COMMIT if issubclass(kind, Query) else REACT + 1
        heard = tuple(h for h in cls._handlers_ if issubclass(kind, h.kind) and h.priority < end)
        cls._heard_[kind] = heard
    return heard


@lru_cache(maxsize=1 << 10)  # for each archetype that comes to be the same is asked again
def _rules(kind: type[Event], classes: tuple[type[Component], ...]) -> Sequence[Step]:
    return [
        Step(handler, WORLD, slot)
        for slot, cls in enumerate(classes)
        for handler in _heard(kind, cls)
        if handler.via == "world"
    ]


def _hearers(kind: type[Event], role: str, shape: Shape) -> Iterator[tuple[int, Step]]:
    if shape.gone:
        return
    for slot, cls in enumerate(shape.own):
        heard = cls._heard_.get(kind)
        for handler in _heard(kind, cls) if heard is None else heard:
            if handler.via == "self" and handler.role == role:
                yield 0, Step(handler, role, slot)
    for slot, cls in enumerate(shape.owned, len(shape.own)):
        heard = cls._heard_.get(kind)
        for handler in _heard(kind, cls) if heard is None else heard:
            if handler.via == "owner" and handler.role == role:
                yield 1, Step(handler, role, slot)


def _is_gone(kind: type[Event], roles: Sequence[Shape | None]) -> bool:
    if issubclass(kind, Change):
        patient = next((shape for shape in roles[1:2] if shape is not None), roles[0])
    elif issubclass(kind, Action | Query):
        patient = roles[0]
    else:
        patient = None
    return patient is not None and patient.gone


def plan_of_classes(kind: type[Event], classes: Iterable[type[Component]]) -> Plan:
    """Order every handler that any of the classes has for an event type.

    An overview for people: no entity need have all of these components.
    """
    order = list(classes)
    rank = {cls: place for place, cls in enumerate(order)}
    everyone = is_broadcast(kind)
    roles = {role: place for place, role in enumerate((WORLD, *kind._roles_))}
    found = []
    for cls in order:
        for handler in _heard(kind, cls):
            role = WORLD if handler.via == "world" else handler.role
            key = _key(Step(handler, role, -1), roles[role], handler.via == "owner", rank)
            shown = _everyone(kind, handler) if everyone and role != WORLD else role
            found.append((key, Step(handler, shown, -1)))
    found.sort(key=lambda pair: pair[0])
    return Plan(kind, tuple(step for _, step in found))


def handlers_fingerprint(components: Sequence[type[Component]]) -> str:
    """Hash what decides the order of all chains, as 16 hexadecimal digits.

    Two worlds with the same fingerprint run the same handlers in the same order;
    what the handlers do is not in it.
    """
    return _fingerprint(tuple(components))


@lru_cache(maxsize=8)  # each journal begins with it
def _fingerprint(components: tuple[type[Component], ...]) -> str:
    rows = [
        [
            cls.__name__,
            [
                [h.name, _heard_name(h.kind), int(h.priority), h.role, h.via, h.always]
                for h in cls._handlers_
            ],
        ]
        for cls in components
    ]
    return blake2b(encode(rows), digest_size=8).hexdigest()


def _heard_name(kind: type[Event]) -> str:
    """Name an event type, with the stream that decides the order in which everyone hears it."""
    return f"{kind.__name__} shuffled by {kind._shuffled_}" if kind._shuffled_ else kind.__name__
