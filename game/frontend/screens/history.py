"""History: all messages that are kept, each with its turn, the newest at the end."""

from __future__ import annotations

from typing import Final

from game.frontend.canvas import WIDTH, wrap
from game.frontend.kit import Kit
from game.frontend.screens.pages import Pages, Row
from game.view import View

__all__ = ["history_screen"]

_TEXT_AT: Final = 8


def history_screen(kit: Kit, view: View) -> Pages:
    """Make the history of a view, opened at its end."""
    palette = kit.palette
    rows: list[Row] = []
    turn = None
    for line in view.lines:
        colour = palette.tone(line.tone).fg
        first, *more = wrap(str(line), WIDTH - _TEXT_AT - 1, "  ")
        label = "" if line.turn == turn else str(line.turn)
        rows.append(((1, label.rjust(5), palette.faint.fg), (_TEXT_AT, first, colour)))
        rows += [((_TEXT_AT, text, colour),) for text in more]
        turn = line.turn
    if not rows:
        rows.append(((1, "Nothing has happened yet.", palette.faint.fg),))
    return Pages(kit, "Messages, by turn", rows, at_end=True)
