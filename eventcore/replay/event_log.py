"""Settled events, as a journal keeps them, and how two of them differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from eventcore.codegen import make_function
from eventcore.errors import EventcoreError
from eventcore.event import Event
from eventcore.journal.settled import Row, Settled, SettledEvents
from eventcore.outcome import DONE, UNHANDLED
from eventcore.replay.names import Called, Newcomers
from eventcore.schema.encoding import enc_hook, recorded_fields, recorded_values
from eventcore.tap import Tap
from eventcore.text import shorten
from eventcore.world import World


class _Absent:
    def __repr__(self) -> str:
        return "(not there)"


ABSENT: Final = _Absent()
"""Stands for the value of a field that an event does not have: another than ``None``."""


class EventLog(Tap):
    """A tap that keeps the events that have settled since they were last taken.

    Where it knows what entities are called, it also tells who has come to be with these events.
    """

    def __init__(self, world: World, name: Called | None = None) -> None:
        """Begin with what settles from now on.

        Args:
            world: Whose events they are.
            name: Says what an entity of it is called, as that of a ``Source`` does; those there
                are already are named by ``name_all`` alone.
        """
        self._world = world
        self._newcomers = None if name is None else Newcomers(world, name)
        self._settled: list[Row] = []
        self._fields: dict[str, list[str]] = {}
        self._hooks: dict[type[Event], Tap] = {}
        world.tap(self)

    def tap_for(self, kind: type[Event]) -> Tap:
        """Keep events as they settle, as the rows they are written in.

        Raises:
            EventcoreError: Another type of the same name has other fields.
        """
        found = self._hooks.get(kind)
        if found is None:
            fields = recorded_fields(kind)
            if self._fields.setdefault(kind.__name__, fields) != fields:
                raise EventcoreError(
                    f"there are two events called {kind.__name__}, with other fields: rename "
                    "one, for a journal knows them by their names"
                )
            found = _SettledHook(kind, self._world, self._settled.append, self._newcomers)
            self._hooks[kind] = found
        return found

    def name_all(self) -> dict[str, str]:
        """Name all there are now, by their ids, for a header: none is named with events again."""
        return {} if self._newcomers is None else self._newcomers.take_all()

    def take(self) -> SettledEvents:
        """Give what has settled since it was last asked, and forget it."""
        # Who came where nothing settled is named with the next that does.
        names = self._newcomers.take() if self._newcomers is not None and self._settled else {}
        taken = SettledEvents(self._settled.copy(), self._fields, names)
        self._settled.clear()
        return taken


class _SettledHook(Tap):
    """The log's hook for the events of one type."""

    records = True

    def __init__(
        self,
        kind: type[Event],
        world: World,
        keep: Callable[[Row], None],
        newcomers: Newcomers | None,
    ) -> None:
        names: dict[str, Any] = {"DONE": DONE, "keep": keep, "agenda": world.agenda}
        source = _SETTLED.format(name=kind.__name__, values=recorded_values(kind))
        keep_row, entities = make_function(source, names), world._entities

        def settled(event: Event) -> None:
            if newcomers is not None and entities.next_id > newcomers.next_id:
                newcomers.look()
            keep_row(event)

        self.override(settled=keep_row if newcomers is None else settled)


_SETTLED: Final = """
def settled(event):
    cause = event._cause
    parent = None if cause is None else cause._sequence
    row = ({name!r}, event._sequence, agenda._turn, parent, {values})
    keep(row if event._outcome is DONE else (*row, event._outcome._value_, event.reason))
"""


def name_of_event(event: Settled) -> str:
    """Write the type and the number of a settled event."""
    return f"{shorten(event.type)} #{event.seq}"


def divergence_of(recorded: Settled, replayed: Settled) -> tuple[str, Any, Any] | None:
    """Name the first field in which two settled events differ, and its values, or ABSENT."""
    return next(divergences(recorded, replayed), None)


def divergences(recorded: Settled, replayed: Settled) -> Iterator[tuple[str, Any, Any]]:
    """Name each field in which two settled events differ, and its values, or ABSENT."""
    for name in ("type", "seq", "turn", "parent", "outcome", "reason"):
        one, other = getattr(recorded, name), getattr(replayed, name)
        # Older journals call an unhandled event's reason "nothing".
        if one != other and not (name == "reason" and {one, other} == {"nothing", UNHANDLED}):
            yield name, one, other
    data = _encode(recorded.data), _encode(replayed.data)
    if data[0] != data[1]:
        yield from _of_fields(*map(msgspec.json.decode, data))


def _of_fields(mine: dict[str, Any], theirs: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in [*mine, *(name for name in theirs if name not in mine)]:
        one, other = mine.get(name, ABSENT), theirs.get(name, ABSENT)
        # Equal is not enough: to JSON false is not 0, and 0.0 is not either.
        if one is ABSENT or other is ABSENT or _encode(one) != _encode(other):
            yield name, one, other


_encode: Final = msgspec.json.Encoder(enc_hook=enc_hook, order="deterministic").encode
