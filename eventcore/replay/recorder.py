"""Recording: each intent is written down before it is performed."""

from __future__ import annotations

from typing import Any

from eventcore.journal.format import CLOSE, Record
from eventcore.journal.writer import JournalWriter
from eventcore.replay.event_log import EventLog
from eventcore.replay.simulation import Simulation


class Recorder:
    """Performs intents on a simulation and keeps its journal.

    An intent that raises, an interrupt included, leaves the simulation where no replay
    comes by; closing then writes no digest.

    Attributes:
        writer: The journal.
    """

    def __init__(
        self, simulation: Simulation, writer: JournalWriter, log: EventLog | None = None
    ) -> None:
        """Begin to record on a simulation.

        Args:
            simulation: What is recorded.
            writer: Where to; it holds all that the simulation has performed so far.
            log: The log of its events, where these are to be written down too. What is
                in it already, as of an intent that was performed again, is so at once.

        Raises:
            JournalError: The record cannot be written.
        """
        self.writer = writer
        self._simulation = simulation
        self._broken_off = False
        self._log = log
        self._write_events()

    def perform(self, intent: Any) -> Any:
        """Write an intent down with the digest of the state it meets, then perform it.

        What the system does not take, for want of space, is kept and written later; the
        writer's ``trouble`` tells.

        Raises:
            JournalError: The intent cannot be written; then it was not performed either.
        """
        name, version, data = self._simulation.encode(intent)
        self._broken_off = True
        self.mark(name, version, data)
        result = self._simulation.perform(intent)
        self._write_events()
        self._broken_off = False
        return result

    def mark(self, name: str, version: int, data: Any) -> None:
        """Write a record of the moment, and perform nothing.

        Raises:
            JournalError: The record cannot be written.
        """
        world, digest = self._simulation.world, self._simulation.digest.seal()
        seq, turn = world.sequence + 1, world.turn
        self.writer.append(Record(seq, turn, name, version, None, data, digest))

    def close(self) -> None:
        """Write the last digest and close the journal.

        Raises:
            JournalError: The end could not be written; the journal is closed still.
        """
        with self.writer:
            if not self._broken_off:
                self.mark(CLOSE, 1, {})

    def _write_events(self) -> None:
        if self._log is not None:
            self.writer.append_events(self._log.take())
