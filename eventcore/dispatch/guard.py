"""In debug mode, check that components change only in handlers at APPLY and REACT.

The guard changes the class of each attached component to a subclass that raises an error for a
forbidden assignment. The subclass does not notice changes inside a list, dict or set, so the guard
compares these containers before and after handlers and observers, and between dispatches.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from itertools import chain
from operator import is_
from typing import Any, Final

import attrs

from eventcore.codegen import per_class
from eventcore.component import Component
from eventcore.entity import Archetype, CachedEntity, Entity
from eventcore.errors import StateError
from eventcore.event import Event, name_of
from eventcore.handler import Handler
from eventcore.schema.fixed import is_frozen, is_frozen_class
from eventcore.schema.hints import Unsavable, hints_of, immutable_fields, is_object, kinds_in
from eventcore.schema.values import UNSAVED, Write, check_value, encode, encode_event, writer_of

# Equal numbers may still be different values: 1 == True, but a save writes them differently.
_NUMBERS: Final = frozenset((int, float, bool))
_PLAIN: Final = _NUMBERS | {str, bytes, type(None), Entity, CachedEntity}


class Guard:
    """Checks that component state changes only while changes are allowed.

    Attributes:
        open: Whether state may change, because a handler at APPLY or later is running.
        running: The running handler, or a phrase such as "by an observer", for error messages.
        baseline: The state before the running handler, if this handler must not change the state.
        at_rest: Whether the stored contents of components are from the end of the last dispatch.
        kept: The most recent events to which observers hold references. No handler may read them.
        ran: Handlers that have run for an event with several roles, or that a warning has named.
        missed: For each handler that has never run, how often its entity had a different role.
        suspects: Handlers whose role is probably wrong, each listed with its entity's role, the
            event and the component classes. If a handler of one of these classes has run for the
            same role, do not warn. If the role is empty, no entity has had the component.
        unheard: For each type of Action or Change, the number of unhandled events. For each type of
            Notice or Broadcast that only one class handles, the number of events. Negative if an
            event was handled, other than by world rules at REACT.
        misses: How often an entity lacked the library's component that handles a type of event.
    """

    def __init__(self) -> None:
        self.running: Handler | str
        # For each entity, the contents of all lists, dicts and sets in its components.
        self._contents: dict[Entity, _Contents] = {}
        self._fixed: set[Archetype] = set()  # archetypes without fields that can change in place
        # The parts of the entities that cannot have changed since their contents were stored.
        self.current: dict[Entity, Sequence[Component]] = {}
        # The contents of each component after its last handler at APPLY or later.
        self._checked: dict[Component, _Contents] = {}
        self.at_rest: bool = False
        self.kept: deque[tuple[Event, str]] = deque(maxlen=100)
        self.called: dict[str, None] = {}  # the names of the observers that the bus has called
        self.ran: set[Handler] = set()
        self.missed: Counter[Handler] = Counter()
        self.suspects: dict[Handler, tuple[str, Event, tuple[type, ...]]] = {}
        self.unheard: Counter[type[Event]] = Counter()
        self.misses: Counter[tuple[Handler, Entity, type[Event]]] = Counter()
        self._unreadable = cache(self._unreadable_class)
        self._watched = cache(self._watched_class)
        self.reset()

    def reset(self) -> None:
        """Forbid changes again, because an interrupted dispatch may have left them allowed."""
        self.open: bool = False
        self.baseline: Baseline | None = None
        self.running = "outside any dispatch (in setup, set fields before you attach a component)"
        self.current.clear()

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
        changed = self._store(entities)
        if changed:
            entity = min(changed, key=lambda entity: entity.id)
            before = changed[entity]
            what = None if before is None else before.changed_field()
            raise StateError(
                f"{what or 'component state'} of {entity!r} was changed {_when(running)}, inside a "
                "list, set or dict: change state only in a handler at APPLY or later"
            )

    def update(self, entities: Iterable[Entity]) -> None:
        """Store the contents of the entities that may have changed since they were stored."""
        current = self.current
        self._store([each for each in entities if current.get(each) is not each._parts])

    def _store(self, entities: Iterable[Entity]) -> dict[Entity, _Contents | None]:
        """Store the contents of entities, and return the earlier contents of changed entities."""
        changed: dict[Entity, _Contents | None] = {}
        contents, current, fixed = self._contents, self.current, self._fixed
        for entity in entities:
            current[entity] = entity._parts
            if entity._archetype in fixed:
                continue
            before = contents.get(entity)
            if (
                before is not None
                and before.parts is entity._parts
                and before.is_same(before.objects, before.values)
                and (before.is_frozen or before.is_unchanged())
            ):
                continue
            classes = entity._archetype.own
            if before is not None or any(map(_mutable_fields, classes)):
                contents[entity] = _Contents(entity._parts, classes)
                changed[entity] = before
            else:
                fixed.add(entity._archetype)
        return changed

    def check_contents(self, component: Component, handler: Handler) -> None:
        """Raise StateError if a changed container of a component holds an invalid value.

        Assignments are checked immediately, but the contents of lists, dicts and objects are not.
        """
        cls: Any = component._declared_
        checks = _checks(cls)
        if not checks:
            return
        before = self._checked.get(component)
        if before and before.is_same(before.objects, before.values) and before.is_unchanged():
            return
        for name, write in checks:
            value = getattr(component, name)
            try:
                write(value)  # faster than check_value(), which also encodes the value
            except UNSAVED:
                check_field(cls, name, value, component._entity, handler)
        self._checked[component] = _Contents([component], [cls])

    def end_dispatch(self, entities: Iterable[Entity]) -> None:
        """Store the contents of all entities, so that ``begin_dispatch`` can find later changes."""
        self.at_rest = True
        self.set_readable(True)
        entities = [*entities]
        self.update(entities)
        if len(self._contents) > len(entities):  # forget entities that have left the world
            known = self._contents
            self._contents = {entity: known[entity] for entity in entities if entity in known}
            seen = self._checked.items()
            self._checked = {part: held for part, held in seen if part._entity in self._contents}

    def begin_dispatch(self, entities: Iterable[Entity]) -> None:
        """Raise StateError if state has changed since the last dispatch ended."""
        if self.at_rest:
            self.compare(entities, "since the last dispatch")
            self.current.clear()  # release entities that were despawned between dispatches
        self.at_rest = False  # the new dispatch may change state, so do not compare again

    @contextmanager
    def check_observers(self, world: Iterable[Entity], observed: Sequence[Event]) -> Iterator[None]:
        """Raise StateError if observers change state or events during the ``with`` block."""
        self.set_readable(True)
        packets = [*map(encode_event, observed)]
        entities = [*world]
        self.update(entities)
        self.called.clear()
        with self.forbid("by an observer"):
            yield
        *others, last = self.called or ["an observer"]
        observers = f"one of the observers {', '.join(others)} or {last}" if others else last
        self.compare(entities, f"by {observers}")
        if [*map(encode_event, observed)] != packets:
            raise StateError(
                f"{observers} changed a settled event, which all observers share: do not change it"
            )

    def watch(self, components: Sequence[Component]) -> None:
        """Check the fields of components now, and whenever a value is assigned to a field."""
        for component in components:
            cls: Any = type(component)
            for name in cls._fields_:
                check_field(cls, name, getattr(component, name), None)
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
                check_field(cls, name, getattr(component, name), component._entity)
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


class Baseline:
    """The state that a running handler must not change. The events that it publishes may do so."""

    def __init__(self, guard: Guard, handler: Handler, entities: Collection[Entity], draws: Any):
        self._guard, self._handler, self._entities, self._draws = guard, handler, entities, draws
        self.store()

    def store(self) -> None:
        self._guard.update(self._entities)
        self._drawn: object = self._draws()

    def check(self) -> None:
        self._guard.compare(self._entities, self._handler)
        if self._draws() != self._drawn:
            raise StateError(
                f"{self._handler} drew a random number: draw at APPLY or later, so that a failed "
                "event does not change the streams"
            )


def check_field(
    cls: Any, name: str, value: Any, entity: Entity | None, handler: Handler | None = None
) -> None:
    """Raise StateError if a value does not match the annotation of its field."""
    if _holds_any(cls, name):  # a value of type Any is checked later, when the world is saved
        return
    try:
        check_value(hints_of(cls)[name], value)
    except Unsavable as error:
        of = "" if entity is None else f" of {entity!r}"
        by = "" if handler is None else f", changed by {handler} or an earlier handler"
        raise StateError(f"{cls.__name__}.{name}{of}{by}: {error}") from None


@lru_cache(maxsize=4096)
def _holds_any(cls: Any, name: str) -> bool:
    return Any in kinds_in(hints_of(cls)[name])


@per_class
def _mutable_fields(cls: Any) -> tuple[str, ...]:
    """Return the fields of a component class that can change without an assignment."""
    immutable = immutable_fields(cls, references=True)
    return tuple([name for name in cls._fields_ if name not in immutable])


@per_class
def _checks(cls: Any) -> list[tuple[str, Write]]:
    """Return the name of each mutable field, and a function that checks its value."""
    names = [name for name in _mutable_fields(cls) if not _holds_any(cls, name)]
    return [(name, writer_of(hints_of(cls)[name])) for name in names]


def _when(running: Handler | str) -> str:
    return f"by {running}" if isinstance(running, Handler) else running


class _Contents:
    """The field values of components, including the contents of lists, dicts and sets.

    Most values are compared by identity, which is twenty times as fast as encoding them. Containers
    are compared with copies.
    """

    def __init__(self, parts: Sequence[Component], classes: Iterable[Any]) -> None:
        self.parts = parts
        self.objects: list[Any] = []  # components, and the attrs instances and dataclasses in them
        self._names: list[tuple[str, ...]] = []
        self._live: list[Any] = []
        self._copies: list[Any] = []
        # Items that may equal the copied items without being the same: numbers of other types,
        # mutable items, and the keys of a dict in a different order.
        self._exact: list[Iterable[Any]] = []
        self._items: list[Any] = []
        self._others: list[Any] = []  # values of other types, which must be encoded
        for part, cls in zip(parts, classes, strict=False):  # ignore the parts of owned things
            self._add_fields(part, _mutable_fields(cls))
        read, self.is_same = _reader(tuple(self._names))
        self.values = read(self.objects)
        self._encoded = encode(self._others) if self._others else b""
        self.is_frozen = not (self._live or self._others)

    def is_unchanged(self) -> bool:
        return (
            self._live == self._copies
            and (not self._exact or all(map(is_, chain.from_iterable(self._exact), self._items)))
            and (not self._others or encode(self._others) == self._encoded)
        )

    def changed_field(self) -> str | None:
        """Return the name of the field that holds a changed list, dict or set."""
        pairs = zip(self._live, self._copies, strict=True)
        changed = [live for live, copy in pairs if not _has_same_items(live, copy)]
        for part, names in zip(self.objects, self._names, strict=True):
            for name in names if isinstance(part, Component) else ():
                contents = _Contents((), ())
                contents._add(getattr(part, name))
                if any(held is container for held in contents._live for container in changed):
                    return f"{part._declared_.__name__}.{name}"
        return None

    def _add_fields(self, owner: Any, names: tuple[str, ...]) -> None:
        if names:
            self.objects.append(owner)
            self._names.append(names)
        for name in names:
            self._add(getattr(owner, name))

    def _add(self, value: Any) -> None:
        kind = type(value)
        if kind in (list, dict, set):
            self._live.append(value)
            self._copies.append(value.copy())
            if value:
                self._compare_exactly(value.values() if kind is dict else value)
            if kind is dict and (len(value) > 1 or not _NUMBERS.isdisjoint(map(type, value))):
                self._exact.append(value)
                self._items += value
        elif not (_is_plain(kind) or is_frozen(value)):
            if names := _public_fields(kind):
                self._add_fields(value, names)
            else:
                self._others.append(value)

    def _compare_exactly(self, items: Collection[Any]) -> None:
        kinds = {*map(type, items)}
        is_plain = all(map(_is_plain, kinds))
        if not (is_plain and kinds.isdisjoint(_NUMBERS)):
            self._exact.append(items)
            self._items += items
        for item in () if is_plain else items:
            self._add(item)


def _has_same_items(first: Any, second: Any) -> bool:
    if type(first) is dict:
        first, second = [*first, *first.values()], [*second, *second.values()]
    return len(first) == len(second) and all(map(is_, first, second))


@lru_cache(maxsize=4096)
def _reader(names: tuple[tuple[str, ...], ...]) -> tuple[Callable[..., Any], Callable[..., bool]]:
    """Return two functions, which read and compare the named fields of objects."""
    fields = [f"objects[{place}].{name}" for place, each in enumerate(names) for name in each]
    # Comparing the fields directly takes half as long as reading all of them first.
    same = [f"{field} is before[{place}]" for place, field in enumerate(fields)]
    read = eval(f"lambda objects: ({''.join([f'{field}, ' for field in fields])})")
    return read, eval(f"lambda objects, before: {' and '.join(same) or True}")


@per_class
def _public_fields(kind: Any) -> tuple[str, ...]:
    """Return the saved fields of an attrs class or dataclass, or none if a field may be unset."""
    if not is_object(kind):
        return ()
    fields: Any = attrs.fields(kind) if attrs.has(kind) else dataclasses.fields(kind)
    names = [field.name for field in fields if not field.name.startswith("_")]
    return tuple(names) if all(field.init for field in fields) else ()


@per_class
def _is_plain(kind: Any) -> bool:
    """Return whether the values of a type are immutable and == compares all of their fields."""
    if not is_frozen_class(kind):
        return kind in _PLAIN
    names = immutable_fields(kind, references=True)
    return all(field.eq and field.name in names for field in attrs.fields(kind))
