"""A journey by the mouse alone, for front ends that cannot be asked what they show.

It is gone here first, on a stack of as many cells; the journal of a front end is to come to the
same.
"""

from __future__ import annotations

from typing import Final

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.intents import Throw
from bidden.session import Session
from bidden.view import Spot
from tests.frontend.keyed import Played

SEED: Final = 5
SCENARIO: Final = "first"
_NOTCHES: Final = 40
"""So often the wheel is turned at the most until something shows."""


@attrs.frozen
class Clicked:
    """A click on a cell, or a notch of the wheel over it.

    Attributes:
        x: The column.
        y: The row.
        button: Which one: "left", "right" or "wheel", which is a notch down.
        intents: How many intents were performed by then, in all.
    """

    x: int
    y: int
    button: str
    intents: int


class Pointer:
    """Writes down where it clicks.

    Attributes:
        game: What is played.
        stack: The screens.
        script: The clicks.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.game = Played(Session(SEED, level=SCENARIO))
        self.script: list[Clicked] = []
        self.stack = Stack.for_game(self.game, load_theme())
        self._console: tcod.console.Console = new_console(columns, rows)
        self.stack.draw(self._console)

    @property
    def here(self) -> Spot:
        """The tile of the player."""
        return self.stack.view.here

    def tile_of(self, name: str) -> Spot:
        """Give the tile on which something of a name is seen to lie."""
        rows = enumerate(self.stack.view.tiles)
        return next((x, y) for y, row in rows for x, tile in enumerate(row) if name in tile.name)

    def click_tile(self, tile: Spot, button: str = "left") -> None:
        """Click on a tile of the map."""
        self._click(*layout_for(self._console).cell_of(tile), button)

    def click_on(self, words: str) -> None:
        """Click on words, which may be some notches of the wheel down."""
        for _ in range(_NOTCHES):
            for y, row in enumerate(text_of(self._console).split("\n")):
                if words in row:
                    return self._click(row.index(words), y, "left")
            self._click(5, 5, "wheel")
        raise AssertionError(f"{words!r} is nowhere")

    def _click(self, x: int, y: int, button: str) -> None:
        if button == "wheel":
            self.stack.wheel(1)
        else:
            self.stack.point(x, y)
            self.stack.click(x, y, right=button == "right")
        self.stack.draw(self._console)
        while self.stack.ticks:
            self.stack.tick()
            self.stack.draw(self._console)
        self.script.append(Clicked(x, y, button, len(self.game.performed)))


def to_a_throw(columns: int, rows: int) -> Pointer:
    """Travel to a thing that lies about, take it up, throw it where one aims, and leave."""
    pointer = Pointer(columns, rows)
    lies = pointer.tile_of("potion")
    pointer.click_tile(lies)
    assert pointer.here == lies
    for wish in ("pick up an item", "throw something"):
        pointer.click_tile(pointer.here, "right")
        pointer.click_on(wish)
    pointer.click_on(" ! ")
    aimed = lies[0] - 3, lies[1] + 1
    pointer.click_tile(aimed)
    assert pointer.game.performed[-1] == Throw("a", *aimed)
    pointer.click_tile(pointer.here, "right")
    pointer.click_on("quit; you can continue later")
    pointer.click_on("y yes")
    assert not pointer.stack.screens
    return pointer
