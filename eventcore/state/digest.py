"""Digests are hashes of everything that has happened in a world, and of the world's state.

The running digest is a hash of the settled Actions, Changes and Broadcasts. A digest of the whole
state begins with ``2:``. A partial digest covers only the components, and begins with ``5:``,
``4:`` or, in older journals, ``3:``. docs/journal.md describes the format of each digest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final
from zlib import crc32

import msgspec

from eventcore.codegen import Code, make_function, per_class
from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Action, Broadcast, Change, Event
from eventcore.outcome import DONE, UNHANDLED
from eventcore.schema.fixed import Fixed
from eventcore.schema.hints import hints_of
from eventcore.schema.values import UNSAVED, enc_hook, encode_unchecked, refuse_unwritable
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
        values = ", ".join(
            f"event.{name} and event.{name}.id" if name in kind._roles_ else f"event.{name}"
            for name in sorted(kind._fields_)
        )
        source = code.format(name=kind.__name__, values=values)
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


def state_digest(world: World) -> str:
    """Hash the save of a world as 16 hexadecimal digits. Raise the errors of ``save_world``."""
    return hash_of(save_world(world))


def hash_of(text: bytes) -> str:
    """Return a hash of a saved state or other text, as 16 hexadecimal digits."""
    return blake2b(text, digest_size=8).hexdigest()


class StateDigests:
    """Creates digests of the state of a world, for recordings and replays."""

    def __init__(self, world: World, *, with_parts: bool) -> None:
        self._world = world
        self._with_parts = with_parts
        self._classes = tuple(covered(world).items())
        self._names = _check("\n".join(cls.__name__ for cls in world.components).encode())[4:]

    def whole(self, state: bytes) -> str:
        """Return a digest of the whole state. ``state`` is the saved world."""
        text = self._classes_text(-1, tables=True) if self._with_parts else b""
        return f"2:{hash_of(state)}{self._parts(text)}"

    def partial(self) -> str:
        """Return a digest of all components, which takes less time than saving the world."""
        every = sum(1 << number for number, _ in self._classes)
        return self._by_class("4", every) if self._with_parts else self._by_entity()

    def like(self, recorded: str, save: Callable[[], bytes]) -> str:
        """Return a digest of the current state, in the same form as a recorded digest.

        The ``save`` function returns the saved state. A partial digest from a world with different
        component classes cannot be compared with the result.
        """
        if recorded.startswith("5:"):
            return self._by_entity()
        if is_partial(recorded):
            return self._by_class(recorded[0], _mask_of(recorded))
        state = save()
        if recorded.startswith("2:"):
            return self.whole(state)
        digest = hash_of(state)
        if digest != without_parts(recorded):
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # not every save is JSON
                digest = hash_of(msgspec.json.encode(msgspec.json.decode(state), order="sorted"))
        return digest

    def _by_entity(self) -> str:
        """Return a digest of a line of JSON for each entity, faster than a line for each class."""
        entities = self._world._entities.by_id.values()
        archetypes = {each._archetype for each in entities}
        readers = {archetype: _entity_reader(archetype.own) for archetype in archetypes}
        text = self._encode(lambda: [readers[each._archetype](each) for each in entities])
        return f"5:{self._names}:{_check(text)}"

    def _by_class(self, form: str, mask: int) -> str:
        text = self._classes_text(mask, tables=form == "3")
        check = _check(text.replace(b"\n", b"") if form == "3" else text)
        return f"{form}:{self._names}:{mask:x}:{check}{self._parts(text)}"

    def _classes_text(self, mask: int, *, tables: bool = False) -> bytes:
        """Return a line of JSON for each class in a mask, with its ids and field values."""
        read, find = _row_reader(self._classes, tables), self._world._entities.membership.components
        return self._encode(lambda: read(mask, find))

    def _encode(self, read: Callable[[], list[Any]]) -> bytes:
        try:
            return _encode_lines(read())
        except UNSAVED:
            save_world(self._world)  # raises an error that names the field
            raise

    def _parts(self, text: bytes) -> str:
        parts = [_check(line)[4:] for line in text.splitlines()]
        return "." + "".join(parts) if self._with_parts else ""


@per_class
def _entity_reader(classes: Any) -> Callable[[Entity], Any]:
    """Compile a function that lists the id, the classes and the field values of an entity."""
    code, names = Code(), [cls.__name__ for cls in classes]
    checked = code.name(_checked)
    values = ["entity.id", repr(_check("\n".join(names).encode()))]
    for slot, cls in enumerate(classes):
        values += _values(cls, f"part{slot}", checked)
    parts = "".join(f"part{slot}, " for slot, _ in enumerate(classes))
    lines = [f"{parts}*_, = entity._parts", f"return ({', '.join(values)})"]
    return code.function("entity", lines)  # type: ignore[no-any-return]


@per_class
def _row_reader(classes: tuple[tuple[int, Any], ...], tables: bool) -> Callable[..., list[Any]]:
    """Compile a function that lists the ids and field values of each class in a mask.

    The function also takes a function that finds the members of a class. Unless ``tables`` is
    true, fixed tables are replaced by their checksums.
    """
    code, lines = Code(), ["rows = []"]
    checked = "" if tables else code.name(_checked)
    for number, cls in classes:
        values = _values(cls, "part", checked) or ["None"]
        value = values[0] if len(values) == 1 else f"({', '.join(values)})"
        row = f"[*held, *[{value} for part in held.values()]] if held else []"
        lines += [f"if mask & {1 << number}:", f"    held = find({code.name(cls)}).members()"]
        lines += [f"    rows.append({row})"]
    return code.function("mask, find", [*lines, "return rows"])  # type: ignore[no-any-return]


def _values(cls: Any, part: str, check: str) -> list[str]:
    """Return code for the values of a component's fields, sorted by name."""
    hints = sorted(hints_of(cls).items())
    kinds = [(f"{part}.{name}", getattr(hint, "__origin__", hint)) for name, hint in hints]
    return [f"{check}({value})" if kind is Fixed else value for value, kind in kinds]


def _checked(table: Any) -> Any:
    """Return the checksum of a fixed table, and any other value as it is."""
    if table.__class__ is Fixed and table._check is None:
        table._check = _check(_encode_lines([table]))
    return table._check if table.__class__ is Fixed else table


def is_partial(digest: str) -> bool:
    """Return whether a digest covers only components."""
    return digest.startswith(("3:", "4:", "5:"))


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


def _check(text: bytes) -> str:
    return f"{crc32(text):08x}"
