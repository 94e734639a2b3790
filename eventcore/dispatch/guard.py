"""In debug mode, check that components change only in handlers at APPLY and REACT.

The guard changes the class of each attached component to a subclass that raises an error for a
forbidden assignment. The subclass does not notice changes inside a list, dict or set, so the guard
compares these containers before and after handlers and observers, and between dispatches.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import chain
from operator import is_
from typing import Any, Final, TypeAlias

import attrs

from eventcore.codegen import per_class
from eventcore.component import Component
from eventcore.entity import Archetype, CachedEntity, Entity
from eventcore.errors import StateError
from eventcore.event import Event, name_of
from eventcore.handler import Handler
from eventcore.schema.fixed import is_frozen, is_frozen_class
from eventcore.schema.hints import Unsavable, hints_of, immutable_fields, kinds_in
from eventcore.schema.values import UNSAVED, Write, check_value, encode, encode_event, writer_of

# Equal numbers may still be different values: 1 == True, but a save writes them differently.
_NUMBERS: Final = frozenset((int, float, bool))
_PLAIN: Final = _NUMBERS | {str, bytes, type(None), Entity, CachedEntity}


Read: TypeAlias = Callable[[list[Any]], tuple[Any, ...]]
IsSame: TypeAlias = Callable[[list[Any], tuple[Any, ...]], bool]


class Guard:
    """Checks that component state changes only while changes are allowed.

    Attributes:
        open: Whether state may change. True while a handler at APPLY or later runs.
        running: The running handler, or a phrase such as "by an observer", for error messages.
        at_rest: Whether the stored contents of components are from the end of the last dispatch.
        kept: The newest events that observers keep. Handlers cannot read these events.
        ran: Handlers that have run for an event with several roles, or that a warning has named.
        missed: For each handler that has never run, how often its entity had another role.
        suspects: Handlers whose role is probably wrong, each listed with its entity's role, the
            event and the component classes. If a handler of one of these classes has run for the
            same role, do not warn.
    """

    def __init__(self) -> None:
        self.open: bool
        self.running: Handler | str
        # For each entity, the contents of all lists, dicts and sets in its components.
        self._contents: dict[Entity, _Contents] = {}
        self._readers: dict[Archetype, tuple[Read, IsSame]] = {}
        # The contents of each component after its last handler at APPLY or later.
        self._checked: dict[Component, _Contents] = {}
        self.at_rest: bool = False
        self.kept: deque[tuple[Event, str]] = deque(maxlen=100)
        self.ran: set[Handler] = set()
        self.missed: Counter[Handler] = Counter()
        self._current: set[Entity] = set()  # the entities whose stored contents are up to date
        self.suspects: dict[Handler, tuple[str, Event, tuple[type, ...]]] = {}
        self._unreadable = cache(self._unreadable_class)
        self._watched = cache(self._watched_class)
        self.reset()

    def reset(self) -> None:
        """Forbid changes again, because an interrupted dispatch may have left them allowed."""
        self._current.clear()
        self.enter(False, "outside any dispatch")

    def enter(self, open: bool, running: Handler | str) -> None:
        self.open, self.running = open, running
        if open:
            self._current.clear()

    def update_outdated(self, entities: set[Entity]) -> None:
        if not entities <= self._current:
            self._update(entities)
            self._current |= entities

    @contextmanager
    def forbid(self, running: str) -> Iterator[None]:
        before = self.open, self.running
        self.open, self.running = False, running
        try:
            yield
        finally:
            self.open, self.running = before

    def compare(self, entities: Iterable[Entity], running: Handler | str) -> None:
        """Store the contents of entities, and raise StateError if the contents have changed."""
        if self._update(entities):
            raise StateError(
                f"component state was changed {_when(running)}, inside a list, set or dict: "
                "change state only in a handler at APPLY or later"
            )

    def _update(self, entities: Iterable[Entity]) -> bool:
        changed = False
        for entity in entities:
            archetype, parts = entity._archetype, entity._parts
            reader = self._readers.get(archetype)
            if reader is None:
                reader = self._readers[archetype] = _reader(archetype.own)
            read, is_same = reader
            before = self._contents.get(entity)
            if before is None or not (
                is_same(parts, before.values) and (before.is_frozen or before.is_unchanged())
            ):
                values = read(parts)
                if values:
                    self._contents[entity] = _Contents(values)
                    changed = True
        return changed

    def check_contents(self, component: Component, handler: Handler) -> None:
        """Raise StateError if a changed container of a component holds an invalid value.

        Assignments are checked at once; this checks the contents of lists, dicts and objects.
        """
        cls: Any = component._declared_
        checks = _checks(cls)
        if not checks:
            return
        read, is_same = _reader((cls,))
        before = self._checked.get(component)
        if before and is_same([component], before.values) and before.is_unchanged():
            return
        self._checked[component] = _Contents(read([component]))
        for name, write in checks:
            value = getattr(component, name)
            try:
                write(value)  # faster than check_value(), which also encodes the value
            except UNSAVED:
                _check_value(cls, name, value, component._entity, handler)

    def end_dispatch(self, entities: Iterable[Entity]) -> None:
        """Store the contents of all entities, so that ``begin_dispatch`` can find later changes."""
        self.at_rest = True
        self.set_readable(True)
        entities = [*entities]
        self._update(entities)
        if len(self._contents) > len(entities):  # forget entities that have left the world
            known = self._contents
            self._contents = {entity: known[entity] for entity in entities if entity in known}
            seen = self._checked.items()
            self._checked = {part: held for part, held in seen if part._entity in self._contents}

    def begin_dispatch(self, entities: Iterable[Entity]) -> None:
        """Raise StateError if state has changed since the last dispatch ended."""
        if self.at_rest:
            self.compare(entities, "since the last dispatch")
        self.at_rest = False  # the new dispatch may change state, so do not compare again

    @contextmanager
    def check_observers(self, world: Iterable[Entity], observed: Sequence[Event]) -> Iterator[None]:
        """Raise StateError if observers change state or events during the ``with`` block."""
        self.set_readable(True)
        packets = [*map(encode_event, observed)]
        self._update(world)
        with self.forbid("by an observer"):
            yield
        self.compare(world, "by an observer")
        if [*map(encode_event, observed)] != packets:
            raise StateError(
                "an observer changed a settled event: other observers receive the same event"
            )

    def watch(self, components: Sequence[Component]) -> None:
        """Check the fields of components now, and whenever a value is assigned to a field."""
        for component in components:
            cls: Any = type(component)
            for name in cls._fields_:
                _check_value(cls, name, getattr(component, name), None)
        for component in components:
            component.__class__ = self._watched(type(component))  # type: ignore[arg-type]  # hashable

    def _watched_class(self, cls: Any) -> type[Component]:
        guard = self

        def __setattr__(component: Component, name: str, value: Any) -> None:
            if name.startswith("_"):
                cls.__setattr__(component, name, value)
                return
            if not guard.open:
                raise StateError(
                    f"{cls.__name__}.{name} of {component._entity!r} changed "
                    f"{_when(guard.running)}: change state only in a handler at APPLY or later"
                )
            before = getattr(component, name, None)
            cls.__setattr__(component, name, value)
            try:  # check the stored value, because a converter may have changed it
                _check_value(cls, name, getattr(component, name), component._entity)
            except StateError:
                object.__setattr__(component, name, before)
                raise

        body = {"__slots__": (), "__setattr__": __setattr__, "__doc__": cls.__doc__}
        return type(cls.__name__, (cls,), body)

    def set_readable(self, readable: bool) -> None:
        """Allow or forbid handlers to read the events that observers keep."""
        for event, _ in self.kept:
            event.__class__ = event._declared_ if readable else self._unreadable(event._declared_)

    def _unreadable_class(self, cls: type[Event]) -> type[Event]:
        def __getattribute__(event: Event, name: str) -> Any:
            if isinstance(self.running, Handler) and not name.startswith("_"):
                observer = next(observer for kept, observer in self.kept if kept is event)
                raise StateError(
                    f"{self.running} read {name} of {name_of(event)}, which the observer "
                    f"{observer} kept: the world must not depend on observers, so let a handler "
                    "store the value in a component"
                )
            return object.__getattribute__(event, name)

        return type(cls.__name__, (cls,), {"__slots__": (), "__getattribute__": __getattribute__})


def _check_value(
    cls: Any, name: str, value: Any, entity: Entity | None, handler: Handler | None = None
) -> None:
    if _holds_any(cls, name):  # a value of type Any is checked later, when the world is saved
        return
    try:
        check_value(hints_of(cls)[name], value)
    except Unsavable as error:
        of = "" if entity is None else f" of {entity!r}"
        by = "" if handler is None else f", changed by {handler}"
        raise StateError(f"{cls.__name__}.{name}{of}{by}: {error}") from None


@lru_cache(maxsize=4096)
def _holds_any(cls: Any, name: str) -> bool:
    return Any in kinds_in(hints_of(cls)[name])


@per_class
def _mutable_fields(cls: Any) -> list[str]:
    """Return the fields of a component class that can change without an assignment."""
    immutable = immutable_fields(cls, references=True)
    return [name for name in cls._fields_ if name not in immutable]


@per_class
def _checks(cls: Any) -> list[tuple[str, Write]]:
    """Return pairs: the name of a mutable field, and a function that checks the field's value."""
    names = [name for name in _mutable_fields(cls) if not _holds_any(cls, name)]
    return [(name, writer_of(hints_of(cls)[name])) for name in names]


