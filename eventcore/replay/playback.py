"""Play a journal back: perform its intents on a new simulation and compare the digests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from eventcore.errors import DescriptionError, JournalError, RaisedError, SaveError
from eventcore.journal.format import Record, decode_upgrade, unpack
from eventcore.journal.reader import Journal
from eventcore.replay.event_log import EventLog, first_difference, name_of_event
from eventcore.replay.simulation import Simulation
from eventcore.state.digest import (
    StateDigests,
    covered,
    is_partial,
    parts_that_differ,
    states_differ,
)
from eventcore.text import short_value, shorten

STATE: Final = "state"  # the ``field`` of a Divergence if only the state differs


@attrs.frozen
class Divergence:
    """The first difference between a recording and its replay.

    Attributes:
        turn: The turn of the record, or the turn of the replay if the turns differ.
        line: The line number of the record or event; for a missing event, a nearby line.
        field: The field that differs: ``digest``, ``turn``, ``seq`` or ``state`` of a record, or
            any field of an event.
        recorded, replayed: The values of the field in the journal and in the replay.
        event, sequence: The event that differs, such as ``Lose #3``, and its number, such as 3.
        since: The last turn on which the differing parts of the state were still equal, or None.
        parts: The names of the component classes whose state differs, if they are known.
        intent: The type of the intent that caused the event; empty if the intent is unknown.
        origin: Text that names the keyframe where the replay began; empty if it began at turn 0.
    """

    turn: int
    line: int
    field: str
    recorded: Any
    replayed: Any
    event: str = ""
    sequence: int = 0
    since: int | None = None
    parts: tuple[str, ...] = ()
    intent: str = ""
    origin: str = attrs.field(default="", eq=False)

    def __repr__(self) -> str:
        return f"<Divergence: {self}>"

    def __str__(self) -> str:
        if self.field == STATE:
            since = "" if self.since is None else f", but not on turn {self.since}"
            which = f": {shorten(', '.join(self.parts))}" if self.parts else ""
            where = f"on turn {self.turn} (line {self.line}){since}{which}"
            return f"{self.origin}the state differs {where}"
        after = f", after the intent {shorten(self.intent)}" if self.intent else ""
        at = f"{self.origin}differs first on turn {self.turn} (line {self.line}){after}"
        if self.event and self.field == "type":
            recorded = self.event if self.recorded else "nothing"
            replayed = self.event if not self.recorded else shorten(self.replayed or "nothing")
            return f"{at}: recorded {recorded}, replayed {replayed}"
        # Quote text from the journal, because it may contain terminal control characters.
        event = f"{self.event}: " if self.event else ""
        field = "number of the next event" if self.field == "seq" else shorten(self.field)
        return (
            f"{at}: {event}{field} {short_value(self.recorded)} recorded, "
            f"{short_value(self.replayed)} replayed"
        )


@attrs.define(eq=False)
class Playback:
    """Plays a journal back on a simulation, record by record, and compares digests and events.

    Attributes:
        simulation: The simulation in its current state; an upgrade replaces this object.
        journal: The journal to play.
        position: The number of records that have been played.
        restore: A function that restores a simulation from a saved state; required if the journal
            has upgrades.
        log: A log of the simulation's events, which may already contain the events of the setup.
        divergence: The first difference since the last upgrade, if any.
        error: The error that stopped the playback, if any. The simulation may have performed part
            of the current record, so the record cannot be played again.
        same: The records whose state digests matched the replay.
    """

    simulation: Simulation
    journal: Journal
    position: int = attrs.field(default=0, kw_only=True)
    restore: Callable[[bytes], Simulation] | None = attrs.field(default=None, kw_only=True)
    log: EventLog | None = attrs.field(default=None, kw_only=True)
    divergence: Divergence | None = attrs.field(default=None, init=False)
    error: JournalError | None = attrs.field(default=None, init=False)
    same: list[Record] = attrs.field(factory=list, init=False)
    _digests: StateDigests | None = attrs.field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        log, events = self.log, self.journal.events
        if not events or not self.journal.header.events:
            self.log = None
        elif log is None:
            self.log = EventLog(self.simulation.world)
        # Compare the events of the setup only if the recording began before the setup.
        elif not self.position and events[0]:
            self._compare_events(0, log)

    def step(self) -> bool:
        """Play the next record. Return False at the end of the journal.

        Raises:
            JournalError: The simulation does not know the intent, or cannot restore the state of
                an upgrade. All later calls raise the same error.
            RaisedError: A handler raised an error. All later calls raise the same error.
        """
        if self.error is not None:
            raise self.error.with_traceback(None)
        if self.position == len(self.journal.records):
            return False
        record, line = self.journal.records[self.position], self.journal.lines[self.position]
        try:
            self._play(record, line)
        except JournalError as error:
            self.error = error
            raise
        except BaseException:  # an interrupt may also leave a record half played
            reason = f"line {line}: the playback was interrupted here; start a new playback"
            self.error = JournalError(reason, line=line)
            raise
        self.position += 1
        return True

    def look_ahead(self) -> Divergence | None:
        """Compare the state with the next record without playing it, and return any divergence."""
        records, position = self.journal.records, self.position
        if position < len(records) and not records[position].is_upgrade:
            self.divergence = self._compare(records[position], self.journal.lines[position])
            self.simulation.digest.unseal()
        return self.divergence

    def _play(self, record: Record, line: int) -> None:
        if record.is_upgrade:
            self._upgrade(record, line)
        self.divergence = self._compare(record, line)
        if record.is_intent:
            perform_record(record, line, self.simulation, self.simulation.perform)
        if self.log is not None:
            self._compare_events(self.position + 1, self.log)

    def _state_for(self, record: Record) -> str:
        """Return the digest of the state, or an empty str if the state need not be compared."""
        if not record.state or record.is_upgrade or self.divergence is not None:
            return ""
        if self._digests is None:
            with_parts = self.journal.header.events
            self._digests = StateDigests(self.simulation.world, with_parts=with_parts)
        return self._digests.like(record.state, self.simulation.save)

    def _compare(self, record: Record, line: int) -> Divergence | None:
        """Seal the digest, and return the first difference up to this record, if any."""
        state, world = self._state_for(record), self.simulation.world
        digest = self.simulation.digest.seal()
        if self.divergence is not None:
            return self.divergence
        for field, recorded, replayed in (
            ("digest", record.digest, digest),
            ("turn", record.turn, world.turn),
            ("seq", record.seq, world.sequence + 1),
        ):
            if recorded != replayed:
                turn = world.turn if field == "turn" else record.turn
                return Divergence(turn, line, field, recorded, replayed)
        differ = states_differ(state, record.state)
        if differ:
            parts = parts_that_differ(world, record.state, state)
            needed, same = covered(world, record.state).keys(), reversed(self.same)
            if not (parts or is_partial(record.state)):  # scheduled events or draws may differ
                same = (each for each in same if not is_partial(each.state))
            equal = (each.turn for each in same if covered(world, each.state).keys() >= needed)
            since, values = next(equal, None), (record.state, state)
            return Divergence(record.turn, line, STATE, *values, since=since, parts=parts)
        if differ is False:
            self.same.append(record)
        return None

    def _compare_events(self, place: int, log: EventLog) -> None:
        recorded, replayed = self.journal.events[place], list(log.take())
        if self.divergence is not None:
            return
        if place == len(self.journal.records):  # the events of the last intent may be incomplete
            numbers = {event.seq for event in recorded}
            replayed = [event for event in replayed if event.seq in numbers]
        found = first_difference(recorded, replayed)
        if found is not None:
            pair, difference = found
            event: Any = pair[0] or pair[1]
            self.divergence = Divergence(
                event.turn,
                self.journal.event_line(place),
                *difference,
                name_of_event(event),
                event.seq,
                intent=self.journal.records[place - 1].type if place else "",
            )

    def _upgrade(self, record: Record, line: int) -> None:
        if self.restore is None:
            reason = f"line {line}: to play an upgrade record, pass the `restore` argument"
            raise JournalError(reason)
        try:
            self.simulation = self.restore(unpack(decode_upgrade(record, line).state))
        except SaveError as error:
            reason = f"line {line}: the saved state cannot be restored: {error}"
            raise JournalError(reason, line=line) from None
        self._digests = self.divergence = None
        if self.log is not None:
            self.log = EventLog(self.simulation.world)


def perform_record(
    record: Record, line: int, simulation: Simulation, perform: Callable[[Any], object]
) -> None:
    """Decode and perform the intent in a record. Raise RaisedError if a handler raises an error."""
    try:
        intent = simulation.decode(record.type, record.v, record.data)
    except JournalError as error:
        raise JournalError(f"line {line}: {error}", line=line) from None
    try:
        perform(intent)
    except DescriptionError:  # the user's name function raised it, not a handler
        raise
    except Exception as error:
        notes = "; ".join(getattr(error, "__notes__", ()))
        said = f"{type(error).__name__}: {error}" + (f" ({notes})" if notes else "")
        reason = f"raises on turn {simulation.world.turn} (line {line}): {' '.join(said.split())}"
        raise RaisedError(reason, line=line) from error


def verify(
    simulation: Simulation,
    journal: Journal,
    *,
    restore: Callable[[bytes], Simulation] | None = None,
) -> Divergence | None:
    """Replay a journal on a new simulation, and return the first difference, or None.

    See ``Playback`` for the arguments and ``Playback.step`` for the errors raised. Also check
    ``journal.problem``: a damaged journal is replayed only up to the damage.
    """
    playback = Playback(simulation, journal, restore=restore)
    while playback.divergence is None and playback.step():
        pass
    return playback.divergence
