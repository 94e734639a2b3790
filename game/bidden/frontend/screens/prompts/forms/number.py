"""The number prompt: asks for a number of some digits, and makes steps of the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from bidden.frontend.input.keymap import Context
from bidden.frontend.screens.prompts.forms.line import Line
from bidden.frontend.screens.prompts.forms.typed import TypedPrompt
from bidden.frontend.screens.screen import NOTHING, Steps
from bidden.frontend.theme import Theme
from bidden.view import View

_DIGITS: Final = frozenset("0123456789")


class NumberPrompt(TypedPrompt):
    """A question answered with a number of at most ``most`` digits.

    An empty answer means ``usual``; if that is None, it does nothing.
    """

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
        """Return the character if it is a digit."""
        return key if key in _DIGITS else ""

    def wheel(self, by: int, view: View) -> Steps:
        number = int(self._line.text or self._usual or 0) - by
        self._line = Line(str(min(max(number, 0), 10**self.most - 1)))
        return NOTHING

    def answer(self, typed: str) -> Steps:
        number = int(typed) if typed else self._usual
        return NOTHING if number is None else self._then(number)
