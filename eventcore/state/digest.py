"""Digests are hashes of everything that has happened in a world, and of the world's state.

The running digest is a hash of the settled Actions, Changes and Broadcasts. A digest of the whole
state begins with ``2:``. A partial digest covers only some component classes, and begins with
``4:`` or, in older journals, ``3:``. docs/journal.md describes the format of each digest.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from itertools import accumulate
from math import inf
from typing import Any, Final, get_origin
from zlib import crc32

import msgspec

from eventcore.codegen import Code, make_function, per_class
from eventcore.component import Component
from eventcore.event import Action, Broadcast, Change, Event
from eventcore.outcome import DONE, UNHANDLED
from eventcore.schema.fixed import Fixed
from eventcore.schema.hints import hints_of
from eventcore.schema.values import (
    UNSAVED,
    enc_hook,
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
        names = _NAMES | {"keep": self._settled.append}
        self._hook_of = per_class(lambda kind: SettledHook(kind, _SETTLED, names))
        world.tap(self)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Return a tap that records events as they settle, before observers can change them."""
        return self._hook_of(kind) if issubclass(kind, Action | Change | Broadcast) else Tap()

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
        counts = [world.agenda._turn, time_of(world), world._sequence, world.draws()]
        if planned := world.agenda.planned:
            counts.append(planned)
        lines = [*self._settled, encode_unchecked(counts)]
        self._before_seal = self.value, lines
        self._settled.clear()
        self.value = hash_of(self.value.encode() + b"\n".join(lines))
        return self.value

    def unseal(self) -> None:
        """Undo the last seal. Call this if the record with the new digest could not be written."""
        self.value, lines = self._before_seal
        self._settled[:0] = lines[:-1]


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
_PARTIAL: Final = re.compile("[34]:[0-9a-f]{4}:([0-9a-f]+):")
_COMPONENT: Final = 80  # visiting a component takes as long as hashing this many bytes
_SMALL: Final = 16_000  # the total size of the classes that each partial digest covers
_LARGE: Final = 12_000  # the least size of the other classes that each partial digest covers
_TURNS: Final = 4  # the maximum number of partial digests that together cover all classes


def state_digest(world: World) -> str:
    """Hash the save of a world as 16 hexadecimal digits. Raise the errors of ``save_world``."""
    return hash_of(save_world(world))


def hash_of(text: bytes) -> str:
    """Return a hash of a saved state or other text, as 16 hexadecimal digits."""
    return blake2b(text, digest_size=8).hexdigest()


