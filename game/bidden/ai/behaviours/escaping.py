"""Escaping: leave harmful ground for a harmless neighbouring tile."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.grid.neighbours import AROUND
from bidden.intents import Intent, Move
from bidden.rules.ground.dangers import dangers_to, harms_who_stays


def escape(situation: Situation) -> Iterator[Intent]:
    """Take the first step out of harm, straight ones before diagonal ones."""
    here = situation.who[Position]
    if not harms_who_stays(situation.who, situation.world):
        return
    harmful = [danger.tiles for danger in dangers_to(situation.who, situation.world)]
    for dx, dy in (*AROUND[::2], *AROUND[1::2]):
        tile = here.x + dx, here.y + dy
        if not any(tile in tiles for tiles in harmful):
            yield Move(dx, dy)
