"""The end of a game over its last map, with the player's belongings and deeds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.drawing.ambience.motions import Fade
from bidden.frontend.drawing.canvas import box, put, wrap
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.outside.options import ask_to_go_back
from bidden.frontend.screens.pages import Pages, Row, in_a_column, paragraph
from bidden.frontend.screens.screen import NOTHING, Push, Quit, Screen, Steps
from bidden.frontend.screens.told.history import History
from bidden.frontend.screens.told.why import why_death
from bidden.frontend.theme import Theme
from bidden.text import tallied
from bidden.view import MAP_HEIGHT, Ending, View
from bidden.words import phrase, tables

_BOX_WIDTH: Final = 76
_MOST: Final = 10
"""The maximum number of rows with causes. A key shows all of them."""


class EndingScreen(Screen):
    """The end of a game, with its causes, the first cause first."""

    overlay: ClassVar[bool] = True
    contexts = (Context.ENDING,)

    def __init__(self, theme: Theme, causes: Sequence[str] = ()) -> None:
        super().__init__(theme)
        self._causes = causes
        self._fade = Fade()

    def press(self, key: str, view: View) -> Steps:
        self._fade.skip()
        match self.theme.keymap.action(key, Context.ENDING):
            case Command.CONDUCT:
                return (Push(conduct_screen(self.theme, view)),)
            case Command.MESSAGES:
                return (Push(History(self.theme, view)),)
            case Command.WHY:
                return why_death(self.theme, view)
            case Command.GO_BACK:
                return (Push(ask_to_go_back(self.theme)),)
            case Command.LEAVE:
                return (Quit(),)
        # A key still held down from the last fight must not close this screen.
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw a box in the half of the map where the player is not, if there is room."""
        palette = self.theme.palette
        won = view.ending is Ending.WON
        inner = _BOX_WIDTH - 6
        text = [(row, palette.box.fg) for row in wrap(view.epitaph, inner)]
        text += [(row, palette.bright.fg) for line in view.coda for row in wrap(line, inner, "  ")]
        below = MAP_HEIGHT - 1 - view.here[1]
        room = min(_MOST, MAP_HEIGHT - 4 - len(text))
        text += [(line, palette.faint.fg) for line in self._told_causes(room, inner)]
        text += [("", palette.box.fg)] * (len(text) + 4 < max(below, view.here[1]))
        text = text[: MAP_HEIGHT - 4]
        where = layout_for(console).map
        height, x = len(text) + 4, where.x + (where.width - _BOX_WIDTH) // 2
        y = where.y + (MAP_HEIGHT - height if below >= view.here[1] else 0)
        box(console, x, y, _BOX_WIDTH, height, palette.box)
        tone = palette.tone("good" if won else "harm")
        put(console, x + 3, y + 1, phrase("ending", "won" if won else "died"), tone.fg)
        key = "scored" if view.score_parts else "unscored"
        facts = phrase("facts at the end", key, score=view.score, turn=view.turn, seed=view.seed)
        put(console, x + _BOX_WIDTH - 3 - len(facts), y + 1, facts, palette.box.fg)
        for row, (line, colour) in enumerate(text, y + 2):
            put(console, x + 3, row, line, colour)
        self.hint(console, x + 3, y + height - 2, self._hints, palette.faint.fg)
        inside = console.rgb[y + 1 : y + height - 1, x + 1 : x + _BOX_WIDTH - 1]
        self._fade.draw(inside, self.beat)

    def moves(self, view: View) -> bool:
        return not self._fade.over

    def _told_causes(self, rows: int, width: int) -> list[str]:
        """Return the causes: all of them, or the first and the last that fit."""
        causes = [wrap(cause, width, "  ") for cause in self._causes]
        if sum(map(len, causes)) <= rows or not causes:
            return [row for cause in causes for row in cause]
        first, last = causes[0], list[str]()
        for cause in reversed(causes[1:]):
            if len(first) + 1 + len(cause) + len(last) > rows:
                break
            last[:0] = cause
        return [*first, "…", *last][: max(0, rows)]

    @property
    def _hints(self) -> str:
        return self.theme.keymap.hints(Context.ENDING, **tables()["ending keys"])


def conduct_screen(theme: Theme, view: View) -> Pages:
    """Show the belongings, deeds, achievements and score."""

    def blocks(width: int) -> list[list[Row]]:
        told = [paragraph(view.epitaph, width, palette.bright.fg)]
        for title, lines in sections.items():
            texts = [paragraph(line, width - 1, palette.ground.fg, 3) for line in lines]
            told.append([((1, title, palette.tone("news").fg),), *chain.from_iterable(texts)])
        return told

    palette = theme.palette
    sections = {"Pack": (*tallied(view.belongings),) or ("nothing",), "Deeds": view.conduct}
    if view.achieved:
        sections["Achievements"] = tuple(f"{name}: {about}" for name, about in view.achieved)
    if view.score_parts:
        parts = tuple(f"{points:>6,}  {about}" for about, points in view.score_parts)
        sections[f"Score {view.score:,}"] = parts
    return Pages(theme, "The end", lambda width: in_a_column(blocks(width)), blocks=blocks)