def _when(running: Handler | str) -> str:
    return f"by {running}" if isinstance(running, Handler) else running


@lru_cache(maxsize=4096)
def _reader(classes: tuple[Any, ...]) -> tuple[Read, IsSame]:
    """Return two functions, which read and compare the mutable fields of component classes."""
    fields = [
        f"parts[{slot}].{name}" for slot, cls in enumerate(classes) for name in _mutable_fields(cls)
    ]
    # Comparing the fields directly takes half as long as reading all of them first.
    same = [f"{field} is before[{place}]" for place, field in enumerate(fields)]
    read = eval(f"lambda parts: ({''.join([f'{field}, ' for field in fields])})")
    return read, eval(" and ".join([f"lambda parts, before: len(before) == {len(fields)}", *same]))


class _Contents:
    """The values of an entity's fields, and the contents of the containers among these values.

    Most values are compared by identity, which is twenty times as fast as encoding them. Only
    mutable objects other than lists, dicts and sets must be encoded.
    """

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values
        # Comparing containers with copies is fastest, but fails for numbers and mutable items.
        self._live: list[Any] = []
        self._copies: list[Any] = []
        # Other containers are unchanged if they still hold the same objects. All these objects are
        # in one flat list, which saves calls. A dict counts as two containers: keys and values.
        self._containers: list[Collection[Any]] = []
        self._items: list[Any] = []
        self._others: list[Any] = []
        self._add(values)
        self._lengths = [*map(len, self._containers)]
        self._encoded = encode(self._others) if self._others else b""
        self.is_frozen = not (self._live or self._containers or self._others)

    def is_unchanged(self) -> bool:
        return (
            (not self._live or self._live == self._copies)
            and [*map(len, self._containers)] == self._lengths
            and all(map(is_, chain.from_iterable(self._containers), self._items))
            and (not self._others or encode(self._others) == self._encoded)
        )

    def _add(self, values: Iterable[Any]) -> None:
        for value in values:
            kind = type(value)
            if kind not in (list, dict, set):
                if not (_is_plain(kind) or is_frozen(value)):
                    self._others.append(value)
                continue
            parts = (value, value.values()) if kind is dict else (value,)
            items = [*chain.from_iterable(parts)]
            kinds = {*map(type, items)}
            is_plain = all(map(_is_plain, kinds))
            if is_plain and kinds.isdisjoint(_NUMBERS):
                self._live.append(value)
                self._copies.append(value.copy())
                if kind is not dict:
                    continue
                parts, items = (value,), [*value]  # the keys of equal dicts may differ in order
            self._containers += parts
            self._items += items
            if not is_plain:
                self._add(items)


@per_class
def _is_plain(kind: Any) -> bool:
    """Return whether the values of a type are immutable and == compares all of their fields."""
    if not is_frozen_class(kind):
        return kind in _PLAIN
    names = immutable_fields(kind, references=True)
    return all(field.eq and field.name in names for field in attrs.fields(kind))
