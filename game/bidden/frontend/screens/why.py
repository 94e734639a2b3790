"""Why: the tree of causes of what a message tells of, to be scrolled and read."""

from __future__ import annotations

from bidden.frontend.drawing.canvas import WIDTH, wrap
from bidden.frontend.drawing.palette import Colour
from bidden.frontend.screens.pages import Pages, Row
from bidden.frontend.screens.screen import NOTHING, Explain, Steps
from bidden.frontend.theme import Kit
from bidden.view import Line, View

__all__ = ["why_death", "why_latest", "why_line", "why_screen"]


def why_screen(kit: Kit, title: str, lines: tuple[str, ...]) -> Pages:
    """Show what a game tells; the line of the event it is about stands out."""
    rows: list[Row] = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip(" >")))
        wrapped = wrap(line, WIDTH - 2, f"{indent}    ")
        rows += [((1, text, _colour(kit, line)),) for text in wrapped]
    return Pages(kit, title, rows)


def _colour(kit: Kit, line: str) -> Colour:
    if line.startswith(">"):
        return kit.palette.bright.fg
    # An event has its number; what its handlers changed stands back.
    return kit.palette.ground.fg if " #" in line else kit.palette.faint.fg


def why_line(kit: Kit, line: Line) -> Steps:
    """Ask why what a line tells of happened."""
    return (
        Explain(line.turn, line.sequence, lambda told: why_screen(kit, f"Why: {line.text}", told)),
    )


def why_latest(kit: Kit, view: View) -> Steps:
    """Ask why what the latest line tells of happened."""
    return why_line(kit, view.lines[-1]) if view.lines else NOTHING


def why_death(kit: Kit, view: View) -> Steps:
    """Ask for all that led to the player's death."""
    if not view.death:
        return why_latest(kit, view)
    return (
        Explain(view.turn, view.death, lambda told: why_screen(kit, f"Why: {view.epitaph}", told)),
    )
