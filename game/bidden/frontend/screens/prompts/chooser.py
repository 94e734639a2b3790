"""The chooser: a list of things, each with a letter; the letter of one is the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, box, cut, put
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import Held, View

_ROWS: Final = 13
"""How many entries a column has: two of them hold a full pack."""
_COLUMN: Final = 36


@attrs.frozen
class Entry:
    """A thing that may be chosen.

    Attributes:
        letter: The key that chooses it.
        name: What it is called.
        glyph: How it is drawn.
        look: The name of its colour in the palette.
    """

    letter: str
    name: str
    glyph: str = " "
    look: str = "other"


def entries_of(things: Sequence[Held]) -> list[Entry]:
    """Give what is held, each under the letter of its slot."""
    return [Entry(one.slot, one.name + _mark(one), one.glyph, one.look) for one in things]


def _mark(held: Held) -> str:
    """Say beside its name that something is worn, or was tried and is not known."""
    return " (worn)" if held.worn else " (tried)" if held.tried else ""


class Chooser(Screen):
    """A question to be answered with the letter of a thing."""

    overlay: ClassVar[bool] = True

    def __init__(
        self, theme: Theme, question: str, entries: Sequence[Entry], then: Callable[[str], Steps]
    ) -> None:
        """Ask over the screen beneath.

        Args:
            theme: The keymap and the palette.
            question: What to ask.
            entries: What there is to choose from, 26 at the most.
            then: Makes the steps, given the letter.
        """
        super().__init__(theme)
        self._question = question
        self._entries = entries
        self._then = then

    def press(self, key: str, view: View) -> Steps:
        """Go on with the thing of that letter, or go away."""
        if any(key == entry.letter for entry in self._entries):
            return (Pop(), *self._then(key))
        if self.theme.keymap.action(key, Context.CHOICE) is Command.CANCEL:
            return (Pop(),)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw a box with the question and the things, in two columns where one is too short."""
        palette = self.theme.palette
        cancel = self.theme.keymap.hint(Context.CHOICE, Command.CANCEL)
        never = f"{cancel}: never mind"
        columns = 1 if len(self._entries) <= _ROWS else 2
        question = cut(self._question, WIDTH - 6)
        width = max(columns * _COLUMN, len(question), len(never)) + 6
        height = min(_ROWS, len(self._entries)) + 6
        left, top = (WIDTH - width) // 2, (HEIGHT - height) // 2
        box(console, left, top, width, height, palette.box)
        put(console, left + 3, top + 1, question, palette.bright.fg)
        for number, entry in enumerate(self._entries):
            column, row = divmod(number, _ROWS)
            x, y = left + 3 + column * _COLUMN, top + 3 + row
            put(console, x, y, entry.letter, palette.bright.fg)
            put(console, x + 2, y, entry.glyph, palette.look(entry.look).lit.fg)
            put(console, x + 4, y, cut(entry.name, _COLUMN - 6), palette.box.fg)
        put(console, left + 3, top + height - 2, never, palette.faint.fg)
