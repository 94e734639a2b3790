"""Things that never move: the doors, stairs, rooms and traps of a level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from bidden.components.movement.position import Position
from eventcore import Component, Entity, World


def fixed_on(level: int, world: World, *classes: type[Component]) -> Sequence[Entity]:
    """Return the fixed things on a level with all the given components, in order of id.

    The result is cached as long as the same things have the components in the whole world. So no
    rule may move such things to another tile or level.
    """
    return _by_level(world.roster(*classes, Position)).get(level, ())


@lru_cache(maxsize=32)
def _by_level(things: tuple[Entity, ...]) -> Mapping[int, Sequence[Entity]]:
    levels: dict[int, list[Entity]] = {}
    for thing in things:
        levels.setdefault(thing[Position].level, []).append(thing)
    return levels
