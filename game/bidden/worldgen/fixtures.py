"""Fixtures: doors of all kinds, one-way passages, keys and named rooms."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from bidden.bindings import Task
from bidden.components.body.health import LeavesCorpse
from bidden.components.movement.door import Lock
from bidden.components.run.goals import Awaits, Hunted, Sought
from bidden.components.tricks.disguise import Disguise
from bidden.components.tricks.renown import Renown
from bidden.grid.neighbours import ARROWS
from bidden.kinds import PASSAGES
from bidden.state import Chamber, Flying, Key, Look, OneWay, Secret, Stair, Title
from bidden.worldgen.plan import Goal, LevelPlan, Placement, Tile
from eventcore import Component

_GOALS: Final[Mapping[Task, type[Component]]] = {"hunt": Hunted, "seek": Sought, "bear": Awaits}


def fixtures_of(plan: LevelPlan, depth: int) -> Iterator[Placement]:
    """Yield the structures and keys of a level. Its keys open only locks of that depth."""
    yield from (Placement("door", *tile) for tile in plan.doors)
    yield from (Placement("door", *lock.tile, lock=lock.key) for lock in plan.locks)
    yield from (Placement("door", *tile, secret=True) for tile in plan.secrets)
    for way in plan.ways:
        yield Placement("one-way passage", *way.tile, dx=way.dx, dy=way.dy)
    yield from (Placement(key.key, *key.tile, opens=depth) for key in plan.keys)


def chambers_of(plan: LevelPlan, but: Collection[Tile]) -> Iterator[Placement]:
    """Yield the named rooms of a level, except those whose centre is described elsewhere."""
    for area in plan.rooms:
        if area.name and area.centre not in but:
            columns, rows = zip(*area.tiles, strict=True)
            x, y = min(columns), min(rows)
            yield Placement(area.name, x, y, dx=max(columns) - x, dy=max(rows) - y)


def chamber(put: Placement) -> list[Component]:
    """Return the components of a named room, which is invisible and has an extent."""
    # It flies, so it does not fall if its corner is above a chasm.
    return [Title(put.what), Chamber(put.dx + 1, put.dy + 1), Flying()]


def fitted(parts: list[Component], put: Placement) -> list[Component]:
    """Change the components of a thing's table as its place requires, and return them."""
    if put.to:
        parts.append(Stair(put.to))
    if put.lock:
        parts.append(Lock(put.lock))
    if put.secret:
        parts.append(Secret())
    if put.opens:
        parts.append(Key(put.opens))
    if isinstance(put, Goal):
        return _of_the_task(parts, put)
    if put.dx or put.dy:
        parts.append(OneWay(put.dx, put.dy))
        for part in parts:
            if isinstance(part, Look):
                way = put.dx, put.dy
                part.glyph, part.kind = ARROWS[way], PASSAGES[way]
    return parts


def _of_the_task(parts: list[Component], goal: Goal) -> list[Component]:
    """Turn a thing into the goal of a task. A quarry becomes a champion."""
    parts.append(_GOALS[goal.task]())
    if goal.task != "hunt":
        return parts
    parts = [part for part in parts if not isinstance(part, Renown)]
    # A disguised creature keeps the name of a thing until it is discovered.
    disguise = next((part for part in parts if isinstance(part, Disguise)), None)
    named = disguise or next(part for part in parts if isinstance(part, Title))
    for part in parts:
        if isinstance(part, LeavesCorpse):
            part.corpse = part.corpse or f"{named.name} corpse"
    named.name = goal.called or named.name
    return [*parts, Renown(percent=100, lots=goal.lots)]
