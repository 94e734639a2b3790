"""Epitaphs: how it is told in a sentence of what the player died, and what is read of it again."""

from __future__ import annotations

import re
from typing import Final

from bidden.components.places.trap import Trap
from bidden.state import a_thing, name_of
from eventcore import Entity

UNDER_WAY: Final = "under way"
"""How a run ended that is not over."""

COUNTED: Final = frozenset({"dart", "flash", "needle", "spark"})
"""Of what harms, those that come one by one, and are told with an article."""

_WHEN: Final = re.compile(r" on turn \d+\.$")
_KILLED_BY: Final = re.compile(r"Killed by (?:an? |the )?(?:.*, )?(.+)")


def harm_named(source: str) -> str:
    """Name what harmed; empty for a blow."""
    return a_thing(source) if source in COUNTED else source


def slayer_of(who: Entity, source: str) -> str:
    """Name who or what wounded or killed.

    Args:
        who: By whom it came.
        source: What it came of, as ``Die`` has it; empty for a blow.
    """
    by = a_thing(name_of(who))
    return by if Trap in who else harm_named(source) or by


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
