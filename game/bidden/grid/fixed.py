"""What is fixed: doors, stairs, rooms and traps of a level, which never move from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from bidden.components.movement.position import Position
from eventcore import Component, Entity, World


def fixed_on(level: int, world: World, *classes: type[Component]) -> Sequence[Entity]:
    """Give what is fixed on a level and has all of some classes, in order of their ids.

    It is known for as long as the same ones have them in the whole world: no rule may move such
    things, or give them another level.
    """
    return _by_level(world.roster(*classes, Position)).get(level, ())


@lru_cache(maxsize=32)
def _by_level(things: tuple[Entity, ...]) -> Mapping[int, Sequence[Entity]]:
    levels: dict[int, list[Entity]] = {}
    for thing in things:
        levels.setdefault(thing[Position].level, []).append(thing)
    return levels
