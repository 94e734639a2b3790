"""Epitaphs: how it is told in a sentence of what the player died, and what is read of it again."""

from __future__ import annotations

import re
from typing import Final

UNDER_WAY: Final = "under way"
"""How a run ended that is not over."""

_WHEN: Final = re.compile(r" on turn \d+\.$")
_KILLED_BY: Final = re.compile(r"Killed by (?:an? |the )?(?:.*, )?(.+)")


def epitaph_of(killer: str, turn: int) -> str:
    """Say who or what killed the player, and on which turn."""
    return f"Killed by {killer} on turn {turn}."


def cause_of(epitaph: str) -> str:
    """Give what an epitaph says, without the turn."""
    return _WHEN.sub("", epitaph).removesuffix(".")


def killer_of(epitaph: str) -> str:
    """Give the kind of what killed: of a champion with a name, what it is a champion of."""
    cause = cause_of(epitaph)
    killer = _KILLED_BY.fullmatch(cause)
    return killer[1] if killer else cause
