"""Record a simulation: write each intent before performing it, and save the state at intervals."""

from __future__ import annotations

from math import inf
from typing import Any, Final

from eventcore.errors import JournalError
from eventcore.journal.format import CLOSE, MARKS, UPGRADE, Record, Upgrade, encode_upgrade, pack
from eventcore.journal.writer import JournalWriter
from eventcore.replay.event_log import EventLog
from eventcore.replay.keyframes import Keyframe, Keyframes
from eventcore.replay.simulation import Simulation
from eventcore.state.digest import StateDigests

EVERY: Final = 100  # the default number of turns or records after which the state is saved
_EVENTS: Final = 10_000  # after ``every`` turns, wait for half of all events, at most this many
_DIGESTS: Final = 10  # the maximum number of state digests between two saved states
_BYTES_PER_EVENT: Final = 50  # digest this many bytes of saved state per new event or record
_SAVE: Final = 10_000  # the fixed cost of saving any state, expressed as a number of bytes


class Recorder:
    """Performs intents on a simulation and records them in a journal.

    If the last intent raised an error, ``close`` omits the digest, because a replay cannot reach
    that state. Methods raise JournalError if a record cannot be written, or if the state of a
    resumed simulation does not match the end of its journal.
    """

    def __init__(
        self,
        simulation: Simulation,
        writer: JournalWriter,
        log: EventLog | None = None,
        *,
        records: int = 0,
        keyframes: Keyframes | None = None,
        every: int = EVERY,
    ) -> None:
        """Start recording a simulation.

        Args:
            simulation: The simulation.
            writer: The writer of a journal that contains all earlier intents of the simulation.
            log: The log of the simulation's events, or None to record no events. Events that are
                already in the log are written immediately.
            records: The number of records that are already in the journal.
            keyframes: Stores states, usually beside the journal. If None, states are not saved.
            every: The number of turns or records after which a state is saved.
        """
        self.writer = writer
        self.records: int = records
        self._simulation = simulation
        self._broken_off = False
        self._log = log
        self.keyframes = keyframes
        # In a resumed journal, the digest of the simulation must equal the last recorded digest.
        self._resumed = writer.digest
        self._rules = simulation.header.rules if hasattr(simulation, "header") else ""
        self._every = every
        self._kept = (records, simulation.world.turn, simulation.world.sequence)
        self._digests = StateDigests(simulation.world, with_parts=log is not None)
        self._size = inf  # the number of bytes of the last saved state
        self._state: str  # the state digest to write in the next record
        self._set_state("")
        self._counted = self._counts()
        self._write_events()

    def perform(self, intent: Any) -> Any:
        """Record an intent, with the digest of everything before it, and then perform the intent.

        Raises:
            JournalError: The intent cannot be recorded, or the world has changed since the last
                intent. The intent is then not performed. This error is also raised if the events
                of a performed intent cannot be recorded; to continue, resume the journal.
        """
        name, version, data = self._simulation.encode(intent)
        if name in MARKS:
            raise JournalError(f"{name}: this name is reserved; rename the intent")
        self._refuse_changes()
        self._broken_off = True
        self.mark(name, version, data)
        try:
            result = self._simulation.perform(intent)
        finally:
            self._counted = self._counts()
        self._write_events()
        self._broken_off = False
        records, turn = self._due
        if self.records >= records or self._simulation.world.agenda._turn >= turn:
            self._digest_state()
        return result

    def mark(self, name: str, version: int, data: Any) -> None:
        """Write a record without performing anything."""
        world, digest = self._simulation.world, self._simulation.digest
        if self._resumed and name != UPGRADE and digest.value != self._resumed:
            remedy = "play the journal back first, and continue only if the replay matches"
            said = f"the simulation is not at the end of the journal; {remedy}"
            raise JournalError(f"{self.writer.path}: {said}")
        self._resumed = ""
        seq, turn, sealed = world._sequence + 1, world.agenda._turn, digest.seal()
        try:
            self.writer.append(Record(seq, turn, name, version, None, data, sealed, self._state))
        except JournalError:
            digest.unseal()  # a replay seals a digest only for records that were written
            raise
        self.records += 1
        self._state = ""

    def mark_upgrade(self, position: int, lost: int) -> None:
        """Record the simulation's state and its new rules, which apply to all later records.

        The state was reached after ``position`` records. The intents after these records are
        discarded; ``lost`` is their number.
        """
        simulation: Any = self._simulation
        turn, state = simulation.world.turn, pack(simulation.save())
        upgrade = Upgrade(simulation.header, position, turn, lost, state)
        self.mark(UPGRADE, 1, encode_upgrade(upgrade))

    def keep_state(self) -> None:
        """Save the complete state as a keyframe, and put its digest into the next record."""
        world = self._simulation.world
        records, turn, _ = self._kept = (self.records, world.turn, world.sequence)
        state = self._simulation.save()
        self._size = len(state)
        self._set_state(self._digests.whole(state))
        if self.keyframes is not None:
            self.keyframes.add(Keyframe(self._rules, records, turn, self.writer.sum, state))

    def _digest_state(self) -> None:
        world, (records, turn, sequence) = self._simulation.world, self._kept
        enough = world.sequence - sequence >= min(world.sequence // 2, _EVENTS)
        if self.records - records >= self._every or (enough and world.turn - turn >= self._every):
            self.keep_state()
            return
        records, sequence = self._digested
        budget = _BYTES_PER_EVENT * (self.records - records + world.sequence - sequence)
        if _SAVE + self._size > budget:
            self._set_state(self._digests.partial())
        else:
            self._set_state(self._digests.whole(self._simulation.save()))

    def _set_state(self, digest: str) -> None:
        """Set the state digest of the next record, and determine when the next digest is due."""
        world, (records, turn, _), every = self._simulation.world, self._kept, self._every
        self._state = digest
        self._digested = (self.records, world.sequence)
        next_turn = world.turn + every // _DIGESTS
        self._due = (
            min(records + every, self.records + every // _DIGESTS),
            min(turn + every, next_turn) if turn + every > world.turn else next_turn,
        )

    def close(self) -> None:
        """Write the last digest and the digest of the state, and close the journal.

        Raises:
            JournalError: The last records could not be written, or the world has changed since the
                last intent. In both cases, the journal is closed.
        """
        with self.writer:
            if not self._broken_off:
                self.mark_close()

    def mark_close(self) -> None:
        """Write a record of type ``close``, which marks a clean end of the journal."""
        self._refuse_changes()
        if self._kept[0] != self.records or not self._state:
            self.keep_state()
        self.mark(CLOSE, 1, {})

    def _counts(self) -> tuple[int, ...]:
        """Return counts that show whether code outside of intents has changed the world."""
        world, agenda = self._simulation.world, self._simulation.world.agenda
        changes = world._sequence, world._outside, len(world._streams), world._entities.next_id
        return *changes, agenda._now, agenda.planned

    def _refuse_changes(self) -> None:
        if self._counts() != self._counted:
            self._broken_off = True
            raise JournalError(
                f"{self.writer.path}: the world has changed outside perform(), so a replay would "
                "differ: publish events, draw random numbers, and change entities or the agenda "
                "only in act() or in handlers; let time pass with run()"
            )

    def _write_events(self) -> None:
        if self._log is not None:
            try:
                self.writer.append_events(self._log.take())
            except BaseException:
                self.writer.close()  # otherwise, the next line would mix two intents' events
                raise
