"""Digests are hashes of everything that has happened in a world, and of the world's state.

The running digest is a hash of the settled Actions, Changes and Broadcasts, the number of the last
event, the turn and time, and the numbers of scheduled events and of draws from random streams.

A recorded digest of the whole state is ``2:`` followed by 16 hexadecimal digits. To save time, a
partial digest covers only some component classes. A partial digest is ``3:NAMES:MASK:`` followed by
8 digits. NAMES is a hash of the names of all component classes. Bit n of MASK is set if class n is
covered. Both kinds of digest may end with a dot and 4 digits for each covered class.

Digests of older versions may end with a slash or a space and more digits, which are ignored.
The oldest versions sorted all dicts before hashing, and omitted the ``2:``.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import blake2b
from itertools import accumulate
from math import inf
from typing import Any, Final
from zlib import crc32

import msgspec

from eventcore.codegen import Code, make_function, per_class
from eventcore.component import Component
from eventcore.event import Action, Broadcast, Change, Event
from eventcore.outcome import DONE, UNHANDLED
from eventcore.schema.values import (
    UNSAVED,
    enc_hook,
    encode,
    encode_unchecked,
    recorded_values,
    refuse_unwritable,
)
from eventcore.state.saving import save_world, time_of
from eventcore.tap import Tap
from eventcore.world import World


class Digest(Tap):
    """A tap that keeps the running digest of a world. Equal digests mean equal runs.

    Attributes:
        value: The digest that ``seal`` last returned, as 16 hexadecimal digits; ``""`` at first.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.value: str = ""
        self._settled: list[bytes] = []
        self._before_seal: tuple[str, list[bytes]] = "", []
        self._hooks: dict[type[Event], Tap] = {}
        world.tap(self)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return a tap that records events as they settle, before observers can change them."""
        if not issubclass(kind, Action | Change | Broadcast):
            return Tap()
        if kind not in self._hooks:
            self._hooks[kind] = SettledHook(kind, _SETTLED, _NAMES | {"keep": self._settled.append})
        return self._hooks[kind]

    def state(self) -> list[str]:
        """Return the value of the digest, and the events that have settled since the last seal."""
        return [self.value, *(event.decode() for event in self._settled)]

    def restore(self, state: list[str]) -> None:
        """Restore the digest from a list that ``state`` returned."""
        self.value, *settled = state
        self._settled[:] = [event.encode() for event in settled]

    def seal(self) -> str:
        """Add the events that settled since the last seal, and return the new value of the digest.

        Each seal changes the digest, so a replay must seal its digest when the recording did.
        """
        world = self._world
        counts = [world.turn, time_of(world), world.sequence, world.draws()]
        if planned := world.agenda.planned:
            counts.append(planned)
        chained = b"\n".join([*self._settled, encode(counts)])
        self._before_seal = self.value, self._settled.copy()
        self._settled.clear()
        self.value = hash_of(self.value.encode() + chained)
        return self.value

    def unseal(self) -> None:
        """Undo the last seal. Call this if the record with the new digest could not be written."""
        self.value, self._settled[:0] = self._before_seal


class SettledHook(Tap):
    """A tap that records the fields of events of one type when they settle."""

    records = True

    def __init__(self, kind: type[Event], code: str, names: dict[str, Any]) -> None:
        """Compile the hook ``settled`` from code with the placeholders ``name`` and ``values``."""
        source = code.format(name=kind.__name__, values=recorded_values(kind))
        self.override(settled=make_function(source, names))


_NAMES: Final = {
    "DONE": DONE,
    "OLD_REASONS": {UNHANDLED: "nothing"},  # older digests use this reason
    "UNSAVED": UNSAVED,
    "encode": encode_unchecked,
    "refuse": refuse_unwritable,
}
_SETTLED: Final = """
def settled(event):
    try:
        if event._outcome is DONE:
            keep(encode(({name!r}, {values})))
        else:
            reason = OLD_REASONS.get(event.reason, event.reason)
            keep(encode(({name!r}, {values}, event._outcome._value_, reason)))
    except UNSAVED:
        for name in event._fields_:
            refuse(event, name)
        raise
