"""Resting: letting hit points come back where nobody is, as long as the term leaves time for it."""

from __future__ import annotations

from typing import Final

from bidden.intents import Wait
from bidden.view import View

_HURT: Final = 50
"""It rests while it has less than so many hundredths of its hit points."""
_SPARE: Final = 60
"""It rests while more than so many hundredths of the term are left."""


def rest(view: View) -> Wait | None:
    """Wait a turn where that heals and costs nothing that is missed; None where it would not."""
    bond = view.bond
    if bond is None or bond.fulfilled or view.foes or view.hunger in ("hungry", "weak"):
        return None
    if view.here in view.harm_at or view.hp * 100 >= view.max_hp * _HURT:
        return None
    return Wait() if bond.left * 100 > bond.term * _SPARE else None
