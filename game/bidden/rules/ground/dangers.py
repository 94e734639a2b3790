"""Dangers: the one question of which ground harms whom, asked by all who mean to go somewhere."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.events.ground import Danger, Tile, WhatHarms
from bidden.rules.ground.ground import Ground
from bidden.rules.places.chasms import Chasms
from bidden.rules.places.traps import Traps
from eventcore import Entity, World

_NONE: Final[tuple[Danger, ...]] = ()


def dangers_to(who: Entity, world: World, *, staying: bool = False) -> tuple[Danger, ...]:
    """Give the ground that harms a creature on the level it is on.

    Nobody is asked on a level without chasms and traps in a world in which nothing acts.

    Args:
        who: The creature.
        world: Where it is.
        staying: Whether what harms but once may be left out.
    """
    root, level = world.root, who[Position].level
    if Ground not in root:
        chasms, traps = root.get(Chasms), root.get(Traps)
        if not (chasms and chasms.of(level, world)) and not (traps and traps.of(level, world)):
            return _NONE
    return tuple(world.ask(WhatHarms(who, level, staying=staying)).found)


def danger_of(who: Entity, tile: Tile, world: World) -> Danger | None:
    """Give the worst that a tile of the level a creature is on does to it; None for no harm."""
    there = [danger for danger in dangers_to(who, world) if tile in danger.tiles]
    return max(there, key=lambda danger: danger.strength, default=None)


def harms_who_stays(who: Entity, world: World) -> bool:
    """Say whether the ground beneath a creature harms it for as long as it stays there.

    Nobody is asked where nothing burns on its tile, hangs above it or gapes below it.
    """
    here, root = who[Position], world.root
    tile, level = (here.x, here.y), here.level
    ground, chasms = root.get(Ground), root.get(Chasms)
    burns = ground is not None and any(ground.fires) and tile in ground.on("fires", level)
    hangs = ground is not None and any(ground.gases) and tile in ground.on("gases", level)
    gapes = chasms is not None and tile in chasms.of(level, world)
    if not (burns or hangs or gapes):
        return False
    dangers = dangers_to(who, world, staying=True)
    return any(tile in danger.tiles and not danger.once for danger in dangers)
