"""Recording: each intent is written down before it is performed."""

from __future__ import annotations

from typing import Any

import msgspec

from eventcore.journal.format import CLOSE, Record
from eventcore.journal.writer import JournalWriter
from eventcore.replay.simulation import Simulation

__all__ = ["Recorder"]


class Recorder:
    """Performs intents on a simulation and keeps its journal.

    An intent that raises, an interrupt included, or that could not be written leaves
    the simulation where no replay comes by; closing then writes no digest.
    """

    def __init__(self, simulation: Simulation, writer: JournalWriter) -> None:
        self._simulation = simulation
        self._writer = writer
        self._broken_off = False

    def perform(self, intent: Any) -> Any:
        """Write an intent down with the digest of the state it meets, then perform it.

        Raises:
            JournalError: It could not be written; then it was not performed either.
        """
        name, version, data = self._simulation.encode(intent)
        self._broken_off = True
        self._append(name, version, data)
        result = self._simulation.perform(intent)
        self._broken_off = False
        return result

    def close(self) -> None:
        """Write the last digest and close the journal.

        Raises:
            JournalError: The digest could not be written; the journal is closed still.
        """
        with self._writer:
            if not self._broken_off:
                self._append(CLOSE, 1, b"{}")

    def _append(self, name: str, version: int, data: bytes) -> None:
        world = self._simulation.world
        digest = self._simulation.digest.seal()
        self._writer.append(
            Record(world.sequence + 1, world.turn, name, version, None, msgspec.Raw(data), digest)
        )
