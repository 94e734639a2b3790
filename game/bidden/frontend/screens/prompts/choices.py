"""Small prompts for an intent: orders to allies, upgrades, names of items, and engravings."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final, get_args

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry, entries_of
from bidden.frontend.screens.prompts.forms.typed import TextPrompt
from bidden.frontend.screens.screen import NOTHING, Perform, Push, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Bid, Engrave, Improvable, Improve, Name, Word
from bidden.text import capitalised
from bidden.view import Held, View
from bidden.words import phrase

_ORDERS: Final[dict[str, Word]] = {"c": "come", "s": "stay", "t": "strike"}
_UPGRADES: Final = dict(zip(ascii_uppercase, get_args(Improvable), strict=False))
"""The letter of each upgrade, constant even if others are at their maximum.

They are capitals, because the keys used in fights are not.
"""


def choose_to_bid(theme: Theme) -> Screen:
    """Ask for an order to the allies."""
    entries = [Entry(letter, phrase("orders", word)) for letter, word in _ORDERS.items()]
    question = phrase("orders", "question")
    return Chooser(theme, question, entries, lambda letter: (Perform(Bid(_ORDERS[letter])),))


def choose_improvement(theme: Theme, view: View) -> Screen | None:
    """Ask for an upgrade, or return None if none is due."""
    if not view.improvements:
        return None
    offered = [option for option, _ in view.improvements]
    told = dict(zip(offered, view.improvements_told, strict=True))
    due = view.improvements_due
    entries = [Entry(key, told[option]) for key, option in _UPGRADES.items() if option in told]
    full = ["max HP" if one == "hp" else one for one in _UPGRADES.values() if one not in told]
    entries += [
        Entry("", "", note=phrase("level up", "full", name=capitalised(one))) for one in full
    ]
    question = phrase("level up", "several times" if due > 1 else "question", times=due)
    return Chooser(theme, question, entries, lambda letter: (Perform(Improve(_UPGRADES[letter])),))


def ask_to_engrave(theme: Theme, view: View) -> Screen:
    """Ask for words to engrave here. No words cancel."""

    def engrave(typed: str) -> Steps:
        return (Perform(Engrave(typed.strip())),) if typed.strip() else NOTHING

    most = view.longest_words
    question, accept = phrase("engraving", "question"), phrase("engraving", "accept")
    return TextPrompt(theme, question, engrave, accept=accept, most=most)


def choose_to_name(theme: Theme, view: View) -> Screen | None:
    """Ask which item to name, or return None if there is none. An empty name removes a name."""
    if not view.pack:
        return None
    slots = {one.slot: one for one in view.pack}

    def choose(slot: str) -> Steps:
        held = slots[slot]
        return (
            Push(_ask_for_name(theme, view, held) if held.known else _which(theme, view, held)),
        )

    return Chooser(theme, phrase("names of items", "what"), entries_of(view.pack), choose)


def _which(theme: Theme, view: View, held: Held) -> Screen:
    """Ask whether to name all unidentified items of this look, or one."""
    ways = phrase("names of items", "alike"), phrase("names of items", "one")
    entries = [Entry(letter, text) for letter, text in zip("ab", ways, strict=True)]

    def choose(letter: str) -> Steps:
        return (Push(_ask_for_name(theme, view, held, alike=letter == "a")),)

    return Chooser(theme, phrase("names of items", "which", look=held.name), entries, choose)


def _ask_for_name(theme: Theme, view: View, held: Held, *, alike: bool = False) -> Screen:
    def name(typed: str) -> Steps:
        return (Perform(Name(held.slot, typed.strip(), alike)),)

    question = phrase("names of items", "name of alike" if alike else "name of one")
    accept, most = phrase("names of items", "accept"), view.longest_name
    return TextPrompt(theme, question, name, accept=accept, most=most)
