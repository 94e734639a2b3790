"""Who wrote a field of an event: the way a difference came about, handler by handler."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import attrs
import msgspec

from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.journal.reader import Journal
from eventcore.outcome import Outcome
from eventcore.replay.event_log import EventLog, divergences
from eventcore.replay.playback import Divergence, Playback
from eventcore.replay.simulation import Simulation
from eventcore.state.codec import fields_of, plain
from eventcore.state.short_text import short_repr
from eventcore.tap import Tap


@attrs.define
class _Note:
    """What is known of an event.

    Attributes:
        event: The event.
        values: What its fields held when last looked at.
        writers: By field, the handler that last wrote it.
        publisher: The handler that published it, where one did.
        waiting: What was published in its chain by the handler that runs now.
    """

    event: Event
    values: dict[str, Any]
    writers: dict[str, Handler] = attrs.field(factory=dict)
    publisher: Handler | None = None
    waiting: list[_Note] = attrs.field(factory=list)


class FieldOrigins(Tap):
    """A tap that notes of each event who published it and which handlers wrote its fields.

    It looks at the fields of all events in flight after each handler, so it is for short
    stretches.
    """

    def __init__(self) -> None:
        self._flight: list[_Note] = []
        self._notes: dict[int, _Note] = {}

    def published(self, event: Event) -> None:
        """Begin to note who writes the fields of an event."""
        note = _Note(event, _values(event))
        cause = event.cause
        if cause is not None and cause.outcome is Outcome.REPLACED:
            note.publisher = cause.failed_by
        elif self._flight and self._flight[-1].event is cause:
            self._flight[-1].waiting.append(note)
        self._flight.append(note)
        self._notes[event.sequence] = note

    def handled(self, event: Event, handler: Handler) -> None:
        """Note what has changed since the last handler."""
        for note in self._flight:
            values = _values(note.event)
            for name, value in values.items():
                if value != note.values[name]:
                    note.writers[name] = handler
            note.values = values
            if note.event is event:
                for child in note.waiting:
                    child.publisher = handler
                note.waiting.clear()

    def settled(self, event: Event) -> None:
        """Take the event from those in flight."""
        while self._flight and self._flight.pop().event is not event:
            pass

    def writer(self, sequence: int, field: str) -> Handler | None:
        """Name the handler that last wrote a field, in the event's chain or beneath it."""
        note = self._notes.get(sequence)
        if note is None:
            return None
        if field in ("outcome", "reason"):
            return note.event.failed_by
        return note.writers.get(field)

    def publisher(self, sequence: int) -> Handler | None:
        """Name the handler that published an event; None where it came from outside or later."""
        note = self._notes.get(sequence)
        return None if note is None else note.publisher


def _values(event: Event) -> dict[str, Any]:
    built = msgspec.to_builtins(fields_of(event), enc_hook=plain)
    return dict(built)


@attrs.frozen
class Blame:
    """A field of an event that differs, and who is to be asked about it.

    Attributes:
        event: The event's type and number.
        field: What of it differs.
        recorded: Its value in the recording.
        replayed: Its value in the replay.
        handler: Who wrote it last in the replay; where nobody did, who published the event
            with it. Empty where neither is known.
        wrote: True where that handler wrote it in the event's chain.
    """

    event: str
    field: str
    recorded: Any
    replayed: Any
    handler: str
    wrote: bool

    def __str__(self) -> str:
        values = f"{short_repr(self.recorded)} recorded, {short_repr(self.replayed)} replayed"
        said = f"{self.event}: {self.field} {values}"
        if not self.handler:
            return said
        did = "last written by" if self.wrote else "published with it by"
        return f"{said}; {did} {self.handler}"


def blame_for(
    divergence: Divergence,
    journal: Journal,
    begin: Callable[[], Simulation],
    restore: Callable[[bytes], Simulation] | None = None,
    *,
    start: int = 0,
) -> list[Blame]:
    """Find out in a second replay who wrote what differs first, and follow it to its causes.

    Of the event all fields that differ are given. One that nobody wrote, the event was
    published with; then the event that caused it is looked at as well, as long as it differs.

    Args:
        divergence: The first difference, found in an event.
        journal: The journal, read with its events.
        begin: Makes the simulation anew.
        restore: Makes a simulation of a saved state, for a journal with upgrades.
        start: The position to play from, where rules came into force; 0 for the beginning.

    Raises:
        JournalError: A record cannot be played, as for ``Playback.step``.
    """
    position = bisect_right(journal.lines, divergence.line) - 1
    if position < start:  # before the first record nothing is replayed a second time
        return [Blame(divergence.event, *_what_of(divergence), handler="", wrote=False)]
    bare = attrs.evolve(journal, events=[])
    playback = Playback(begin(), bare, position=start, restore=restore)
    while playback.position < position and playback.step():
        pass
    world = playback.simulation.world
    origins, log = FieldOrigins(), EventLog(world)
    world.tap(origins)
    playback.step()
    recorded = {event.seq: event for event in journal.events[position + 1]}
    replayed = {event.seq: event for event in log.take()}
    number = divergence.replayed if divergence.field == "seq" else divergence.sequence
    if number not in recorded or number not in replayed:
        # One of the two has no such event: there is no more to compare.
        return [_blame(origins, divergence.event, number, _what_of(divergence))]
    found: list[Blame] = []
    while number in recorded and number in replayed:
        event = replayed[number]
        name = f"{event.type} #{number}"
        fields = divergences(recorded[number], event)
        blames = [_blame(origins, name, number, what) for what in fields]
        found += blames
        if event.parent is None or all(blame.wrote for blame in blames):
            break
        number = event.parent
    return found


def _what_of(divergence: Divergence) -> tuple[str, Any, Any]:
    return divergence.field, divergence.recorded, divergence.replayed


def _blame(origins: FieldOrigins, name: str, number: int, what: tuple[str, Any, Any]) -> Blame:
    writer = origins.writer(number, what[0])
    handler = writer or origins.publisher(number)
    return Blame(name, *what, "" if handler is None else str(handler), writer is not None)
