"""Why: the tree of causes of what a message tells of, to be scrolled and read."""

from __future__ import annotations

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.drawing.palette import Colour
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


def _colour(theme: Theme, line: str) -> Colour:
    if line.startswith(">"):
        return theme.palette.bright.fg
    # An event has its number; what its handlers changed stands back.
    return theme.palette.ground.fg if " #" in line else theme.palette.faint.fg


def why_line(theme: Theme, line: Line) -> Steps:
    """Ask why what a line tells of happened."""
    return _ask(theme, line.turn, line.sequence, line.text)


def _ask(theme: Theme, turn: int, sequence: int, text: str) -> Steps:
    title = f"Why, turn {turn}: {text}"
    return (Explain(turn, sequence, lambda lines: why_screen(theme, title, lines)),)


def why_latest(theme: Theme, view: View) -> Steps:
    """Ask why what the latest line tells of happened."""
    return why_line(theme, view.lines[-1]) if view.lines else NOTHING


def why_death(theme: Theme, view: View) -> Steps:
    """Ask for all that led to the player's death."""
    if not view.death:
        return why_latest(theme, view)
    return _ask(theme, view.turn, view.death, view.epitaph)
