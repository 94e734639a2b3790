"""Casting: which spell, and where to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from string import ascii_lowercase

from bidden.frontend.screens.prompts.forms.chooser import Chooser, Entry
from bidden.frontend.screens.prompts.forms.target import aim
from bidden.frontend.screens.prompts.using.foretold import perform
from bidden.frontend.screens.screen import Screen, Steps
from bidden.frontend.screens.told.card import show_card
from bidden.frontend.theme import Theme
from bidden.intents import Cast
from bidden.perception.cards.card import OfSpell
from bidden.view import Castable, View


def choose_to_cast(theme: Theme, view: View, spells: Sequence[Castable]) -> Screen | None:
    """Ask which spell to cast, or return None if there is none. It uses the keys of casting."""
    if not spells:
        return None
    lettered = dict(zip(ascii_lowercase, spells, strict=False))

    def go_on(letter: str) -> Steps:
        spell = lettered[letter]
        if spell.aiming is None:
            return perform(theme, Cast(spell.name), view, letter)
        cast = partial(Cast, spell.name)
        return aim(theme, view, f"cast {spell.name}", cast, spell.aiming)

    entries = [Entry(letter, f"{one.name}, {one.mana} mana") for letter, one in lettered.items()]
    question = f"Cast what? You have {view.mana} mana.{odds_told(view)}"

    def examine(letter: str) -> Steps:
        return show_card(theme, OfSpell(lettered[letter].name))

    return Chooser(theme, question, entries, go_on, examine)


def odds_told(view: View) -> str:
    """Say how often magic words come out right, unless always."""
    return "" if view.speech == 100 else f" {100 - view.speech}% to fail."
