"""Foes by patterns: of their names, and of what is told of how great a peril they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bidden.going.harmless import tiles_between
from bidden.going.written.patterns import by_distance, finds
from bidden.view import Peril, Spot, View

_NEAR: Final = 2
"""So near, in tiles, nobody is passed over where no pattern says otherwise."""


def passed_over(patterns: Sequence[str], view: View) -> frozenset[Spot]:
    """Give where the foes in view are whom a player passes over by patterns: none that is near."""
    perils = {foe.at: foe.peril for foe in view.foes_seen} if patterns else {}
    parts = [by_distance(pattern) for pattern in patterns]
    return frozenset(
        (x, y)
        for x, y in view.foes_at
        if any(
            tiles_between((x, y), view.here) > (_NEAR if tiles is None else tiles)
            and _is_of(words, view.tiles[y][x].name, perils.get((x, y), Peril.NONE))
            for words, tiles in parts
        )
    )


def _is_of(pattern: str, name: str, peril: Peril) -> bool:
    """Say whether a pattern is found in a name, with the peril behind it where there is any."""
    return finds(pattern, name if peril is Peril.NONE else f"{name}, {peril.value}")
