"""Resting: letting hit points come back where nobody is, as long as the term leaves time for it."""

from __future__ import annotations

from typing import Final

from bidden.intents import Wait
from bidden.view import View

_HURT: Final = 50
"""It rests below this percentage of its hit points."""
_SPARE: Final = 60
"""It rests while more than this percentage of the term is left."""


def rest(view: View) -> Wait | None:
    """Wait a turn if that heals at no cost, or return None."""
    bond = view.bond
    if bond is None or bond.fulfilled or view.foes or view.hunger in ("hungry", "weak"):
        return None
    if view.here in view.harm_at or view.hp * 100 >= view.max_hp * _HURT:
        return None
    return Wait() if bond.left * 100 > bond.term * _SPARE else None
