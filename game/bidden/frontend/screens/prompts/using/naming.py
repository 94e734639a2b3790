"""Naming items."""

from __future__ import annotations

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry, entries_of
from bidden.frontend.screens.prompts.forms.typed import WordsPrompt
from bidden.frontend.screens.screen import Perform, Push, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Name
from bidden.view import Held, View


def choose_to_name(theme: Theme, view: View) -> Screen | None:
    """Ask which item to name, or return None if there is none."""
    if not view.pack:
        return None
    slots = {one.slot: one for one in view.pack}

    def go_on(slot: str) -> Steps:
        held = slots[slot]
        return (Push(_NamePrompt(theme, view, held) if held.known else _which(theme, view, held)),)

    return Chooser(theme, "Name what?", entries_of(view.pack), go_on)


def _which(theme: Theme, view: View, held: Held) -> Screen:
    entries = [Entry("a", "every item that looks like this"), Entry("b", "only this item")]
    question = f"Unidentified: {held.name}. Name"

    def go_on(letter: str) -> Steps:
        return (Push(_NamePrompt(theme, view, held, letter == "a")),)

    return Chooser(theme, question, entries, go_on)


class _NamePrompt(WordsPrompt):
    """Asks for a name, as long as the view lets it be; an empty one takes the name away."""

    accept: str = "name it"

    def __init__(self, theme: Theme, view: View, held: Held, alike: bool = False) -> None:
        super().__init__(theme, "Name for them:" if alike else "Name:")
        self.most = view.longest_name
        self._slot = held.slot
        self._alike = alike

    def answer(self, typed: str) -> Steps:
        return (Perform(Name(self._slot, typed.strip(), self._alike)),)
