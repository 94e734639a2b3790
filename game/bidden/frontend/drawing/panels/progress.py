"""The progress bar of a replay, with marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import put
from bidden.frontend.drawing.colours.palette import Ink, Palette
from bidden.frontend.port import Playback
from bidden.shown.games import MarkKind

_PLAYED: Final = "═"
_TO_COME: Final = "─"
_UNKNOWN: Final = "·"
_HERE: Final = "█"

_MARKS: Final[Mapping[MarkKind, tuple[str, str]]] = {
    MarkKind.DEATH: ("x", "news"),
    MarkKind.RULES: ("r", "news"),
    MarkKind.LEVEL: (">", "good"),
    MarkKind.DIVERGENCE: ("!", "harm"),
    MarkKind.VICTORY: ("V", "good"),
    MarkKind.OWN_DEATH: ("X", "harm"),
}
"""The sign and the tone of each mark. In one cell, the last of these is drawn."""


def draw_progress(
    console: tcod.console.Console, x: int, y: int, width: int, playback: Playback, palette: Palette
) -> None:
    """Draw the bar, with the same number of records in each cell."""
    length = max(1, playback.length)

    def cell(position: int) -> int:
        return min(position, length) * (width - 1) // length

    header = palette.header
    here, known = cell(playback.position), cell(playback.surveyed)
    searched = playback.surveyed >= playback.length
    for column in range(width):
        if column < here:
            sign, fg = _PLAYED, palette.header.fg
        elif column < known or searched:
            sign, fg = _TO_COME, palette.faint.fg
        else:
            sign, fg = _UNKNOWN, palette.faint.fg
        put(console, x + column, y, sign, fg, header.bg)
    order = list(_MARKS)
    for mark in sorted(playback.marks, key=lambda mark: order.index(mark.kind)):
        sign, tone = _MARKS[mark.kind]
        put(console, x + cell(mark.position), y, sign, palette.tone(tone).fg, header.bg)
    _draw_here(console, x + here, y, palette.bright, header)


def _draw_here(console: tcod.console.Console, x: int, y: int, bright: Ink, header: Ink) -> None:
    """Draw the present position. A mark there stays readable."""
    sign = chr(console.rgb["ch"][y, x])
    if sign in (_PLAYED, _TO_COME, _UNKNOWN):
        put(console, x, y, _HERE, bright.fg, header.bg)
    else:
        put(console, x, y, sign, header.bg, bright.fg)
