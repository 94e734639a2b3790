"""Naming and inscribing items."""

from __future__ import annotations

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry, entries_of
from bidden.frontend.screens.prompts.forms.line import Line
from bidden.frontend.screens.prompts.forms.typed import WordsPrompt
from bidden.frontend.screens.screen import Perform, Push, Screen, Steps
from bidden.frontend.theme import Theme
from bidden.intents import Name
from bidden.labels import label_of, split_label
from bidden.view import Held, View


def choose_to_name(theme: Theme, view: View) -> Screen | None:
    """Ask which of the things held is to be named; None where there is none."""
    if not view.pack:
        return None
    slots = {one.slot: one for one in view.pack}

    def go_on(slot: str) -> Steps:
        held = slots[slot]
        return (Push(_NamePrompt(theme, view, held) if held.known else _which(theme, view, held)),)

    return Chooser(theme, "Name what?", entries_of(theme, view.pack), go_on)


def choose_to_inscribe(theme: Theme, view: View) -> Screen | None:
    """Ask which of the things held is to be inscribed; None where there is none."""
    if not view.pack:
        return None
    slots = {one.slot: one for one in view.pack}

    def go_on(slot: str) -> Steps:
        return (Push(_InscriptionPrompt(theme, view, slots[slot])),)

    return Chooser(theme, "Inscribe what?", entries_of(theme, view.pack), go_on)


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
        self._inscription = "" if alike else split_label(held.label)[1]

    def answer(self, typed: str) -> Steps:
        """Name the thing as it was typed."""
        label = label_of(typed.strip(), self._inscription)
        return (Perform(Name(self._slot, label, self._alike)),)


class _InscriptionPrompt(WordsPrompt):
    """Asks for an inscription, from what there is on; an empty one takes it away."""

    accept: str = "inscribe it"

    def __init__(self, theme: Theme, view: View, held: Held) -> None:
        super().__init__(theme, "Inscribe what?")
        self.most = view.longest_inscription
        self._slot = held.slot
        self._name, now = split_label(held.label)
        self._line = Line(now)

    def character(self, key: str) -> str:
        """Take what a key writes, but for braces: they stand around it."""
        return "" if key in ("{", "}") else super().character(key)

    def answer(self, typed: str) -> Steps:
        """Inscribe the thing as it was typed, and let it keep its name."""
        return (Perform(Name(self._slot, label_of(self._name, typed.strip()))),)