"""


# Digests of the state


_encode_lines: Final = msgspec.json.Encoder(enc_hook=enc_hook).encode_lines
_PARTIAL: Final = re.compile("3:([0-9a-f]{4}):([0-9a-f]+):")
_COMPONENT: Final = 40  # visiting a component takes as long as hashing this many bytes


def state_digest(world: World) -> str:
    """Hash the save of a world as 16 hexadecimal digits. Raise the errors of ``save_world``."""
    return hash_of(save_world(world))


def hash_of(text: bytes) -> str:
    """Return a hash of a saved state or other text, as 16 hexadecimal digits."""
    return blake2b(text, digest_size=8).hexdigest()


class StateDigests:
    """Creates digests of the state of a world, for recordings and replays.

    Attributes:
        size: The cost of hashing all components, measured in bytes. The size is infinite
            until ``partial`` has measured the components.
    """

    def __init__(self, world: World, *, with_parts: bool) -> None:
        self.size: float = inf
        self._world = world
        self._with_parts = with_parts
        classes = covered(world)
        components = world._entities.membership.components
        self._classes = {n: (components(cls).members, _row_of(cls)) for n, cls in classes.items()}
        self._names = _part("\n".join(cls.__name__ for cls in world.components).encode())
        self._sizes = dict.fromkeys(self._classes, 0)
        self._ordered = [*self._classes]  # numbers of component classes, smallest class first
        self._totals = [*self._sizes.values()]  # running totals of the class sizes, in that order
        # By count, the numbers of so many smallest classes, and the mask of these numbers.
        self._smallest: dict[int, tuple[list[int], int]] = {}

    def whole(self, state: bytes) -> str:
        """Return a digest of the whole state. ``state`` is the saved world."""
        parts = self._digits(self._encode(self._classes)[1]) if self._with_parts else ""
        return f"2:{hash_of(state)}{parts}"

    def partial(self, budget: int) -> str:
        """Return a digest of the smallest component classes that together fit into a byte budget.

        The first digest covers all classes, because their sizes are not known yet.
        """
        count = bisect(self._totals, budget)
        if count not in self._smallest:
            numbers = sorted(self._ordered[:count])
            self._smallest[count] = numbers, sum(map((1).__lshift__, numbers))
        covered, mask = self._smallest[count]
        rows, text = self._encode(covered)
        if self.size == inf or len(text) > budget:
            self._measure(covered, rows, text)
        return self._partial(mask, text)

    def like(self, recorded: str, save: Callable[[], bytes]) -> str:
        """Return a digest of the current state, in the same form as a recorded digest.

        The ``save`` function returns the saved state. A partial digest from a world with different
        component classes cannot be compared with the result.
        """
        if is_partial(recorded):
            mask = _names_and_mask(recorded)[1]
            covered = [number for number in self._classes if mask >> number & 1]
            return self._partial(mask, self._encode(covered)[1])
        state = save()
        if recorded.startswith("2:"):
            return self.whole(state)
        digest = hash_of(state)
        if digest != without_parts(recorded):
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # not every save is JSON
                digest = hash_of(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
        return digest

    def _encode(self, covered: Iterable[int]) -> tuple[list[Any], bytes]:
        """Return a row of ids and field values for each class, and all rows as JSON."""
        try:
            classes = map(self._classes.__getitem__, covered)
            rows = [row_of(held) if (held := find()) else [] for find, row_of in classes]
            return rows, _encode_lines(rows)
        except UNSAVED:
            save_world(self._world)  # raises an error that names the field
            raise

    def _measure(self, covered: list[int], rows: list[Any], text: bytes) -> None:
        """Measure the covered component classes, and sort all component classes by size."""
        sizes = self._sizes
        for number, row, line in zip(covered, rows, text.splitlines(), strict=True):
            sizes[number] = len(line) + _COMPONENT * len(row) // 2  # half of a row's items are ids
        self._ordered.sort(key=sizes.__getitem__)
        self._totals = [*accumulate(map(sizes.__getitem__, self._ordered))]
        self._smallest.clear()
        self.size = sum(sizes.values())

    def _partial(self, mask: int, text: bytes) -> str:
        check = crc32(text.replace(b"\n", b""))
        parts = self._digits(text) if self._with_parts else ""
        return f"3:{self._names}:{mask:x}:{check:08x}{parts}"

    def _digits(self, text: bytes) -> str:
        return "." + "".join(map(_part, text.splitlines()))


@per_class
def _row_of(cls: type[Component]) -> Callable[[dict[int, Component]], list[Any]]:
    """Return a function that lists the ids and field values in a dict from ids to components."""
    values = [f"part.{name}" for name in sorted(cls._fields_)] or ["None"]
    value = values[0] if len(values) == 1 else f"({', '.join(values)})"
    row = f"[*members, *[{value} for part in members.values()]]"
    return Code().function("members", [f"return {row}"])  # type: ignore[no-any-return]


def is_partial(digest: str) -> bool:
    """Return whether a digest covers only some component classes."""
    return digest.startswith("3:")


def covers(digest: str, other: str) -> bool:
    """Return whether a digest covers all component classes that another digest covers."""
    names, mask = _names_and_mask(digest)
    other_names, other_mask = _names_and_mask(other)
    return names in ("", other_names) and not other_mask & ~mask


def without_parts(digest: str) -> str:
    """Return a digest without its part for each component class."""
    return re.split("[ /.]", digest)[0]


def states_differ(first: str, second: str) -> bool | None:
    """Return whether two digests come from different states, or None if they are not comparable.

    Digests are comparable if they have the same form and cover the same component classes.
    """
    mine, theirs = without_parts(first), without_parts(second)
    comparable = mine and theirs and mine.rpartition(":")[0] == theirs.rpartition(":")[0]
    return mine != theirs if comparable else None


def parts_that_differ(world: World, first: str, second: str) -> tuple[str, ...]:
    """Return the names of the component classes that differ between two digests."""
    mine, theirs = (re.findall("....", digest.partition(".")[2]) for digest in (first, second))
    parts = zip(covered(world, first).values(), mine, theirs, strict=False)
    return tuple(cls.__name__ for cls, one, other in parts if one != other)


def _names_and_mask(digest: str) -> tuple[str, int]:
    partial = _PARTIAL.match(digest)
    return (partial[1], int(partial[2], 16)) if partial else ("", -1)  # -1 means all classes


def covered(world: World, digest: str = "") -> dict[int, type[Component]]:
    """Return a dict from numbers to the component classes that a digest covers."""
    mask = _names_and_mask(digest)[1]
    kinds = enumerate(world.components)  # world rules without fields are left out
    return {n: cls for n, cls in kinds if mask >> n & 1 and (cls._fields_ or not cls._rules_only_)}


def _part(text: bytes) -> str:
    return f"{crc32(text) & 0xFFFF:04x}"
