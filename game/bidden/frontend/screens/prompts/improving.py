"""Improving: at what is asked, once experience allows it; whoever does not answer is not urged."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final

from bidden.frontend.screens.prompts.chooser import Chooser, Entry
from bidden.frontend.screens.screen import Perform, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Improvable, Improve
from bidden.view import View

_LETTERS: Final = ascii_uppercase
"""Capitals: the question comes by itself, and a key still held down from the fight is none."""


def choose_improvement(theme: Theme, view: View) -> Screen | None:
    """Ask at what to improve; None where no improvement is due."""
    if not view.improvements:
        return None
    more = f" ({view.improvements_due} times)" if view.improvements_due > 1 else ""
    return Chooser(
        theme,
        f"You have learned. At what will you improve?{more}",
        [
            Entry(letter, f"{option} +{amount}")
            for letter, (option, amount) in zip(_LETTERS, view.improvements, strict=False)
        ],
        lambda letter: _improve(view.improvements[_LETTERS.index(letter)][0]),
    )


def _improve(option: Improvable) -> Steps:
    return (Perform(Improve(option)),)
