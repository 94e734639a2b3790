"""Seeing: what a creature has in view."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.effects import what_is
from bidden.events.queries import WhatIsInView, WhatShows
from bidden.state import Levels
from eventcore import Entity, World


def in_view_of(who: Entity, world: World, radius: int | None = None) -> frozenset[tuple[int, int]]:
    """Give the tiles a creature sees, as (column, row), on the level it is on.

    Args:
        who: The creature.
        world: Where it is.
        radius: How far it sees, for the dead, who can be asked no more.
    """
    here = who[Position]
    radius = max(0, what_is(world, who, "sight")) if radius is None else radius
    question = WhatIsInView(world.root, here.x, here.y, radius, here.level)
    return world.ask(question).tiles


def is_blind(who: Entity, world: World) -> bool:
    """Say whether something keeps a creature from seeing; who never sees is not blind."""
    return what_is(world, who, "sight") < 0


def visible_rows(level: int, world: World) -> list[str]:
    """Give a level row by row as it looks, with its doors and stairs, as ``WhatShows`` has it."""
    return world.ask(WhatShows(world.root, level, world.root[Levels].at(level).rows)).rows


def sees(who: Entity, thing: Entity, world: World) -> bool:
    """Say whether a creature sees a thing, itself included; what is held is not seen."""
    there = thing.get(Position)
    if there is None or who[Position].level != there.level:
        return False
    return (there.x, there.y) in in_view_of(who, world)
