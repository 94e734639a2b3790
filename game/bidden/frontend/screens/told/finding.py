"""The finder: search by name for everything seen on any level, and go there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import tcod.console

from bidden.frontend.drawing.canvas import put
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.menu import Choice, Menu
from bidden.frontend.screens.screen import NOTHING, Ask, Pop, Push, Steps
from bidden.frontend.theme import Theme
from bidden.going.known.finding import Sight, sights_on
from bidden.going.known.lying import OWN_NAME
from bidden.going.known.notes import Notes
from bidden.patterns import finds
from bidden.view import View
from bidden.words import phrase

_LONGEST: Final = 40

Depart = Callable[[Sight], Steps]


def find(theme: Theme, view: View, notes: Notes, depart: Depart) -> Steps:
    """Ask for something that was seen and can still be reached."""
    sights = partial(sights_on, view=view, notes=notes)
    return (Ask(lambda game: (Push(FindScreen(theme, sights(game.chart()), depart)),)),)


class FindScreen(Menu):
    """The sights whose names or kinds match the typed words. Other keys move the mark."""

    contexts = ()

    def __init__(self, theme: Theme, sights: Sequence[Sight], depart: Depart) -> None:
        self._all = self._found = sights
        self._depart = depart
        self._typed = ""
        super().__init__(theme, "", ())
        self._narrow()

    def choose(self, number: int, view: View) -> Steps:
        return (Pop(), *self._depart(self._found[number]))

    def press(self, key: str, view: View) -> Steps:
        written = " " if key == "space" else key
        if len(written) == 1:
            if len(self._typed) < _LONGEST:
                self._typed += written
                self._narrow()
            return NOTHING
        if self.theme.keymap.action(key, Context.TEXT) is Command.ERASE:
            self._typed = self._typed[:-1]
            self._narrow()
            return NOTHING
        return super().press(key, view)

    def hints(self) -> str:
        return phrase("finder", "keys", keys=super().hints())

    def draw(self, console: tcod.console.Console, view: View) -> None:
        super().draw(console, view)
        if not self.choices:
            text = phrase("finder", "no match" if self._all else "nothing seen")
            put(console, 1, self.top, text, self.theme.palette.faint.fg)

    def _narrow(self) -> None:
        words = self._typed.split()
        self._found = [
            sight
            for sight in self._all
            if all(finds(word, f"{sight} {sight.kind}") for word in words)
        ]
        self.title = phrase("finder", "title", typed=self._typed)
        tones = "plain", "news"
        self.choices = [Choice(str(one), tone=tones[OWN_NAME in str(one)]) for one in self._found]
        self.marked = 0
