"""Hints for a first run: one line each, shown once, when it first helps."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from bidden.frontend.input.keymap import Command, Context, Keymap
from bidden.view import Peril, Stance, View

_HINTS: Final[Mapping[str, Callable[[View], str | bool]]] = MappingProxyType(
    {
        "escape": lambda view: view.peril is Peril.DEADLY and _ways_to_escape(view),
        "fight": lambda view: (
            any(stance is Stance.FOE for _, stance in view.stances)
            and "{fight} attacks the nearest enemy. Press {look} and Enter to see what it can do."
        ),
        "rest": lambda view: (
            not view.foes_at
            and 2 * view.hp < view.max_hp
            and view.comes_back[0] > 0
            and _rest(view)
        ),
        "use": lambda view: (
            not view.foes_at
            and any(not held.known for held in view.pack)
            and "To identify a potion or scroll, use it ({quaff}, {read}). {pack} opens your pack."
        ),
        "explore": lambda view: (
            not (view.foes_at or view.offers)
            and "{explore} explores and picks up items. {go_down} takes you to known stairs."
        ),
    }
)
"""The text of each hint if it helps now, or False. The first that helps is shown."""


def next_hint(view: View, seen: Collection[str], keymap: Keymap) -> tuple[str, str] | None:
    """Return the name and text of a hint that helps now and was not shown before."""
    if view.ending is not None or view.levels < 2:  # a single level is an exercise
        return None
    hint = keymap.hint
    for name, told in _HINTS.items():
        if name not in seen and isinstance(text := told(view), str):
            return name, re.sub(r"{(\w+)}", lambda key: hint(Context.PLAY, Command(key[1])), text)
    return None


def _ways_to_escape(view: View) -> str | bool:
    ways = ["{boon} uses a boon"] if any(boon.uses for boon in view.boons) else []
    ways += ["{quaff} quaffs a potion"] if any("quaff" in held.uses for held in view.pack) else []
    return bool(ways) and f"You may lose this fight: {', '.join(ways)}."


def _rest(view: View) -> str:
    runs = view.bond is not None and view.bond.runs
    return f"{{rest}} rests until you are healed{', but your term keeps running' if runs else ''}."
