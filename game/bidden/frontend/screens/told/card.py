"""The card of a creature, an item or a spell, in a box over the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.drawing.canvas import box, cut, put, wrap
from bidden.frontend.drawing.colours.palette import Colour
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.screen import NOTHING, Ask, Pop, Push, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.perception.cards.card import Card, CardLine, Subject
from bidden.view import View
from bidden.words import phrase

_WIDEST: Final = 76
"""Longer rows are hard to read."""
_FRAME: Final = 6
"""How many columns the frame takes, with the gaps beside the text; as many rows."""
_NOTHING: Final = Card(phrase("unseen", "tile"), lines=(CardLine(phrase("unseen", "card")),))


def show_card(theme: Theme, subject: Subject) -> Steps:
    """Show the card of a subject."""
    return (Ask(lambda game: (Push(CardScreen(theme, game.card(subject) or _NOTHING)),)),)


class CardScreen(Screen):
    """A card, which scrolls if it does not fit."""

    overlay: ClassVar[bool] = True
    contexts = (Context.PAGES,)

    def __init__(self, theme: Theme, card: Card) -> None:
        super().__init__(theme)
        self._card = card
        self._first = 0
        self._last = 0  # how far it can be scrolled, known once drawn

    def press(self, key: str, view: View) -> Steps:
        keymap = self.theme.keymap
        match keymap.action(key, Context.PAGES):
            case Command.LINE_UP | Command.PAGE_UP:
                self._first = max(0, self._first - 1)
                return NOTHING
            case Command.LINE_DOWN | Command.PAGE_DOWN if self._last:
                self._first = min(self._last, self._first + 1)
                return NOTHING
            case Command.BACK:
                return (Pop(),)
        closes = keymap.action(key, Context.TARGET) in (Command.ACCEPT, Command.EXAMINE)
        return (Pop(),) if closes else NOTHING

    def click(self, x: int, y: int, view: View, *, right: bool = False) -> Steps:
        return (Pop(),)

    def draw(self, console: tcod.console.Console, view: View) -> None:
        palette, card = self.theme.palette, self._card
        across = min(_WIDEST, console.width - 2) - _FRAME
        rows = [*self._rows(across)]
        room = console.height - _FRAME
        self._last = max(0, len(rows) - room)
        first = min(self._first, self._last)
        shown = rows[first : first + room]
        left, top = (console.width - across - _FRAME) // 2, (console.height - len(shown) - 6) // 2
        box(console, left, top, across + _FRAME, len(shown) + _FRAME, palette.box)
        title = cut(card.title, across - 2)
        x = left + 3
        if card.glyph:
            look = palette.look(card.look, view.place)
            put(console, x, top + 1, look.sign(card.glyph), look.lit.fg)
            x += 2
        put(console, x, top + 1, title, palette.bright.fg)
        for y, (text, colour) in enumerate(shown, top + 3):
            put(console, left + 3, y, text, colour)
        self.hint(console, left + 3, top + len(shown) + 4, self._footer(), palette.faint.fg)

    def _rows(self, across: int) -> Iterator[tuple[str, Colour]]:
        palette = self.theme.palette
        for line in self._card.lines:
            colour = palette.box.fg if line.tone == "plain" else palette.tone(line.tone).fg
            yield from ((text, colour) for text in wrap(line.text, across, "  "))

    def _footer(self) -> str:
        hint = self.theme.keymap.hint
        back, down = (hint(Context.PAGES, one) for one in (Command.BACK, Command.LINE_DOWN))
        key = "more" if self._first < self._last else "back"
        return phrase("card keys", key, back=back, down=down)
