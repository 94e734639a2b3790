"""Bidding: which word to call to those who serve."""

from __future__ import annotations

from typing import Final

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry
from bidden.frontend.screens.screen import Perform, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Bid, Word

_WORDS: Final[dict[str, tuple[Word, str]]] = {
    "c": ("come", "come: follow me"),
    "s": ("stay", "stay: wait here"),
    "t": ("strike", "attack the nearest enemy"),
}


def choose_to_bid(theme: Theme) -> Screen:
    """Ask for the word."""
    entries = [Entry(letter, text) for letter, (_, text) in _WORDS.items()]
    return Chooser(theme, "Order your allies to do what?", entries, _bid)


def _bid(letter: str) -> Steps:
    return (Perform(Bid(_WORDS[letter][0])),)
