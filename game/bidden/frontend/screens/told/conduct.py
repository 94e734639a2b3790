"""Conduct: what the player held at the end, and did until then."""

from __future__ import annotations

from functools import partial

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.screens.pages import Pages, Row
from bidden.frontend.theme import Theme
from bidden.view import View


def conduct_screen(theme: Theme, view: View) -> Pages:
    """Show the belongings and the conduct of the player, and of a run its score."""
    return Pages(theme, "The end", partial(_rows, theme, view))


def _rows(theme: Theme, view: View, width: int) -> list[Row]:
    palette = theme.palette
    epitaph = wrap(view.epitaph, width - 2, "  ")
    rows: list[Row] = [((1, text, palette.bright.fg),) for text in epitaph]
    rows += [(), ((1, "Pack", palette.tone("news").fg),)]
    for name in view.belongings or ("nothing",):
        rows += [((3, text, palette.ground.fg),) for text in wrap(name, width - 5, "  ")]
    rows += [(), ((1, "Deeds", palette.tone("news").fg),)]
    for line in view.conduct:
        rows += [((3, text, palette.ground.fg),) for text in wrap(line, width - 5, "  ")]
    if view.achieved:
        rows += [(), ((1, "Achievements", palette.tone("news").fg),)]
    for name, about in view.achieved:
        texts = wrap(f"{name}: {about}", width - 5, "  ")
        rows += [((3, text, palette.ground.fg),) for text in texts]
    if view.score_parts:
        rows += [(), ((1, f"Score {view.score}", palette.tone("news").fg),)]
    for about, points in view.score_parts:
        rows.append(((3, f"{points:>5}  {about}", palette.ground.fg),))
    return rows
