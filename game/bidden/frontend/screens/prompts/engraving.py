"""Engraving: the words."""

from __future__ import annotations

from typing import ClassVar

from bidden.frontend.drawing.canvas import WIDTH
from bidden.frontend.screens.prompts.typed import WordsPrompt
from bidden.frontend.screens.screen import NOTHING, Perform, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Engrave


class EngravePrompt(WordsPrompt):
    """Asks what is to be engraved where one stands; nothing at all is never mind."""

    accept: ClassVar[str] = "engrave it"
    most: ClassVar[int] = WIDTH - 20
    """As much as its row has room for."""

    def __init__(self, theme: Theme) -> None:
        """Ask over the screen beneath."""
        super().__init__(theme, "Engrave what?")

    def answer(self, typed: str) -> Steps:
        """Engrave it as it was typed."""
        return (Perform(Engrave(typed.strip())),) if typed.strip() else NOTHING
