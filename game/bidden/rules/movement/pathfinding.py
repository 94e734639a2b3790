"""Pathfinding: the step that brings a creature nearer to a tile, or away from it.

All creatures on the way to a tile share one flood that spreads from it over the ground. Floods
are a cache, kept until a door moves or is found, and neither saved nor part of the digest. Each
step checks which creatures are in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import attrs

from bidden.components.movement.collision import Collision
from bidden.components.movement.door import Door, Lock
from bidden.components.movement.position import Position
from bidden.events.boons import Melt
from bidden.events.ground import BurnDown, Danger
from bidden.events.minds import are_foes
from bidden.events.movement import Close, Open
from bidden.events.places import Find
from bidden.events.queries import WhichKey, WhichStep
from bidden.grid.distance import Flood, Grid
from bidden.grid.fixed import fixed_on
from bidden.grid.neighbours import AROUND
from bidden.rules.ground.dangers import dangers_to
from bidden.rules.movement.occupancy import things_on
from bidden.state import Levels, OneWay, is_secret
from eventcore import MODIFY, REACT, Component, Entity, World, component, handles

Step = tuple[int, int, int]
Keys: TypeAlias = tuple[str, ...] | None
"""The locks for which a creature has keys, or None if it opens no doors at all."""
Shunned: TypeAlias = tuple[frozenset[tuple[int, int]], ...]
"""The ground that harms a creature."""
_MOST_KEPT: Final = 128
"""The maximum number of stored floods: more than the goals on a level, usually."""


@component
class Pathfinding(Component):
    """Finds shortest paths over the ground."""

    _grids: dict[tuple[int, Shunned, Keys], Grid] = attrs.field(
        factory=dict, init=False, repr=False
    )
    _floods: dict[tuple[int, int, int, Shunned, Keys], Flood] = attrs.field(
        factory=dict, init=False, repr=False
    )
    _locked: dict[int, list[str]] = attrs.field(factory=dict, init=False, repr=False)

    @handles(WhichStep, MODIFY, via="world")
    def point_the_way(self, question: WhichStep, world: World) -> None:
        """Answer with the best step onto a tile that no creature blocks.

        First come steps that shorten the way, then steps that keep it equal. If no way leads to the
        tile, choose the step that is nearest in a straight line. Ground that harms only once blocks
        a way only if there is another, and never a fleeing creature.
        """
        who = question.enactor
        here, away = who[Position], question.away
        x, y, level = here.spot
        keys = self._keys_of(who, level, world) if question.opens_doors else None
        dangers = dangers_to(who, world)
        shunned = _shunned(dangers, away=away) if dangers else ()
        flood = self._flood(question, level, shunned, keys, world)
        grid = flood.grid
        if not grid.holds(x, y):
            return
        dx, dy, tile = question.to_x - x, question.to_y - y, grid.number(x, y)
        least = max(abs(dx), abs(dy))
        left = flood.steps_to(tile, least)
        if left is None and any(danger.once for danger in dangers):
            shunned = _shunned(dangers, away=True)
            flood = self._flood(question, level, shunned, keys, world)
            grid, left = flood.grid, flood.steps_to(tile, least)
        if left == 0 and not away:
            return
        waves: tuple[int, ...]
        if left is None:
            waves = (grid.free,)
        else:
            waves = flood.waves[left + 1 if away else left - 1], flood.waves[left]
        closed = grid.closed_to(tile)
        corner = tile - grid.stride - 1
        for wave in waves:
            around = (wave & ~closed) >> corner & grid.ring
            for sx, sy, bit in _steps(dx, dy, grid.stride, away, left is None) if around else ():
                if around & bit:
                    things = things_on(x + sx, y + sy, level, world)
                    if not things or not _in_the_way(who, things, sx == dx and sy == dy, world):
                        question.step = sx, sy
                        return

    # Melting comes first: others look for a way as soon as they see through the gap.
    @handles(Open, REACT, via="world")
    @handles(Close, REACT, via="world")
    @handles(BurnDown, REACT, via="world")
    @handles(Melt, REACT - 1, via="world")
    def forget_when_a_way_changes(
        self, _change: Open | Close | BurnDown | Melt, world: World
    ) -> None:
        self._forget()

    @handles(Find, REACT, via="world")
    def forget_when_a_door_is_found(self, finding: Find, world: World) -> None:
        if Door in finding.thing:
            self._forget()

    def _forget(self) -> None:
        self._grids.clear()
        self._floods.clear()
        self._locked.clear()

    def _keys_of(self, who: Entity, level: int, world: World) -> Keys:
        locked = self._locked.get(level)
        if locked is None:
            locks = [door[Lock] for door in fixed_on(level, world, Lock) if door[Lock].locked]
            locked = self._locked[level] = sorted({lock.key for lock in locks})
        if not locked:
            return ()
        return tuple(key for key in locked if world.ask(WhichKey(who, key, level)).found)

    def _flood(
        self, question: WhichStep, level: int, shunned: Shunned, keys: Keys, world: World
    ) -> Flood:
        key = (question.to_x, question.to_y, level, shunned, keys)
        flood = self._floods.get(key)
        return self._spread(key, world) if flood is None else flood

    def _spread(self, key: tuple[int, int, int, Shunned, Keys], world: World) -> Flood:
        x, y, level, shunned, keys = key
        if len(self._floods) >= _MOST_KEPT:
            self._floods.clear()
            self._grids.clear()  # active ground needs new ones each turn
        grid = self._grids.get((level, shunned, keys))
        if grid is None:
            shut = [
                door[Position].tile
                for door in fixed_on(level, world, Door)
                if not _opens(door, keys)
            ]
            ways = [
                (there.x, there.y, way[OneWay].dx, way[OneWay].dy)
                for way in fixed_on(level, world, OneWay)
                for there in [way[Position]]
            ]
            for tiles in shunned:
                shut += tiles  # in any order, because each is closed separately
            grid = Grid(world.root[Levels].at(level).rows, shut, ways)
            self._grids[level, shunned, keys] = grid
        found = self._floods[key] = grid.flood(x, y)
        return found


def _shunned(dangers: Sequence[Danger], *, away: bool) -> Shunned:
    """Return the tiles to avoid. A fleeing creature ignores ground that harms only once."""
    return tuple(danger.tiles for danger in dangers if not (danger.once and away))


def _opens(door: Entity, keys: Keys) -> bool:
    if door[Door].open or keys is None:
        return door[Door].open
    lock = door.get(Lock)
    return not is_secret(door) and (lock is None or not lock.locked or lock.key in keys)


def _in_the_way(who: Entity, things: Sequence[Entity], is_goal: bool, world: World) -> bool:
    """Return whether something on a tile blocks the step. The goal itself, an enemy, does not."""
    return any(
        Collision in thing and not (is_goal and are_foes(world, who, thing)) for thing in things
    )


@lru_cache(maxsize=1 << 15)
def _steps(dx: int, dy: int, stride: int, away: bool, straight: bool) -> tuple[Step, ...]:
    """Sort the eight steps by how near they come to a target at the given offset.

    Each step comes with its bit among the eight tiles around. For steps away, the farthest comes
    first. If there is no way but a straight line, keep only the steps that lead nearer.
    """

    def after(step: tuple[int, int]) -> int:
        return (dx - step[0]) ** 2 + (dy - step[1]) ** 2

    steps = sorted(AROUND, key=after, reverse=away)
    if straight:
        steps = [step for step in steps if (after(step) < after((0, 0))) is not away]
    return tuple((x, y, 1 << (y + 1) * stride + x + 1) for x, y in steps)
