"""Lists whose choice is an intent: orders to allies, and upgrades."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final, get_args

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry
from bidden.frontend.screens.screen import Perform, Screen
from bidden.frontend.theme import Theme
from bidden.intents import Bid, Improvable, Improve, Word
from bidden.view import View

_ORDERS: Final[dict[str, tuple[Word, str]]] = {
    "c": ("come", "come: follow me"),
    "s": ("stay", "stay: wait here"),
    "t": ("strike", "attack the nearest enemy"),
}
_UPGRADES: Final = dict(zip(ascii_uppercase, get_args(Improvable), strict=False))
"""The letter of each upgrade, constant even if others are at their maximum.

They are capitals, because the keys used in fights are not.
"""


def choose_to_bid(theme: Theme) -> Screen:
    """Ask for an order to the allies."""
    entries = [Entry(letter, text) for letter, (_, text) in _ORDERS.items()]
    return Chooser(
        theme,
        "Order your allies to do what?",
        entries,
        lambda letter: (Perform(Bid(_ORDERS[letter][0])),),
    )


def choose_improvement(theme: Theme, view: View) -> Screen | None:
    """Ask for an upgrade, or return None if none is due."""
    if not view.improvements:
        return None
    offered = [option for option, _ in view.improvements]
    told = dict(zip(offered, view.improvements_told, strict=True))
    more = f" ({view.improvements_due} times)" if view.improvements_due > 1 else ""
    return Chooser(
        theme,
        f"Level up! Choose an upgrade{more}:",
        [Entry(letter, told[option]) for letter, option in _UPGRADES.items() if option in told],
        lambda letter: (Perform(Improve(_UPGRADES[letter])),),
    )
