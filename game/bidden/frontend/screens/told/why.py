"""Explanations of messages, in sentences; another key shows the events."""

from __future__ import annotations

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.drawing.colours.palette import Colour
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.pages import Pages, Row
from bidden.frontend.screens.screen import NOTHING, Explain, Steps
from bidden.frontend.theme import Theme
from bidden.view import Line, View


def why_screen(theme: Theme, title: str, lines: tuple[str, ...]) -> Pages:
    """Show what a game tells; the line of the event it is about stands out."""

    def rows(width: int) -> list[Row]:
        told: list[Row] = []
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip(" >")))
            wrapped = wrap(line, width - 2, f"{indent}    ")
            told += [((1, text, _colour(theme, line)),) for text in wrapped]
        return told

    return Pages(theme, title, rows)


class PlainWhy(Pages):
    """An explanation in sentences, indented by depth; ``full`` opens the same event by event."""

    def __init__(self, theme: Theme, title: str, lines: tuple[str, ...], full: Steps) -> None:
        palette = theme.palette

        def rows(width: int) -> list[Row]:
            told: list[Row] = []
            for line in lines:
                indent = " " * (len(line) - len(line.lstrip(" >")))
                ink = palette.bright.fg if line.startswith(">") else palette.ground.fg
                told += [((1, text, ink),) for text in wrap(line, width - 2, f"{indent}  ")]
            return told

        super().__init__(theme, title, rows)
        self._full = full

    def press(self, key: str, view: View) -> Steps:
        """Show it event by event, scroll, or go back."""
        if self.theme.keymap.action(key, Context.HISTORY) is Command.WHY:
            return self._full
        return super().press(key, view)

    def hints(self) -> str:
        """Return the hint for the events."""
        return f"{self.theme.keymap.hint(Context.HISTORY, Command.WHY)} event by event   "


def _colour(theme: Theme, line: str) -> Colour:
    if line.startswith(">"):
        return theme.palette.bright.fg
    # An event has its number; what its handlers changed stands back.
    return theme.palette.ground.fg if " #" in line else theme.palette.faint.fg


def why_line(theme: Theme, line: Line) -> Steps:
    """Ask why the event of a message happened."""
    return _ask(theme, line.turn, line.sequence, line.text)


def _ask(theme: Theme, turn: int, sequence: int, text: str) -> Steps:
    title = f"Why, turn {turn}: {text}"
    full = (Explain(turn, sequence, lambda lines: why_screen(theme, title, lines)),)

    def plainly(lines: tuple[str, ...]) -> Pages:
        return PlainWhy(theme, title, lines, full)

    return (Explain(turn, sequence, plainly, plain=True),)


def why_latest(theme: Theme, view: View) -> Steps:
    """Ask why the event of the latest message happened, or of the one before a refusal."""
    told = [line for line in view.lines if line.tone != "refusal"] or view.lines
    return why_line(theme, told[-1]) if told else NOTHING


def why_death(theme: Theme, view: View) -> Steps:
    """Ask for all that led to the player's death."""
    if not view.death:
        return why_latest(theme, view)
    return _ask(theme, view.turn, view.death, view.epitaph)
