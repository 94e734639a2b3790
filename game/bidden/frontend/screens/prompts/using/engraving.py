"""Engraving: the words."""

from __future__ import annotations

from bidden.frontend.screens.prompts.forms.typed import WordsPrompt
from bidden.frontend.screens.screen import NOTHING, Perform, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Engrave
from bidden.view import View


class EngravePrompt(WordsPrompt):
    """Asks what is to be engraved where one stands; nothing at all is never mind."""

    accept: str = "engrave it"

    def __init__(self, theme: Theme, view: View) -> None:
        """Ask over the screen beneath."""
        super().__init__(theme, "Engrave what?")
        self.most = view.longest_words

    def answer(self, typed: str) -> Steps:
        return (Perform(Engrave(typed.strip())),) if typed.strip() else NOTHING
