"""A prompt that is typed into: characters taken in and away at a caret, accepted or left."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import tcod.console

from bidden.frontend.drawing.canvas import wrap
from bidden.frontend.drawing.layout import layout_for
from bidden.frontend.drawing.panels.bar import draw_bar
from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.buttons import buttons_in
from bidden.frontend.screens.prompts.forms.line import Line
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View


class TypedPrompt(Screen):
    """A question answered by typing; subclasses decide what can be typed.

    Attributes:
        context: The keys that accept, erase and cancel.
        accept: What accepting does, in words.
        most: The largest number of characters.
        characters: The word for them.
    """

    overlay: ClassVar[bool] = True
    context: ClassVar[Context]
    accept: str
    most: int
    characters: ClassVar[str] = "characters"

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
        """Edit the text, accept it, or go back."""
        character = self.character(key)
        self._problem = ""
        if character:
            if len(self._line.text) < self.most:
                self._line.type(character)
            else:
                self._problem = f"No more than {self.most} {self.characters}."
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
        keys = f"{self._problem} ({accept}: {self.accept}, {cancel}: cancel)".strip()
        above = wrap(self._question, room)
        fits = len(above[-1]) + len(self._line.text) + 2 <= room
        before = f"{above.pop()} " if fits else ""
        typed, caret = self._line.within(room - len(before))
        row, caret = before + typed, caret + len(before)
        if len(row) + len(keys) + 2 <= room:
            return above, f"{row}  {keys}", [], caret
        return above, row, wrap(keys, room), caret


class WordsPrompt(TypedPrompt):
    """A question to be answered in words: it takes whatever a key writes."""

    context: ClassVar[Context] = Context.TEXT

    def character(self, key: str) -> str:
        """Return the character that a key types."""
        return " " if key == "space" else key if len(key) == 1 else ""


class TextPrompt(WordsPrompt):
    """A question for text; ``fault`` says why a text is invalid, or returns an empty string."""

    accept: str = "OK"

    def __init__(
        self,
        theme: Theme,
        question: str,
        now: str,
        then: Callable[[str], Steps],
        *,
        most: int = 60,
        fault: Callable[[str], str] = lambda typed: "",
    ) -> None:
        super().__init__(theme, question)
        self.most = most
        self._line = Line(now)
        self._then = then
        self._fault = fault

    def fault(self, typed: str) -> str:
        """Return why the words are not a valid answer."""
        return self._fault(typed)

    def answer(self, typed: str) -> Steps:
        return self._then(typed)
