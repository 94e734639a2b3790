"""Playing a journal back: the same intents on a fresh simulation, digests compared."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from eventcore.errors import JournalError
from eventcore.journal.format import CLOSE, Record
from eventcore.journal.reader import Journal
from eventcore.replay.simulation import Simulation

__all__ = ["Divergence", "Playback", "verify"]


@attrs.frozen
class Divergence:
    """Where a replay first differs from its journal.

    Attributes:
        turn: The turn in which the record was made, or the replay's where these differ.
        line: The line of the record that differs.
        field: What of it differs: ``digest``, or only ``turn`` or ``seq``.
        recorded: Its value in the journal.
        replayed: Its value in the replay.
    """

    turn: int
    line: int
    field: str
    recorded: str | int
    replayed: str | int

    def __str__(self) -> str:
        # In quotes, since a journal may come from anyone and this goes to a terminal.
        return (
            f"differs first on turn {self.turn} (line {self.line}): "
            f"{self.field} {self.recorded!r} recorded, {self.replayed!r} replayed"
        )


class Playback:
    """A journal being played back, record by record.

    Attributes:
        simulation: What the records are performed on; new, and made from the header.
        journal: The records.
        position: How many records were played.
        divergence: The first difference found, if any.
    """

    def __init__(self, simulation: Simulation, journal: Journal) -> None:
        self.simulation = simulation
        self.journal = journal
        self.position = 0
        self.divergence: Divergence | None = None

    @property
    def length(self) -> int:
        """How many records there are."""
        return len(self.journal.records)

    def step(self) -> bool:
        """Play the next record; say False when there is none.

        Raises:
            JournalError: The record's intent is none that the simulation knows.
        """
        if self.position == self.length:
            return False
        record = self.journal.records[self.position]
        line = self.position + 2
        digest = self.simulation.digest.seal()
        if self.divergence is None:
            self.divergence = self._compare(record, line, digest)
        if record.type != CLOSE:
            try:
                intent = self.simulation.decode(record.type, record.v, record.data)
            except JournalError as error:
                raise JournalError(f"line {line}: {error}", line=line) from None
            self.simulation.perform(intent)
        self.position += 1
        return True

    def _compare(self, record: Record, line: int, digest: str) -> Divergence | None:
        world = self.simulation.world
        for field, recorded, replayed in (
            ("digest", record.digest, digest),
            ("turn", record.turn, world.turn),
            ("seq", record.seq, world.sequence + 1),
        ):
            if recorded != replayed:
                turn = world.turn if field == "turn" else record.turn
                return Divergence(turn, line, field, recorded, replayed)
        return None


def verify(
    simulation: Simulation, journal: Journal, progress: Callable[[int, int], None] | None = None
) -> Divergence | None:
    """Replay a journal at full speed and return the first difference, or None.

    Args:
        simulation: New, and made from the journal's header.
        journal: What was recorded.
        progress: Told after each record how many of how many are done.

    Raises:
        JournalError: A record's intent is none that the simulation knows.
    """
    playback = Playback(simulation, journal)
    while playback.divergence is None and playback.step():
        if progress is not None:
            progress(playback.position, playback.length)
    return playback.divergence
