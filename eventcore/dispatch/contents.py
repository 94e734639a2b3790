"""Contents: what components hold that can change without a field being set, and whether it has.

Of the lists, dicts and sets that an entity holds, at whatever depth, copies are kept. To compare
one with its copy asks of each element only if it is the same object still, and takes a twentieth
of the time that writing it down does. That is left for what is neither.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from enum import Enum
from functools import lru_cache
from itertools import chain
from operator import eq, is_
from typing import Any, Final, NamedTuple

import attrs

from eventcore.entity import Archetype, Entity
from eventcore.schema.encoding import encode
from eventcore.schema.fixed import Fixed
from eventcore.schema.hints import lasting_fields

_LASTING: Final = (int, float, bool, str, bytes, type(None))
_NUMBERS: Final = frozenset((int, float, bool))


class Contents:
    """What entities hold inside their fields, as it was when it was last looked at."""

    def __init__(self) -> None:
        self._held: dict[Entity, _Held] = {}
        self._readers: dict[Archetype, Reader] = {}

    def look(self, entities: Iterable[Entity]) -> bool:
        """Look at entities, and say if any of what they hold is other than it was."""
        changed, found, readers = False, self._held, self._readers
        for entity in entities:
            archetype = entity._archetype
            reader = readers.get(archetype)
            if reader is None:
                reader = readers[archetype] = _reader(archetype.own)
            held = found.get(entity)
            if (
                held is not None
                and held.reader is reader
                and reader.finds(entity._parts, held.values)
                and held.is_as_it_was()
            ):  # as mostly
                continue
            values = reader.read(entity._parts)
            if values:
                if held is None or not held.is_as(values):
                    changed = True
                    found[entity] = _Held(values, reader)
                else:
                    held.reader = reader
        return changed

    def look_at_all(self, entities: Iterable[Entity]) -> bool:
        """Look at all there are, and forget those who have gone."""
        there = [*entities]
        changed = self.look(there)
        if len(self._held) > len(there):
            held = self._held
            self._held = {entity: held[entity] for entity in there if entity in held}
        return changed


class Reader(NamedTuple):
    """What reads, of the parts of entities of a make, the fields that can change within.

    Attributes:
        read: Gives what these fields hold.
        finds: Says whether they hold the very same as was read before.
    """

    read: Callable[[list[Any]], tuple[Any, ...]]
    finds: Callable[[list[Any], tuple[Any, ...]], bool]


@lru_cache(maxsize=4096)
def _reader(classes: tuple[Any, ...]) -> Reader:
    """Give the reader for entities of some classes; to compare in place takes half of the time."""
    fields = [
        f"parts[{slot}].{name}"
        for slot, cls in enumerate(classes)
        for name in cls._fields_
        if name not in lasting_fields(cls)
    ]
    same = " and ".join([f"{field} is held[{place}]" for place, field in enumerate(fields)])
    return Reader(
        eval(f"lambda parts: ({''.join([f'{field}, ' for field in fields])})"),
        eval(f"lambda parts, held: {same or True}"),
    )


class _Held:
    """What some fields hold, as it was: what is in each container, and each that is in one."""

    __slots__ = (
        "_copies", "_inner", "_kinds", "_lengths", "_live", "_numbers", "_others", "_outer",
        "_written", "reader", "values",
    )  # fmt: skip

    def __init__(self, values: tuple[Any, ...], reader: Reader) -> None:
        self.values = values
        self.reader = reader
        # Containers of what does not change, beside their copies.
        self._live: list[Any] = []
        self._copies: list[Any] = []
        # Those of others, which have to be as long and hold the very same; all one after another,
        # and a dict's values beside it, so that nothing is called for each.
        self._outer: list[Collection[Any]] = []
        self._lengths: list[int] = []
        self._inner: list[Any] = []
        # Containers of numbers, and of which types: 1, 1.0 and True are equal, and not the same.
        self._numbers: list[Collection[Any]] = []
        self._kinds: list[type] = []
        # All else, and how it is written.
        self._others: list[Any] = []
        for value in values:
            self._take(value)
        self._written = encode(self._others) if self._others else b""

    def is_as(self, values: tuple[Any, ...]) -> bool:
        """Say whether fields that hold these values hold what they did."""
        return (
            len(values) == len(self.values)
            and all(map(is_, values, self.values))
            and self.is_as_it_was()
        )

    def is_as_it_was(self) -> bool:
        """Say whether what is in the fields is what was in them."""
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

    def _take(self, value: Any) -> None:
        kind = type(value)
        if kind not in (list, dict, set):
            if not _lasts(value):
                self._others.append(value)
            return
        inside = (value, value.values()) if kind is dict else (value,)
        kinds = set(map(type, chain.from_iterable(inside)))
        if all(_kind(one) is True for one in kinds):
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
            for one in inner:
                self._take(one)


def _kinds(containers: Iterable[Iterable[Any]]) -> list[type]:
    """Give the types of all that is in some containers, one after another."""
    return [*map(type, chain.from_iterable(containers))]


def _lasts(value: Any) -> bool:
    """Say whether nothing of a value can be changed, but for what entities have."""
    cls: Any = type(value)
    kind = _kind(cls)
    if kind is True or kind is False:
        return kind
    if kind == ():
        return all(map(_lasts, value))
    return all(_lasts(getattr(value, name, None)) for name in kind)


@lru_cache(maxsize=4096)
def _kind(cls: Any) -> bool | tuple[str, ...]:
    """Say whether nothing of a class's values can be changed, or which of their fields say so.

    A tuple has no fields: its elements say so.
    """
    if cls in (tuple, frozenset):
        return ()
    if cls in _LASTING or issubclass(cls, Enum | Fixed | Entity):
        return True
    # A class that lacks the decorator has its parent's fields, and may have others.
    if "__attrs_attrs__" not in vars(cls) or not attrs.inspect(cls).is_frozen:
        return False
    unsure = [f.name for f in attrs.fields(cls) if f.name not in lasting_fields(cls)]
    return tuple(unsure) or True
