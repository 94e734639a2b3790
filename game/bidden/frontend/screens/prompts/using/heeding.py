"""Heeding: what inscriptions and shortcuts say of a use: digits, and a question first."""

from __future__ import annotations

from collections.abc import Collection

from bidden.frontend.input.keymap import Command, Context
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import Push, Steps
from bidden.frontend.theme import Theme
from bidden.going.written.wishes import digits_for, what_asks_first
from bidden.labels import split_label


def keys_of(theme: Theme, action: Command) -> tuple[str, ...]:
    """Give the keys of an action, as inscriptions and shortcuts name it."""
    return theme.keymap.sections[Context.PLAY].actions[action].keys


def digits_of(theme: Theme, name: str, keys: Collection[str]) -> str:
    """Give the digits that choose what is called so, where something is to be done by keys."""
    return digits_for(name, keys, theme.shortcuts)


def why_asked(theme: Theme, name: str, action: Command) -> str:
    """Say what has an action asked about first, in a sentence; empty where nothing has."""
    said = what_asks_first(name, keys_of(theme, action), theme.shortcuts)
    if not said:
        return ""
    written = said == split_label(name)[1]
    return f"Its inscription is {{{said}}}." if written else f"Your shortcut for it is {said}."


def ask_to_cast(theme: Theme, spell: str, steps: Steps, key: str = "") -> Steps:
    """Cast a spell, but ask first if a shortcut says so; held down, ``key`` is no yes."""
    detail = why_asked(theme, spell, Command.CAST)
    return (Push(Confirm(theme, f"Cast {spell}?", detail, steps, deaf=key)),) if detail else steps
