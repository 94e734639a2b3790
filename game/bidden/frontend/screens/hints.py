"""Hints for a first run: one line each, shown once, when it first helps."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from bidden.frontend.input.keymap import Command, Context, Keymap
from bidden.view import Stance, View

_HINTS: Final[Mapping[str, tuple[Callable[[View], bool], str]]] = MappingProxyType(
    {
        "escape": (
            lambda view: bool(view.boons and _awake(view)) and 2 * view.hp < view.max_hp,
            "You may lose this fight: {boon} uses a boon, {quaff} a potion if you have one.",
        ),
        "fight": (
            lambda view: _awake(view),  # defined below
            "{fight} attacks the nearest enemy. Press {look} and Enter to see what it can do.",
        ),
        "rest": (
            lambda view: not view.foes_at and 2 * view.hp < view.max_hp,
            "{rest} rests until you are healed, but any term runs on.",
        ),
        "use": (
            lambda view: not view.foes_at and any(not held.known for held in view.pack),
            "Learn what a potion or scroll does by using it ({quaff}, {read}). {pack}: your pack.",
        ),
        "explore": (
            lambda view: not (view.foes_at or view.offers),
            "{explore} explores and picks up items. {go_down} takes you to stairs you have found.",
        ),
    }
)
"""Whether each hint helps now, and its text. The first that helps is shown."""


def next_hint(view: View, seen: Collection[str], keymap: Keymap) -> tuple[str, str] | None:
    """Return the name and text of a hint that helps now and was not shown before."""
    if view.ending is not None or view.levels < 2:  # a single level is an exercise
        return None
    hint = keymap.hint
    for name, (helps, text) in _HINTS.items():
        if name not in seen and helps(view):
            return name, re.sub(r"{(\w+)}", lambda key: hint(Context.PLAY, Command(key[1])), text)
    return None


def _awake(view: View) -> bool:
    return any(stance is Stance.FOE for _, stance in view.stances)