class StateDigests:
    """Creates digests of the state of a world, for recordings and replays.

    Attributes:
        size: The cost of hashing all components, measured in bytes. If the size is infinite,
            ``partial`` measures all components.
    """

    def __init__(self, world: World, *, with_parts: bool) -> None:
        self.size: float = inf
        self._world = world
        self._with_parts = with_parts
        self._classes = tuple(covered(world).items())
        components = world._entities.membership.components
        self._members = [components(cls).members for _, cls in self._classes]
        self._read = _row_reader(self._classes, False)
        self._names = _part("\n".join(cls.__name__ for cls in world.components).encode())
        self._masks = deque[int]()  # the classes that the next partial digests cover, in turn

    def whole(self, state: bytes) -> str:
        """Return a digest of the whole state. ``state`` is the saved world."""
        text = self._encode(-1, tables=True) if self._with_parts else b""
        return f"2:{hash_of(state)}{self._parts(text)}"

    def partial(self, budget: int) -> str:
        """Return a digest of the small component classes, and of some of the large ones in turn.

        If the size is infinite, cover and measure all classes. Small classes fit into the budget.
        """
        new = self.size == inf
        mask = sum(1 << n for n, _ in self._classes) if new else self._masks[0]
        text = self._encode(mask)
        self._masks.rotate()
        if new:
            self._measure(text, budget)
        return self._partial("4", mask, text)

    def like(self, recorded: str, save: Callable[[], bytes]) -> str:
        """Return a digest of the current state, in the same form as a recorded digest.

        The ``save`` function returns the saved state. A partial digest from a world with different
        component classes cannot be compared with the result.
        """
        if is_partial(recorded):
            form, mask = recorded[0], _mask_of(recorded)
            return self._partial(form, mask, self._encode(mask, tables=form == "3"))
        state = save()
        if recorded.startswith("2:"):
            return self.whole(state)
        digest = hash_of(state)
        if digest != without_parts(recorded):
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # not every save is JSON
                digest = hash_of(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
        return digest

    def _encode(self, mask: int, *, tables: bool = False) -> bytes:
        """Return a line of JSON for each class in a mask, with its ids and field values."""
        try:
            read = _row_reader(self._classes, True) if tables else self._read
            return _encode_lines(read(mask, self._members))
        except UNSAVED:
            save_world(self._world)  # raises an error that names the field
            raise

    def _measure(self, text: bytes, budget: int) -> None:
        """Measure all classes, and decide which of them the next digests cover."""
        rows = zip(self._classes, self._members, text.splitlines(), strict=True)
        sizes = sorted((len(row) + _COMPONENT * len(find()), 1 << n) for (n, _), find, row in rows)
        totals = [*accumulate((size for size, _ in sizes), initial=0)]
        self.size = totals[-1]
        small, bits = bisect(totals, max(_SMALL, budget)) - 1, [bit for _, bit in sizes]
        turns = min(_TURNS, 1 + (self.size - totals[small]) // max(_LARGE, budget))
        masks = (sum(bits[:small] + bits[small + turn :: turns]) for turn in range(turns))
        self._masks = deque(masks)

    def _partial(self, form: str, mask: int, text: bytes) -> str:
        check = crc32(text.replace(b"\n", b"") if form == "3" else text)
        return f"{form}:{self._names}:{mask:x}:{check:08x}{self._parts(text)}"

    def _parts(self, text: bytes) -> str:
        return "." + "".join(map(_part, text.splitlines())) if self._with_parts else ""


@per_class
def _row_reader(classes: tuple[tuple[int, Any], ...], tables: bool) -> Callable[..., list[Any]]:
    """Compile a function that lists the ids and field values of each class in a mask.

    The function also takes a function for each class that returns its components. Unless
    ``tables`` is true, fixed tables are replaced by their checksums.
    """
    code, lines = Code(), ["rows = []"]
    fixed = "part.{}" if tables else code.name(_checked) + "(part.{})"
    for place, (number, cls) in enumerate(classes):
        values = [
            (fixed if (get_origin(hint) or hint) is Fixed else "part.{}").format(name)
            for name, hint in sorted(hints_of(cls).items())
        ] or ["None"]
        value = values[0] if len(values) == 1 else f"({', '.join(values)})"
        row = f"[*held, *[{value} for part in held.values()]] if held else []"
        lines += [f"if mask & {1 << number}:", f"    held = found[{place}]()"]
        lines += [f"    rows.append({row})"]
    return code.function("mask, found", [*lines, "return rows"])  # type: ignore[no-any-return]


def _checked(table: Any) -> Any:
    """Return the checksum of a fixed table, and any other value as it is."""
    if table.__class__ is Fixed and table._check is None:
        table._check = f"{crc32(_encode_lines([table])):08x}"
    return table._check if table.__class__ is Fixed else table


def is_partial(digest: str) -> bool:
    """Return whether a digest covers only some component classes."""
    return digest.startswith(("3:", "4:"))


def covers(digest: str, other: str) -> bool:
    """Return whether a digest covers all component classes that another digest covers."""
    return not _mask_of(other) & ~_mask_of(digest)


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


def _mask_of(digest: str) -> int:
    partial = _PARTIAL.match(digest)
    return int(partial[1], 16) if partial else -1  # -1 means all classes


def covered(world: World, digest: str = "") -> dict[int, type[Component]]:
    """Return a dict from numbers to the component classes that a digest covers."""
    mask = _mask_of(digest)
    kinds = enumerate(world.components)  # world rules without fields are left out
    return {n: cls for n, cls in kinds if mask >> n & 1 and (cls._fields_ or not cls._rules_only_)}


def _part(text: bytes) -> str:
    return f"{crc32(text) & 0xFFFF:04x}"
