"""Prompts that are typed into: characters are added and erased at a caret."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

import tcod.console

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.buttons import buttons_in
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View
from bidden.words import phrase

_DIGITS: Final = frozenset("0123456789")


class Line:
    """A text and a caret, the number of the character before which one types."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.caret = len(text)

    def type(self, character: str) -> None:
        """Insert a character."""
        self.text = self.text[: self.caret] + character + self.text[self.caret :]
        self.caret += 1

    def erase(self, *, under: bool = False) -> None:
        """Delete the character before the caret, or the one beneath it."""
        at = self.caret if under and self.caret < len(self.text) else self.caret - 1
        if at >= 0:
            self.text = self.text[:at] + self.text[at + 1 :]
            self.caret = at

    def go(self, key: str) -> None:
        """Move the caret, if the key does."""
        match key:
            case "left":
                self.caret = max(0, self.caret - 1)
            case "right":
                self.caret = min(len(self.text), self.caret + 1)
            case "home":
                self.caret = 0
            case "end":
                self.caret = len(self.text)

    def within(self, width: int) -> tuple[str, int]:
        """Return the visible part of the text with a place behind it, and the caret's place."""
        first = max(0, min(self.caret - width // 2, len(self.text) + 1 - width))
        return f"{self.text}_"[first : first + width], self.caret - first


class TypedPrompt(Screen):
    """A question answered by typing; subclasses decide what can be typed."""

    overlay: ClassVar[bool] = True
    context: ClassVar[Context]  # the keys that accept, erase and cancel
    characters: ClassVar[str] = "characters"
    accept: str  # what accepting does, in words
    most: int  # characters

    def __init__(self, theme: Theme, question: str) -> None:
        super().__init__(theme)
        self._question = question
        self._line = Line()
        self._problem = ""
        self._at = (0, 0)

    def character(self, key: str) -> str:
        """Return the character that a key types here, or ""."""
        raise NotImplementedError

    def fault(self, typed: str) -> str:
        """Return why the text is not a valid answer, or ""."""
        return ""

    def answer(self, typed: str) -> Steps:
        raise NotImplementedError

    def press(self, key: str, view: View) -> Steps:
        character = self.character(key)
        self._problem = ""
        if character:
            if len(self._line.text) < self.most:
                self._line.type(character)
            else:
                self._problem = phrase("too long", self.characters, most=self.most)
            return NOTHING
        match self.theme.keymap.action(key, self.context):
            case Command.ERASE:
                self._line.erase(under=key == "delete")
            case Command.ACCEPT:
                self._problem = self.fault(self._line.text)
                return NOTHING if self._problem else (Pop(), *self.answer(self._line.text))
            case Command.CANCEL:
                return (Pop(),)
            case _:
                self._line.go(key)
        return NOTHING

    def focus(self, view: View) -> tuple[int, int]:
        return self._at

    def draw(self, console: tcod.console.Console, view: View) -> None:
        ink = self.theme.palette.prompt
        x, foot = layout_for(console).header.x + 1, layout_for(console).height
        above, typed, below, caret = self._rows(console.width - x - 1)
        y = foot - len(below) - 1
        for row, text in enumerate((*above, typed, *below), y - len(above)):
            draw_bar(console, row, f" {text}", ink)
            self.buttons += buttons_in(text, x, row)
        self._at = x + caret, y
        if self._line.caret < len(self._line.text):
            console.rgb["fg"][y, x + caret], console.rgb["bg"][y, x + caret] = ink.bg, ink.fg

    def _rows(self, room: int) -> tuple[list[str], str, list[str], int]:
        """Return the rows above the text, the text, the rows below, and the caret's place."""
        hint = self.theme.keymap.hint
        accept, cancel = (hint(self.context, one) for one in (Command.ACCEPT, Command.CANCEL))
        keys = phrase("typed", "keys", accept=accept, does=self.accept, cancel=cancel)
        keys = f"{self._problem} {keys}".strip()
        above = wrap(self._question, room)
        fits = len(above[-1]) + len(self._line.text) + 2 <= room
        before = f"{above.pop()} " if fits else ""
        typed, caret = self._line.within(room - len(before))
        row, caret = before + typed, caret + len(before)
        if len(row) + len(keys) + 2 <= room:
            return above, f"{row}  {keys}", [], caret
        return above, row, wrap(keys, room), caret


class TextPrompt(TypedPrompt):
    """A question for text; ``fault`` returns why a text is invalid, or an empty string."""

    context: ClassVar[Context] = Context.TEXT

    def __init__(
        self,
        theme: Theme,
        question: str,
        then: Callable[[str], Steps],
        *,
        now: str = "",
        accept: str = "OK",
        most: int = 60,
        fault: Callable[[str], str] = lambda typed: "",
    ) -> None:
        super().__init__(theme, question)
        self.accept = accept
        self.most = most
        self._line = Line(now)
        self._then = then
        self._fault = fault

    def character(self, key: str) -> str:
        return " " if key == "space" else key if len(key) == 1 else ""

    def fault(self, typed: str) -> str:
        return self._fault(typed)

    def answer(self, typed: str) -> Steps:
        return self._then(typed)


class NumberPrompt(TypedPrompt):
    """A question for a number. An empty answer means ``usual``; if that is None, nothing."""

    context: ClassVar[Context] = Context.NUMBER
    characters: ClassVar[str] = "digits"
    contexts = (Context.NUMBER,)

    def __init__(
        self,
        theme: Theme,
        question: str,
        then: Callable[[int], Steps],
        *,
        accept: str = "go there",
        usual: int | None = None,
        most: int = 9,
    ) -> None:
        super().__init__(theme, question)
        self.accept = accept
        self.most = most
        self._then = then
        self._usual = usual

    def character(self, key: str) -> str:
        return key if key in _DIGITS else ""

    def wheel(self, by: int, view: View) -> Steps:
        number = int(self._line.text or self._usual or 0) - by
        self._line = Line(str(min(max(number, 0), 10**self.most - 1)))
        return NOTHING

    def answer(self, typed: str) -> Steps:
        number = int(typed) if typed else self._usual
        return NOTHING if number is None else self._then(number)
