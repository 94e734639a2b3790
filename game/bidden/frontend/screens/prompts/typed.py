"""A prompt that is typed into: characters taken in, the last taken away, accepted or left."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import tcod.console

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.screen import NOTHING, Pop, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.view import View


class TypedPrompt(Screen):
    """A question to be answered by typing; what can be typed is up to its subclasses.

    Attributes:
        context: The keys that accept, erase and cancel.
        accept: What accepting does, in words.
        most: How many characters there may be.
        characters: What they are called, where there may be no more.
    """

    overlay: ClassVar[bool] = True
    context: ClassVar[Context]
    accept: str
    most: int
    characters: ClassVar[str] = "characters"

    def __init__(self, theme: Theme, question: str) -> None:
        """Ask over the screen beneath.

        Args:
            theme: The keymap and the palette.
            question: What to ask.
        """
        super().__init__(theme)
        self._question = question
        self._typed = ""
        self._is_full = False

    def character(self, key: str) -> str:
        """Give what a key types here; empty for one that types nothing."""
        raise NotImplementedError

    def answer(self, typed: str) -> Steps:
        """Make the steps of an answer."""
        raise NotImplementedError

    def press(self, key: str, view: View) -> Steps:
        """Take a character in, take the last one away, accept what is typed, or go away."""
        character = self.character(key)
        self._is_full = bool(character) and len(self._typed) >= self.most
        if character:
            self._typed += "" if self._is_full else character
            return NOTHING
        match self.theme.keymap.action(key, self.context):
            case Command.ERASE:
                self._typed = self._typed[:-1]
            case Command.ACCEPT:
                return (Pop(), *self.answer(self._typed))
            case Command.CANCEL:
                return (Pop(),)
        return NOTHING

    def draw(self, console: tcod.console.Console, view: View) -> None:
        """Draw the question and what is typed in place of the bottom row."""
        ink, hint = self.theme.palette.prompt, self.theme.keymap.hint
        accept, cancel = (hint(self.context, one) for one in (Command.ACCEPT, Command.CANCEL))
        keys = f"({accept}: {self.accept}, {cancel}: never mind)"
        if self._is_full:
            keys = f"No more than {self.most} {self.characters}. {keys}"
        text = f" {self._question} {self._typed}_  {keys}"
        self.hint_bar(console, text, ink)


class WordsPrompt(TypedPrompt):
    """A question to be answered in words: it takes whatever a key writes."""

    context: ClassVar[Context] = Context.TEXT

    def character(self, key: str) -> str:
        """Take what a key writes."""
        return " " if key == "space" else key if len(key) == 1 else ""


class TextPrompt(WordsPrompt):
    """A question for words, of which there may be some already."""

    accept: str = "so be it"
    most: int = 60

    def __init__(self, theme: Theme, question: str, now: str, then: Callable[[str], Steps]) -> None:
        """Ask over the screen beneath.

        Args:
            theme: The keymap and the palette.
            question: What to ask.
            now: The words there are, to begin with.
            then: Makes the steps, given the words.
        """
        super().__init__(theme, question)
        self._typed = now
        self._then = then

    def answer(self, typed: str) -> Steps:
        """Go on with the words."""
        return self._then(typed)
