"""History: all messages that are kept, each with its turn, the newest at the end.

One of them is marked; of that one can be asked why it happened.
"""

from __future__ import annotations

from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import WIDTH, put, wrap
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.pages import SHOWN, TOP, Pages, Row
from bidden.frontend.screens.screen import NOTHING, Steps
from bidden.frontend.screens.why import why_line
from bidden.frontend.theme import Theme
from bidden.view import View

_MARK_AT: Final = 6
_TEXT_AT: Final = 8


class History(Pages):
    """The messages of a view, opened at the newest, which is marked."""

    def __init__(self, theme: Theme, view: View) -> None:
        rows: list[Row] = []
        turn = None
        self._lines = view.lines
        self._starts: list[int] = []
        for line in view.lines:
            self._starts.append(len(rows))
            colour = theme.palette.tone(line.tone).fg
            first, *more = wrap(str(line), WIDTH - _TEXT_AT - 1, "  ")
            label = "" if line.turn == turn else str(line.turn)
            rows.append(((1, label.rjust(5), theme.palette.faint.fg), (_TEXT_AT, first, colour)))
            rows += [((_TEXT_AT, text, colour),) for text in more]
            turn = line.turn
        if not rows:
            rows.append(((1, "Nothing has happened yet.", theme.palette.faint.fg),))
        super().__init__(theme, "Messages, by turn", rows, at_end=True)
        self._marked = len(self._lines) - 1

    def press(self, key: str, view: View) -> Steps:
        """Move the mark, ask why, or go back."""
        if not self._lines:
            return super().press(key, view)
        match self.theme.keymap.action(key, Context.HISTORY, Context.PAGES):
            case Command.WHY:
                return why_line(self.theme, self._lines[self._marked])
            case Command.LINE_UP:
                self._mark(self._marked - 1)
            case Command.LINE_DOWN:
                self._mark(self._marked + 1)
            case Command.PAGE_UP:
                self._mark(self._line_at(self._starts[self._marked] - SHOWN))
            case Command.PAGE_DOWN:
                self._mark(self._line_at(self._starts[self._marked] + SHOWN))
            case Command.FIRST:
                self._mark(0)
            case Command.LAST:
                self._mark(len(self._lines) - 1)
            case Command.BACK:
                return super().press(key, view)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the messages and the mark."""
        super().draw(console, view)
        if self._lines:
            y = TOP + self._starts[self._marked] - self.first
            put(console, _MARK_AT, y, ">", self.theme.palette.bright.fg)

    def hints(self) -> str:
        """Say how to ask why."""
        if not self._lines:
            return ""
        return f"{self.theme.keymap.hint(Context.HISTORY, Command.WHY)} why   "

    def _mark(self, line: int) -> None:
        """Mark a line and bring all of it into view."""
        self._marked = min(max(line, 0), len(self._lines) - 1)
        ends = [*self._starts[1:], self.length]
        self.show(self._starts[self._marked], ends[self._marked] - 1)

    def _line_at(self, row: int) -> int:
        """Which line a row belongs to, the first or the last for rows beyond the ends."""
        return max(0, sum(start <= row for start in self._starts) - 1)
