"""The tiles ahead of a boon's user, the creatures there, and the fire it leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bidden.components.movement.door import is_shut_door
from bidden.components.movement.position import Position
from bidden.events.boons import UseBoon
from bidden.events.ground import Ignite, Pour, Tile
from bidden.events.queries import WhatIsAt
from bidden.rules.ground.fire import can_burn
from bidden.rules.ground.ground import Ground
from bidden.state import Fighter, Levels
from eventcore import Entity, World


def somebody_at(x: int, y: int, level: int, world: World) -> Entity | None:
    """Return the creature on a tile, or None."""
    found = world.ask(WhatIsAt(world.root, x, y, level)).found
    return next((thing for thing in found if Fighter in thing), None)


def tiles_ahead(use: UseBoon, tiles: int, world: World) -> Iterator[Tile]:
    """Yield up to ``tiles`` tiles ahead, as far as the first wall or shut door."""
    here = use.enactor[Position]
    for n in range(1, tiles + 1):
        x, y = here.x + n * use.dx, here.y + n * use.dy
        found = world.ask(WhatIsAt(world.root, x, y, here.level)).found
        if world.root[Levels].at(here.level).is_wall(x, y) or any(map(is_shut_door, found)):
            return
        yield x, y


def first_ahead(use: UseBoon, tiles: int, world: World) -> Entity | None:
    """Return the first creature within ``tiles`` tiles, before a wall or a shut door, or None."""
    level = use.enactor[Position].level
    there = (somebody_at(x, y, level, world) for x, y in tiles_ahead(use, tiles, world))
    return next((who for who in there if who is not None), None)


def set_alight(who: Entity, level: int, tiles: Iterable[Tile], fuel: str, world: World) -> None:
    """Set tiles on fire: what burns there, or else fuel that is laid on dry ground.

    Call it only from APPLY on, because rules may join the world.
    """
    wanted, ground = [*tiles], world.root.get(Ground)
    bare = [tile for tile in wanted if ground is None or is_bare(ground, level, tile, world)]
    if bare:
        world.publish(Pour(who, level, fuel, bare))
    for x, y in wanted if Ground in world.root else ():
        if can_burn(level, (x, y), world):
            world.publish(Ignite(who, level, x, y))


def is_bare(ground: Ground, level: int, tile: Tile, world: World) -> bool:
    """Return whether nothing burnable and no water lies on a tile."""
    kind = ground.kind_of(level, tile)
    alight = tile in ground.on("fires", level)
    return not alight and not (kind is not None and kind.wet) and not can_burn(level, tile, world)
