"""Scores: what that of a run is made of, kept until more is done or achieved."""

from __future__ import annotations

from bidden.rules.run.deeds import Deeds


class Scores:
    """What the score of one game was made of last."""

    def __init__(self) -> None:
        """Begin with nothing done."""
        self._tally: dict[str, int] | None = None
        self._earned: list[str] = []
        self._parts: tuple[tuple[str, int], ...] = ()

    def parts_of(self, deeds: Deeds | None) -> tuple[tuple[str, int], ...]:
        """Give what a score is made of: what for, and how many points; of no run nothing."""
        if deeds is None:
            return ()
        if deeds.tally != self._tally or deeds.earned != self._earned:
            self._tally, self._earned = dict(deeds.tally), [*deeds.earned]
            self._parts = tuple(deeds.points)
        return self._parts
