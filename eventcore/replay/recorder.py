"""Recording: each intent is written down before it is performed, and now and then the state.

A state is kept beside the journal, where it has a file of keyframes, and its digest in it:
so a replay that comes to another state is found out, though no event told of it.
"""

from __future__ import annotations

from typing import Any, Final

from eventcore.errors import JournalError
from eventcore.journal.format import CLOSE, MARKS, UPGRADE, Record, Upgrade, encode_upgrade, pack
from eventcore.journal.writer import JournalWriter
from eventcore.replay.event_log import EventLog
from eventcore.replay.keyframes import Keyframes, keyframe_of
from eventcore.replay.simulation import Headed, Saving, Simulation
from eventcore.state.state_digest import digest_of

EVERY: Final = 100
"""The state is kept each time so many turns, or so many records, have gone by."""


class Recorder:
    """Performs intents on a simulation and keeps its journal.

    An intent that raises, an interrupt included, leaves the simulation where no replay
    comes by; closing then writes no digest.

    Attributes:
        writer: The journal.
        records: How many records it has, the header not counted.
        keyframes: Where states are kept whole; None where they are not.
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
        later: bool = False,
    ) -> None:
        """Begin to record on a simulation.

        Args:
            simulation: What is recorded. Of one that cannot be saved no states are kept.
            writer: Where to; it holds all that the simulation has performed so far.
            log: The log of its events, where these are to be written down too. What is
                in it already, as of an intent that was performed again, is so at once.
            records: How many records the journal has already.
            keyframes: Where states are kept whole, such as beside the journal.
            every: After how many turns or records a state is kept.
            later: Whether what can wait until the outcome of an intent was shown is left to
                ``settle``: to keep a state, and to have a record forced to the disk, which is done
                by a thread. The journal is the same; what nobody settles, the next intent does.

        Raises:
            JournalError: The record cannot be written.
        """
        self.writer = writer
        self.records: int = records
        self._simulation = simulation
        self._broken_off = False
        self._log = log
        self.keyframes = keyframes
        # The digest that a simulation has which was played to the end of a journal that goes on.
        self._resumed = writer.digest
        self._rules = simulation.header.rules if isinstance(simulation, Headed) else ""
        self._every = every
        self._later = later
        self._owes_state = False
        if later:
            writer.wait_for_settle()
        self._kept = (records, simulation.world.turn)
        # The digest of the state that the next record meets, where it was taken.
        self._state = ""
        self._write_events()

    def perform(self, intent: Any) -> Any:
        """Write an intent down with the digest of the state it meets, then perform it.

        What the system does not take, for want of space, is kept and written later; the
        writer's ``trouble`` tells.

        Raises:
            JournalError: The intent cannot be written, or has the name of a mark of journals'
                own; then it was not performed either.
        """
        self._keep_owed_state()
        name, version, data = self._simulation.encode(intent)
        if name in MARKS:
            raise JournalError(
                f"{name}: a journal calls a mark of its own so: give the intent another name"
            )
        self._broken_off = True
        self.mark(name, version, data)
        result = self._simulation.perform(intent)
        self._write_events()
        self._broken_off = False
        records, turn = self._kept
        if max(self.records - records, self._simulation.world.turn - turn) >= self._every:
            self.keep_state_soon()
        return result

    def settle(self) -> None:
        """Do what was left for when the outcome of the last intent has been shown."""
        self._keep_owed_state()
        self.writer.settle()

    def mark(self, name: str, version: int, data: Any) -> None:
        """Write a record of the moment, and perform nothing.

        Raises:
            JournalError: The record cannot be written, or the simulation is not where a journal
                that goes on ends: its replay has parted from it, say.
        """
        world, digest = self._simulation.world, self._simulation.digest
        if self._resumed and name != UPGRADE and digest.value != self._resumed:
            raise JournalError(
                f"{self.writer.path}: the simulation is not where the journal ends: play the "
                "journal back first, and go on only if no divergence was found"
            )
        self._resumed = ""
        seq, turn, sealed = world.sequence + 1, world.turn, digest.seal()
        try:
            self.writer.append(Record(seq, turn, name, version, None, data, sealed, self._state))
        except JournalError:
            digest.unseal()  # so that the next record has what a replay comes to
            raise
        self.records += 1
        self._state = ""

    def mark_upgrade(self, position: int, lost: int) -> None:
        """Record that from here on the rules of the simulation hold, and its state.

        Args:
            position: After how many records the state was kept from which it goes on.
            lost: How many intents after that are lost.

        Raises:
            JournalError: The record cannot be written.
        """
        simulation: Any = self._simulation
        turn, state = simulation.world.turn, pack(simulation.save())
        upgrade = Upgrade(simulation.header, position, turn, lost, state)
        self.mark(UPGRADE, 1, encode_upgrade(upgrade))

    def keep_state_soon(self) -> None:
        """Keep the whole state, at once or when it is to be settled."""
        self._owes_state = True
        if not self._later:
            self._keep_owed_state()

    def _keep_owed_state(self) -> None:
        if self._owes_state:
            self.keep_state()

    def keep_state(self) -> None:
        """Keep the whole state beside the journal, and have the next record tell its digest."""
        turn = self._simulation.world.turn
        self._owes_state = False
        self._kept = (self.records, turn)
        if not isinstance(self._simulation, Saving):
            return
        state = self._simulation.save()
        self._state = digest_of(state, self._simulation.world if self._log is not None else None)
        if self.keyframes is not None and not self.writer.trouble:
            checksum = self.writer.sum
            self.keyframes.add(keyframe_of(self._rules, self.records, turn, checksum, state))

    def close(self) -> None:
        """Write the last digest, and that of the state, and close the journal.

        Raises:
            JournalError: The end could not be written; the journal is closed still.
        """
        with self.writer:
            if not self._broken_off:
                self.mark_close()

    def mark_close(self) -> None:
        """Write what a clean end writes.

        Raises:
            JournalError: The record cannot be written.
        """
        if not self._state:
            self.keep_state()
        self.mark(CLOSE, 1, {})

    def _write_events(self) -> None:
        if self._log is not None:
            self.writer.append_events(self._log.take())
