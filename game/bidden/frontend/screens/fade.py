"""A picture that fades in, unless a key skips that."""

from __future__ import annotations

from typing import Any, Final

from numpy.typing import NDArray

from bidden.frontend.drawing.ambience.motions import BEATS_PER_SECOND

_BEATS: Final = BEATS_PER_SECOND  # a second


class Fade:
    """The progress of a picture that fades in, from when it is first drawn."""

    def __init__(self) -> None:
        self.over = False
        self._from: int | None = None

    def skip(self) -> None:
        """Show the whole picture at once."""
        self.over = True

    def draw(self, cells: NDArray[Any], beat: int | None) -> None:
        """Fade the characters of some cells. A beat of None shows them at once."""
        if beat is None or self.over:
            return
        self._from = beat if self._from is None else self._from
        passed = beat - self._from + 1
        self.over = passed > _BEATS
        if not self.over:
            part = passed / (_BEATS + 1)
            cells["fg"] = cells["bg"] + (cells["fg"].astype(float) - cells["bg"]) * part
