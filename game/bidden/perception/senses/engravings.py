"""Engravings: what is engraved on a tile, and needs no taking up to be read."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.things.inscription import Inscription
from bidden.rules.movement.occupancy import things_on
from bidden.state import Item
from eventcore import World


def engravings_at(place: Position, world: World) -> list[str]:
    """Give what is engraved in a place, in the order it came to be."""
    there = things_on(place.x, place.y, place.level, world)
    return [one[Inscription].text for one in there if Inscription in one and Item not in one]
