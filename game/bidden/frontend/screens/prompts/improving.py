"""Improving: the upgrades to choose from after a new level. Only a key opens it."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final, get_args

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry
from bidden.frontend.screens.screen import Perform, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Improvable, Improve
from bidden.view import View

_OPTIONS: Final = dict(zip(ascii_uppercase, get_args(Improvable), strict=False))
"""The letter of each improvement, constant even if others are at their maximum.

They are capitals, because no key of a fight is one.
"""


def choose_improvement(theme: Theme, view: View) -> Screen | None:
    """Ask for an improvement, or return None if none is due."""
    if not view.improvements:
        return None
    offered = [option for option, _ in view.improvements]
    told = dict(zip(offered, view.improvements_told, strict=True))
    more = f" ({view.improvements_due} times)" if view.improvements_due > 1 else ""
    return Chooser(
        theme,
        f"Level up! Choose an upgrade:{more}",
        [Entry(letter, told[option]) for letter, option in _OPTIONS.items() if option in told],
        lambda letter: _improve(_OPTIONS[letter]),
    )


def _improve(option: Improvable) -> Steps:
    return (Perform(Improve(option)),)
