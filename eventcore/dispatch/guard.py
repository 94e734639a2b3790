"""Debug mode's guard: component state changes only at APPLY and REACT.

An attached component is given a class of the same layout whose ``__setattr__`` asks the guard
first, so a breach is caught on its very line and normal mode pays nothing. A change inside a list
or dict does not pass ``__setattr__``: it is caught by comparing the containers with copies that are
taken before a handler, an observer or the time between dispatches, which may change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import lru_cache
from itertools import chain
from operator import eq, is_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import attrs

from eventcore.component import Component
from eventcore.entity import Archetype, Entity
from eventcore.errors import StateError
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.schema.checks import check_value
from eventcore.schema.encoding import encode, encode_event
from eventcore.schema.fixed import Fixed
from eventcore.schema.hints import UnsavableValue, assigned_fields

if TYPE_CHECKING:
    from eventcore.world import World

_LASTING: Final = (int, float, bool, str, bytes, type(None))
_NUMBERS: Final = frozenset((int, float, bool))


class Guard:
    """Knows whether component state may change at this moment.

    Attributes:
        open: True while a handler at APPLY or later runs.
        doing: The handler that runs, or a text, for messages.
    """

    __slots__ = ("_containers", "_known", "_looked", "_shuts", "_watched", "doing", "open")

    def __init__(self) -> None:
        self.open: bool
        self.doing: Handler | str
        self._watched: dict[type[Component], type[Component]] = {}
        self._containers = ContainerSnapshot()
        # Whether the snapshot shows the state at the end of the last dispatch.
        self._known = False
        # Counts when state may have changed since, and at which count an entity was looked at.
        self._shuts = 0
        self._looked: dict[Entity, int] = {}
        self.reset()

    def reset(self) -> None:
        """Close the state, as outside any dispatch, even if an interrupt has left it open."""
        self.open, self.doing = False, "outside any dispatch"
        self._shuts += 1

    @contextmanager
    def during(self, doing: Handler | str) -> Iterator[None]:
        """Close the state for a while."""
        before = self.enter(doing, False)
        try:
            yield
        finally:
            self.leave(before)

    def enter(self, doing: Handler | str, open: bool) -> tuple[bool, Handler | str]:
        """Open or close the state, and return the argument for ``leave``."""
        before = self.open, self.doing
        if open is not self.open:
            self._shuts += 1
        self.open, self.doing = open, doing
        return before

    def leave(self, before: tuple[bool, Handler | str]) -> None:
        if before[0] is not self.open:
            self._shuts += 1
        self.open, self.doing = before

    def look_before(self, entities: Iterable[Entity]) -> None:
        """Take a snapshot of entities, unless the last is still valid."""
        shuts, looked = self._shuts, self._looked
        for entity in entities:
            if looked.get(entity) != shuts:
                self._containers.update((entity,))
                looked[entity] = shuts

    def look_after(self, entities: Iterable[Entity], doing: Handler | str) -> None:
        """Raise StateError if entities hold anything else than before."""
        self._refuse(self._containers.update(entities), doing)

    def look_no_more(self) -> None:
        """Forget the snapshots of ``look_before``: nested events may have changed the state."""
        self._shuts += 1

    @contextmanager
    def over_observers(self, world: World, heard: Sequence[Event]) -> Iterator[None]:
        """Raise StateError if observers change state or events."""
        packets = [*map(encode_event, heard)]
        self._containers.update(world)
        with self.during("by an observer"):
            yield
        self._refuse(self._containers.update(world), "by an observer")
        if [*map(encode_event, heard)] != packets:
            raise StateError(
                "an observer changed an event: it is settled, and other observers receive it too"
            )

    def check(self, entities: Iterable[Entity]) -> None:
        """Raise StateError if state has changed since the last dispatch ended."""
        if self._known:
            self._refuse(self._containers.update(entities), "since the last dispatch")

    def remember(self, entities: Iterable[Entity] | None) -> None:
        """Take the snapshot that ``check`` compares with; None: compare with nothing."""
        self._known = entities is not None
        if entities is not None:
            self._containers.update_all([*entities])
            self._looked.clear()

    def _refuse(self, changed: bool, doing: Handler | str) -> None:
        if changed:
            raise StateError(
                f"component state was changed {_when(doing)}, inside a list, set or dict: "
                "change state only in a handler at APPLY or later"
            )

    # Fields

    def check_fields(self, component: Component) -> None:
        """Raise StateError for a field that a save would refuse."""
        cls: Any = type(component)
        for name in cls._fields_:
            _refuse_unfit(cls, name, getattr(component, name), None)

    def watch(self, component: Component) -> None:
        cls: Any = type(component)
        if cls not in self._watched:
            self._watched[cls] = self._make_watched(cls)
        component.__class__ = self._watched[cls]

    def release(self, component: Component) -> None:
        component.__class__ = component._declared_

    def _make_watched(self, cls: Any) -> type[Component]:
        guard = self

        def __setattr__(component: Component, name: str, value: Any) -> None:
            if not guard.open and not name.startswith("_"):
                raise StateError(
                    f"{cls.__name__}.{name} of {component._entity!r} changed {_when(guard.doing)}: "
                    "change state only in a handler at APPLY or later"
                )
            before = getattr(component, name, None)
            cls.__setattr__(component, name, value)
            if not name.startswith("_"):
                try:  # the field itself, since a converter may have changed the value
                    _refuse_unfit(cls, name, getattr(component, name), component._entity)
                except StateError:
                    object.__setattr__(component, name, before)
                    raise

        body = {"__slots__": (), "__setattr__": __setattr__, "__doc__": cls.__doc__}
        return type(cls.__name__, (cls,), body)


def _refuse_unfit(cls: Any, name: str, value: Any, entity: Entity | None) -> None:
    try:
        check_value(cls, name, value)
    except UnsavableValue as error:
        of = "" if entity is None else f" of {entity!r}"
        raise StateError(f"{cls.__name__}.{name}{of}: {error}") from None


def _when(doing: Handler | str) -> str:
    return f"by {doing}" if isinstance(doing, Handler) else doing


class ContainerSnapshot:
    """Copies of the lists, dicts and sets that entities hold, at any depth.

    A comparison with a copy asks of each element only whether it is the same object. That takes a
    twentieth of the time of encoding, which only values of other types need.
    """

    def __init__(self) -> None:
        self._held: dict[Entity, _Held] = {}
        self._readers: dict[Archetype, Reader] = {}

    def update(self, entities: Iterable[Entity]) -> bool:
        """Take the snapshot of entities anew, and return whether any has changed."""
        changed, snapshots, readers = False, self._held, self._readers
        for entity in entities:
            archetype = entity._archetype
            reader = readers.get(archetype)
            if reader is None:
                reader = readers[archetype] = _reader(archetype.own)
            held = snapshots.get(entity)
            if (  # the usual case, and the fastest
                held is not None
                and held.reader is reader
                and reader.is_same(entity._parts, held.values)
                and held.is_unchanged()
            ):
                continue
            values = reader.read(entity._parts)
            if values:
                if held is None or not held.has(values):
                    changed = True
                    snapshots[entity] = _Held(values, reader)
                else:
                    held.reader = reader
        return changed

    def update_all(self, entities: list[Entity]) -> None:
        """Take the snapshot of all entities of the world, and forget those that have left it."""
        self.update(entities)
        held = self._held
        if len(held) > len(entities):
            self._held = {entity: held[entity] for entity in entities if entity in held}


class Reader(NamedTuple):
    """Reads the fields that can change without being set; compares them with earlier values."""

    read: Callable[[list[Any]], tuple[Any, ...]]
    is_same: Callable[[list[Any], tuple[Any, ...]], bool]


@lru_cache(maxsize=4096)
def _reader(classes: tuple[Any, ...]) -> Reader:
    fields = [
        f"parts[{slot}].{name}"
        for slot, cls in enumerate(classes)
        for name in cls._fields_
        if name not in assigned_fields(cls)
    ]
    # A comparison in place takes half of the time of reading first.
    same = " and ".join([f"{field} is held[{place}]" for place, field in enumerate(fields)])
    return Reader(
        eval(f"lambda parts: ({''.join([f'{field}, ' for field in fields])})"),
        eval(f"lambda parts, held: {same or True}"),
    )


class _Held:
    """The values of an entity's fields, with copies of all containers in them."""

    __slots__ = (
        "_copies", "_inner", "_kinds", "_lengths", "_live", "_numbers", "_others", "_outer",
        "_written", "reader", "values",
    )  # fmt: skip

    def __init__(self, values: tuple[Any, ...], reader: Reader) -> None:
        self.values = values
        self.reader = reader
        # Containers of immutable values, beside their copies.
        self._live: list[Any] = []
        self._copies: list[Any] = []
        # Containers of containers must have the same length and hold the same objects. They are
        # flattened, a dict's values beside it, so that no function is called for each.
        self._outer: list[Collection[Any]] = []
        self._lengths: list[int] = []
        self._inner: list[Any] = []
        # Containers of numbers, and their types: 1, 1.0 and True are equal, but not the same.
        self._numbers: list[Collection[Any]] = []
        self._kinds: list[type] = []
        # Everything else is compared by its encoding.
        self._others: list[Any] = []
        for value in values:
            self._add(value)
        self._written = encode(self._others) if self._others else b""

    def has(self, values: tuple[Any, ...]) -> bool:
        """Return whether these are the same values, and unchanged."""
        same = len(values) == len(self.values) and all(map(is_, values, self.values))
        return same and self.is_unchanged()

    def is_unchanged(self) -> bool:
        return (
            (not self._live or all(map(eq, self._live, self._copies)))
            and (
                not self._outer
                or (
                    [*map(len, self._outer)] == self._lengths
                    and all(map(is_, chain.from_iterable(self._outer), self._inner))
                )
            )
            and (not self._kinds or _kinds(self._numbers) == self._kinds)
            and (not self._others or encode(self._others) == self._written)
        )

    def _add(self, value: Any) -> None:
        kind = type(value)
        if kind not in (list, dict, set):
            if not _is_immutable(value):
                self._others.append(value)
            return
        inside = (value, value.values()) if kind is dict else (value,)
        kinds = set(_kinds(inside))
        if all(_immutability(cls) is True for cls in kinds):
            self._live.append(value)
            self._copies.append(value.copy())
            if not kinds.isdisjoint(_NUMBERS):
                self._numbers += inside
                self._kinds += _kinds(inside)
        else:
            inner = [*chain.from_iterable(inside)]
            self._outer += inside
            self._lengths += map(len, inside)
            self._inner += inner
            for item in inner:
                self._add(item)


def _kinds(containers: Iterable[Iterable[Any]]) -> list[type]:
    return [*map(type, chain.from_iterable(containers))]


def _is_immutable(value: Any) -> bool:
    """Return whether a value is immutable, not counting the components of entities in it."""
    cls: Any = type(value)
    decides = _immutability(cls)
    if isinstance(decides, bool):
        return decides
    if decides == ():
        return all(map(_is_immutable, value))
    return all(_is_immutable(getattr(value, name, None)) for name in decides)


@lru_cache(maxsize=4096)
def _immutability(cls: Any) -> bool | tuple[str, ...]:
    """Return whether the values of a class are immutable, or the fields that decide it.

    An empty tuple: the elements decide.
    """
    if cls in (tuple, frozenset):
        return ()
    if cls in _LASTING or issubclass(cls, Enum | Fixed | Entity):
        return True
    # A class that lacks the decorator has its parent's fields, and may have others.
    if "__attrs_attrs__" not in vars(cls) or not attrs.inspect(cls).is_frozen:
        return False
    unsure = [f.name for f in attrs.fields(cls) if f.name not in assigned_fields(cls)]
    return tuple(unsure) or True
