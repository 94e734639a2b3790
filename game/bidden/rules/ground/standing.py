"""Helpers for active ground: the level where time passes, its creatures, and immunity."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.combat import resistance_to
from bidden.events.effects import what_is
from bidden.events.ground import Tile, tile_order
from bidden.state import hero_of
from eventcore import Entity, World


def here_and_now(world: World) -> int:
    """Return the level where time passes: the player's, or the first."""
    hero = hero_of(world)
    return 1 if hero is None or Position not in hero else hero[Position].level


def resists(who: Entity, kind: str, world: World) -> bool:
    """Return whether a creature is immune to a kind of harm."""
    return what_is(world, who, resistance_to(kind)) >= 100


def by_tile(things: list[Entity]) -> list[tuple[Tile, Entity]]:
    """Return things with their tiles, sorted by tile and then by id."""
    placed = [(thing[Position].tile, thing) for thing in things]
    return sorted(placed, key=lambda pair: (*tile_order(pair[0]), pair[1].id))
