"""Improving: at what is asked, once experience allows it; whoever does not answer is not urged."""

from __future__ import annotations

from string import ascii_lowercase

from game.frontend.kit import Kit
from game.frontend.screens.chooser import Chooser, entries_of_names
from game.frontend.screens.screen import Perform, Screen, Steps
from game.intents import Improvable, Improve
from game.view import View

__all__ = ["choose_improvement"]


def choose_improvement(kit: Kit, view: View) -> Screen | None:
    """Ask at what to improve; None where no improvement is due."""
    if not view.improvements:
        return None
    more = f" ({view.improvements_due} times)" if view.improvements_due > 1 else ""
    return Chooser(
        kit,
        f"You have learned. At what will you improve?{more}",
        entries_of_names([f"{option} +{amount}" for option, amount in view.improvements]),
        lambda letter: _improve(view.improvements[ascii_lowercase.index(letter)][0]),
    )


def _improve(option: Improvable) -> Steps:
    return (Perform(Improve(option)),)
