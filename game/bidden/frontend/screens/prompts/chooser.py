"""The chooser: a list of things, each with a letter; the letter of one is the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, box, cut, put
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.input.keys import label
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import Held, View

_ROWS: Final = 13
"""How many entries a column has: two of them hold a full pack."""
_MOST_ROWS: Final = HEIGHT - 6
"""How many there can be in a column, where two have no room for what is long."""
_COLUMN: Final = 36
"""How wide a column is at the least; the longest entry makes it wider, while there is room."""
_ROOM: Final = WIDTH - 6
_SIGNS: Final = 6
"""How much of a column an entry's letter and glyph take, and the gap after it."""


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
        self,
        theme: Theme,
        question: str,
        entries: Sequence[Entry],
        then: Callable[[str], Steps],
        examine: Callable[[str], Steps] | None = None,
    ) -> None:
        """Ask over the screen beneath.

        Args:
            theme: The keymap and the palette.
            question: What to ask.
            entries: What there is to choose from, 26 at the most.
            then: Makes the steps, given the letter.
            examine: Makes the steps that show all there is to know of a thing, given the letter;
                None where there is no more to know than the names.
        """
        super().__init__(theme)
        self._question = question
        self._entries = entries
        self._then = then
        self._examine = examine
        self._examining = False

    def press(self, key: str, view: View) -> Steps:
        """Go on with the thing of that letter, examine it where that was wished, or go away."""
        if any(key == entry.letter for entry in self._entries):
            if self._examining and self._examine is not None:
                self._examining = False
                return self._examine(key)
            return (Pop(), *self._then(key))
        action = self.theme.keymap.action(key, Context.CHOICE)
        if action is Command.EXAMINE and self._examine is not None:
            self._examining = not self._examining
            return NOTHING
        if self.theme.keymap.action(key, Context.CHOICE) is Command.CANCEL:
            return (Pop(),)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw a box with the question and the things, in two columns where one is too short."""
        palette = self.theme.palette
        cancel = self.theme.keymap.hint(Context.CHOICE, Command.CANCEL)
        never = f"{cancel}: never mind{self._examine_hint()}"
        question = cut("Examine which?" if self._examining else self._question, _ROOM)
        columns = _columns(self._entries)
        widths = _widths(columns)
        width = max(sum(widths), len(question), len(never)) + 6
        height = max(map(len, columns)) + 6
        left, top = (WIDTH - width) // 2, (HEIGHT - height) // 2
        box(console, left, top, width, height, palette.box)
        put(console, left + 3, top + 1, question, palette.bright.fg)
        x = left + 3
        for column, across in zip(columns, widths, strict=True):
            for y, entry in enumerate(column, top + 3):
                put(console, x, y, entry.letter, palette.bright.fg)
                put(console, x + 2, y, entry.glyph, palette.look(entry.look).lit.fg)
                put(console, x + 4, y, cut(entry.name, across - _SIGNS), palette.box.fg)
            x += across
        put(console, left + 3, top + height - 2, never, palette.faint.fg)

    def _examine_hint(self) -> str:
        """Say which key examines, of those that choose nothing."""
        keys = self.theme.keymap.sections[Context.CHOICE].actions[Command.EXAMINE].keys
        free = [key for key in keys if all(key != entry.letter for entry in self._entries)]
        return f"   {label(free[0])}: examine" if self._examine is not None and free else ""


def _columns(entries: Sequence[Entry]) -> list[Sequence[Entry]]:
    """Share entries out among columns: two where one is too short, unless they are too long."""
    two = [entries[:_ROWS], entries[_ROWS:]]
    fits_one, fits_two = len(entries) <= _MOST_ROWS, sum(map(_needed, two)) <= _ROOM
    return [entries] if len(entries) <= _ROWS or (fits_one and not fits_two) else two


def _widths(columns: Sequence[Sequence[Entry]]) -> list[int]:
    """Give each column what its longest entry needs; of what is too much, each as much."""
    needed = [max(_COLUMN, _needed(column)) for column in columns]
    if sum(needed) <= _ROOM:
        return needed
    exact = [_needed(column) for column in columns]
    if sum(exact) <= _ROOM:
        return exact
    fair = _ROOM // len(columns)
    spare = sum(max(0, fair - one) for one in exact)
    return [min(one, fair + spare) for one in exact]


def _needed(column: Sequence[Entry]) -> int:
    return max((len(entry.name) for entry in column), default=0) + _SIGNS
