"""Hints for a first run: one line each, shown once, when it first helps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from bidden.frontend.input.keymap import Context, Keymap
from bidden.view import Peril, Stance, View
from bidden.words import tables

_HINTS: Final[Mapping[str, Callable[[View], str | bool]]] = {
    "escape": lambda view: view.peril is Peril.DEADLY and _ways_to_escape(view),
    "fight": lambda view: any(stance is Stance.FOE for _, stance in view.stances) and "fight",
    "rest": lambda view: (
        not view.foes_at and 2 * view.hp < view.max_hp and view.comes_back[0] > 0 and _rest(view)
    ),
    "use": lambda view: not view.foes_at and any(not held.known for held in view.pack) and "use",
    "explore": lambda view: not (view.foes_at or view.offers) and "explore",
}
"""The key of each hint's words if it helps now, or False. The first that helps is shown."""


def next_hint(view: View, seen: Collection[str], keymap: Keymap) -> tuple[str, str] | None:
    """Return the name and text of a hint that helps now and was not shown before."""
    if view.ending is not None or view.levels < 2:  # a single level is an exercise
        return None
    for name, key_of in _HINTS.items():
        if name not in seen and isinstance(key := key_of(view), str):
            text = str(tables()["first hints"][key])
            commands = keymap.sections[Context.PLAY].actions
            return name, text.format_map({one: keymap.hint(Context.PLAY, one) for one in commands})
    return None


def _ways_to_escape(view: View) -> str | bool:
    ways = ["boon"] if any(boon.uses for boon in view.boons) else []
    ways += ["potion"] if any("quaff" in held.uses for held in view.pack) else []
    return bool(ways) and f"escape by {' or '.join(ways)}"


def _rest(view: View) -> str:
    return "rest in a term" if view.bond is not None and view.bond.runs else "rest"
