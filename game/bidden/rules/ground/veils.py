"""Veils: where creatures are hidden from an observer.

On a level without dark tiles and hiding creatures, no query is asked unless a creature is unseen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bidden.components.movement.position import Position
from bidden.events.ground import Tile, Veil, WhatHides
from bidden.rules.ground.ground import Ground
from bidden.state import Unseen
from eventcore import Entity, World

_NONE: Final[tuple[Veil, ...]] = ()


def veils_for(who: Entity, level: int, world: World) -> tuple[Veil, ...]:
    """Return the veils that hide creatures on a level from an observer."""
    ground = world.root.get(Ground)
    hides = ground is not None and (ground.hidden or ground.on("darks", level))
    if not hides and not world.roster(Unseen):
        return _NONE
    return tuple(world.ask(WhatHides(who, level)).found)


def is_veiled(here: Position, there: Tile, veils: Iterable[Veil]) -> bool:
    """Return whether veils hide a creature on a tile from an observer at a position."""
    dx, dy = there[0] - here.x, there[1] - here.y
    away = dx * dx + dy * dy
    return any(there in veil.tiles and away > veil.within * veil.within for veil in veils)
