"""Engravings: what is engraved on a tile, and needs no taking up to be read."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.things.inscription import Inscription
from bidden.events.queries import WhatIsAt
from bidden.state import Item
from eventcore import World


def engravings_at(place: Position, world: World) -> list[str]:
    """Give what is engraved in a place, in the order it came to be."""
    found = world.ask(WhatIsAt(world.root, place.x, place.y, place.level)).found
    return [one[Inscription].text for one in found if Inscription in one and Item not in one]
