"""A fade: what comes in over a few beats, unless a key skips it."""

from __future__ import annotations

from typing import Any, Final

from numpy.typing import NDArray

from bidden.frontend.drawing.ambience.motions import BEATS_PER_SECOND

_BEATS: Final = BEATS_PER_SECOND
"""It takes a second."""


class Fade:
    """How far something has come in, from when it is first asked about.

    Attributes:
        over: Whether it is all there.
    """

    def __init__(self) -> None:
        """Create a picture that is still invisible."""
        self.over = False
        self._from: int | None = None

    def skip(self) -> None:
        """Show the whole picture at once."""
        self.over = True

    def draw(self, cells: NDArray[Any], beat: int | None) -> None:
        """Fade in the characters that are already drawn.

        Args:
            cells: Their cells.
            beat: The number of the beat; None if animation is off and all is shown.
        """
        if beat is None or self.over:
            return
        self._from = beat if self._from is None else self._from
        passed = beat - self._from + 1
        self.over = passed > _BEATS
        if not self.over:
            part = passed / (_BEATS + 1)
            cells["fg"] = cells["bg"] + (cells["fg"].astype(float) - cells["bg"]) * part
