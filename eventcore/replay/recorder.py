"""Recording: each intent is written down before it is performed."""

from __future__ import annotations

from typing import Any

import msgspec

from eventcore.journal.format import CLOSE, Record
from eventcore.journal.writer import JournalWriter
from eventcore.replay.simulation import Simulation

__all__ = ["Recorder"]


class Recorder:
    """Performs intents on a simulation and keeps its journal."""

    def __init__(self, simulation: Simulation, writer: JournalWriter) -> None:
        self._simulation = simulation
        self._writer = writer

    def perform(self, intent: Any) -> Any:
        """Write an intent down with the digest of the state it meets, then perform it.

        Raises:
            JournalError: It could not be written; then it was not performed either.
        """
        name, version, data = self._simulation.encode(intent)
        self._append(name, version, data)
        return self._simulation.perform(intent)

    def close(self) -> None:
        """Write the last digest and close the journal."""
        self._append(CLOSE, 1, b"{}")
        self._writer.close()

    def _append(self, name: str, version: int, data: bytes) -> None:
        world = self._simulation.world
        digest = self._simulation.digest.seal()
        self._writer.append(
            Record(world.sequence + 1, world.turn, name, version, None, msgspec.Raw(data), digest)
        )
