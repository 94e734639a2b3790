"""Prompts for words: names of items, and engravings."""

from __future__ import annotations

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry, entries_of
from bidden.frontend.screens.prompts.forms.typed import TextPrompt
from bidden.frontend.screens.screen import NOTHING, Perform, Push, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Engrave, Name
from bidden.view import Held, View


def ask_to_engrave(theme: Theme, view: View) -> Screen:
    """Ask for words to engrave here. No words cancel."""

    def engrave(typed: str) -> Steps:
        return (Perform(Engrave(typed.strip())),) if typed.strip() else NOTHING

    most = view.longest_words
    return TextPrompt(theme, "Engrave what?", engrave, accept="engrave it", most=most)


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

    return Chooser(theme, "Name what?", entries_of(view.pack), choose)


def _which(theme: Theme, view: View, held: Held) -> Screen:
    """Ask whether to name all unidentified items of this look, or one."""
    entries = [Entry("a", "every item that looks like this"), Entry("b", "only this item")]

    def choose(letter: str) -> Steps:
        return (Push(_ask_for_name(theme, view, held, alike=letter == "a")),)

    return Chooser(theme, f"Unidentified: {held.name}. Name", entries, choose)


def _ask_for_name(theme: Theme, view: View, held: Held, *, alike: bool = False) -> Screen:
    def name(typed: str) -> Steps:
        return (Perform(Name(held.slot, typed.strip(), alike)),)

    question, most = "Name for them:" if alike else "Name:", view.longest_name
    return TextPrompt(theme, question, name, accept="name it", most=most)
