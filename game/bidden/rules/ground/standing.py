"""Standing on ground that acts: where time passes, who is above it, and whom it cannot harm."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.combat import resistance_to
from bidden.events.effects import what_is
from bidden.events.ground import Tile, tile_order
from bidden.state import Hero
from eventcore import Entity, World


def here_and_now(world: World) -> int:
    """Give the level on which time passes: that of who is played, or the first."""
    hero = world.root.get(Hero)
    return 1 if hero is None or Position not in hero.who else hero.who[Position].level


def resists(who: Entity, kind: str, world: World) -> bool:
    """Say whether a creature is spared all harm of a kind."""
    return what_is(world, who, resistance_to(kind)) >= 100


def by_tile(things: list[Entity]) -> list[tuple[Tile, Entity]]:
    """Give things with their tiles, in order of these; of several on one, the elder first."""
    placed = [((thing[Position].x, thing[Position].y), thing) for thing in things]
    return sorted(placed, key=lambda one: (*tile_order(one[0]), one[1].id))
