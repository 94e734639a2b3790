"""Boons of embers: the fires that they start."""

from __future__ import annotations

from bidden.components.movement.door import is_hidden_door
from bidden.components.movement.position import Position
from bidden.content.kinds.boon_kinds import WarpKind
from bidden.events.boons import Melt, UseBoon
from bidden.events.effects import Affect
from bidden.events.movement import Leave
from bidden.events.queries import WhatIsAt
from bidden.grid.neighbours import AROUND
from bidden.grid.tiles import looks_walled
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.ways import set_alight, somebody_at
from bidden.state import Levels
from eventcore import APPLY, REACT, Component, World, component, handles

_FLOOR = "."


@component
class BurningBoons(Component):
    """Sets on fire what boons of embers reach, and melts walls."""

    # After the power itself, at REACT - 20 at the latest.
    @handles(UseBoon, REACT - 10, via="world")
    def burn_who_is_struck(self, use: UseBoon, world: World) -> None:
        """Set the struck creature on fire, and the tile where it lands."""
        warp, who, target = _warp(use, "strike", world), use.enactor, use.target
        if warp is None or not who.alive or target is None:
            return
        if target.alive:
            world.publish(Affect(who, target, warp.effect, warp.turns))
        set_alight(who, who[Position].level, use.tiles, warp.ground, world)

    @handles(UseBoon, REACT - 11, via="world")
    def burn_in_a_line(self, use: UseBoon, world: World) -> None:
        """Set the tiles ahead on fire, and the creatures there."""
        warp, who = _warp(use, "lash", world), use.enactor
        if warp is None or not who.alive:
            return
        level = who[Position].level
        for x, y in use.tiles:
            other = somebody_at(x, y, level, world)
            if other is not None and other is not who:
                world.publish(Affect(who, other, warp.effect, warp.turns))
        set_alight(who, level, use.tiles, warp.ground, world)

    @handles(UseBoon, REACT - 12, via="world")
    def burn_around_the_landing(self, use: UseBoon, world: World) -> None:
        """Set the tiles around the landing on fire, but not the landing itself."""
        warp, who = _warp(use, "leap", world), use.enactor
        if warp is None or not who.alive:
            return
        level = who[Position].level
        around = [(use.x + dx, use.y + dy) for dx, dy in AROUND]
        tiles = [tile for tile in around if not looks_walled(*tile, level, world)]
        set_alight(who, level, tiles, warp.ground, world)

    @handles(UseBoon, REACT - 13, via="world")
    def melt_the_wall(self, use: UseBoon, world: World) -> None:
        if _warp(use, "pass", world) is not None:
            world.publish(Melt(use.enactor, use.enactor[Position].level, [*use.tiles]))

    @handles(UseBoon, REACT - 14, via="world")
    def burn_what_is_left_behind(self, use: UseBoon, world: World) -> None:
        """Set the tiles that the user ran across on fire."""
        warp, who = _warp(use, "rush", world), use.enactor
        if warp is not None and who.alive and use.tiles:
            set_alight(who, who[Position].level, use.tiles, warp.ground, world)

    @handles(Melt, APPLY, via="world")
    def be_floor(self, melt: Melt, world: World) -> None:
        """Turn the tiles into floor. A secret door that looks like the wall melts too."""
        level = world.root[Levels].at(melt.level)
        rows = [*level.rows]
        for x, y in melt.tiles:
            rows[y] = rows[y][:x] + _FLOOR + rows[y][x + 1 :]
            for thing in world.ask(WhatIsAt(world.root, x, y, melt.level)).found:
                if is_hidden_door(thing):
                    world.publish(Leave(thing))
                    world.despawn(thing)
        level.rows = rows


def _warp(use: UseBoon, boon: str, world: World) -> WarpKind | None:
    return world.root[HavingBoons].warp_of(use, boon, "ember")
