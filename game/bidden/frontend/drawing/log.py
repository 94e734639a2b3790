"""The log: the latest messages beneath the map, the newest at the bottom.

A refusal tells of what did not happen: it has one row at the most, and only until something does
happen, so that it never pushes out what did, and nothing comes back that was gone.
"""

from __future__ import annotations

from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import cut, put, wrap
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.palette import Colour, Palette
from bidden.view import Line, View

_LOOKED_AT: Final = 100
"""How many messages are looked at for some that are worth showing."""


def draw_log(
    console: tcod.console.Console,
    view: View,
    palette: Palette,
    *,
    notice: str = "",
    beneath: str = "",
    rows: int | None = None,
    more: str = "",
) -> None:
    """Draw the latest messages, those of turns gone by fainter.

    Args:
        console: Where to draw.
        view: Whose messages.
        palette: The colours.
        notice: One more line after the messages, not from the game.
        beneath: A line in the last row, whatever the messages are; empty for none.
        rows: How many rows there are for them, from the top of the log; all by default.
        more: The key that shows all messages, named where those of this turn have no room.
    """
    log = layout_for(console).log
    rows = log.height if rows is None else rows
    width = log.width - 1
    if beneath and rows:
        rows -= 1
        put(console, log.x, log.y + rows, cut(beneath, width), palette.tone("news").fg)
    lines = worth_showing(view.lines)
    newest = view.lines[-1].turn if view.lines else 0
    if notice:
        lines = (*lines, Line(notice, "news", newest, 0))
    drawn: list[tuple[str, Colour]] = []
    left = sum(line.turn == newest for line in lines)
    for line in reversed(lines):
        room = rows - len(drawn)
        if room <= 0:
            break
        ink = palette.tone(line.tone) if line.turn == newest else palette.faint
        wrapped = wrap(str(line), width, "  ")
        if len(wrapped) > room:
            # Whatever is cut off can be read in the message history.
            wrapped = [*wrapped[: room - 1], cut(_joined(wrapped[room - 1 :]), width)]
        drawn[:0] = [(text, ink.fg) for text in wrapped]
        left -= line.turn == newest
    for row, (text, colour) in enumerate(drawn, log.y):
        put(console, log.x, row, text, colour)
    if left > 0 and drawn:
        told = f"…{left} more{f' ({more})' if more else ''}"
        room = width - len(told) - 1
        # Beside a row that leaves room for it, lest what is told of be cut.
        row = next((row for row, (text, _) in enumerate(drawn) if len(text) <= room), 0)
        text, colour = drawn[row]
        put(console, log.x, log.y + row, cut(text, room).ljust(room + 1), colour)
        put(console, log.x + room + 1, log.y + row, told, palette.faint.fg)


def worth_showing(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Give the latest lines without refusals, but for the very last one."""
    latest = lines[-_LOOKED_AT:]
    return (*(line for line in latest[:-1] if line.tone != "refusal"), *latest[-1:])


def _joined(rows: list[str]) -> str:
    """Put what was wrapped into one row again; what is left of the first row's indent stays."""
    first, *rest = rows
    return " ".join([first, *(row.strip() for row in rest)])
