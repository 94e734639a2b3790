"""Epitaphs: how the player died, in a sentence, and the cause read back from it."""

from __future__ import annotations

import re
from typing import Final

from bidden.components.places.trap import Trap
from bidden.state import a_thing, name_of
from eventcore import Entity

UNDER_WAY: Final = "under way"
"""How a run ended that is not over."""

COUNTED: Final = frozenset({"dart", "flash", "needle", "spark"})
"""Sources of damage that take an article."""

_WHEN: Final = re.compile(r" on turn \d+\.$")
_KILLED_BY: Final = re.compile(r"Killed by (?:an? |the )?(?:.*, )?(.+)")


def harm_named(source: str) -> str:
    """Return a source of damage as a noun; empty for an attack."""
    return a_thing(source) if source in COUNTED else source


def slayer_of(enactor: Entity, source: str) -> str:
    """Name the cause of a wound or death: a trap, the source of the damage, or a creature."""
    by = a_thing(name_of(enactor))
    return by if Trap in enactor else harm_named(source) or by


def epitaph_of(killer: str, turn: int) -> str:
    """Return the epitaph of a player."""
    return f"Killed by {killer} on turn {turn}."


def cause_of(epitaph: str) -> str:
    """Return an epitaph without its turn."""
    return _WHEN.sub("", epitaph).removesuffix(".")


def killer_of(epitaph: str) -> str:
    """Return the kind of the killer: of a champion with a name, its title."""
    cause = cause_of(epitaph)
    killer = _KILLED_BY.fullmatch(cause)
    return killer[1] if killer else cause
