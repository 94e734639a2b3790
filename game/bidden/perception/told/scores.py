"""The parts of a run's score, cached until a deed or achievement changes it."""

from __future__ import annotations

from bidden.rules.run.deeds import Deeds


class Scores:
    """The last parts of one game's score."""

    def __init__(self) -> None:
        self._tally: dict[str, int] | None = None
        self._earned: list[str] = []
        self._parts: tuple[tuple[str, int], ...] = ()

    def parts_of(self, deeds: Deeds | None) -> tuple[tuple[str, int], ...]:
        """Return the reason and the points of each part of the score; empty outside a run."""
        if deeds is None:
            return ()
        if deeds.tally != self._tally or deeds.earned != self._earned:
            self._tally, self._earned = dict(deeds.tally), [*deeds.earned]
            self._parts = tuple(deeds.points)
        return self._parts
