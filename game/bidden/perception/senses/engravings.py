"""Engravings, which can be read without picking them up."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.things.readable import Inscription
from bidden.rules.movement.occupancy import things_on
from bidden.state import Item
from eventcore import World


def engravings_at(place: Position, world: World) -> list[str]:
    """Return the engravings in a place, in order of creation."""
    there = things_on(place.x, place.y, place.level, world)
    return [one[Inscription].text for one in there if Inscription in one and Item not in one]
