"""Darkness: creatures on dark tiles are seen only from nearby, unless light falls there.

Fire and torches give light, and walls and shut doors block it. The lit tiles are a cache, neither
saved nor part of the digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from bidden.components.things.torch import Torch
from bidden.events.ground import Tile, Veil, WhatHides
from bidden.events.minds import is_by_nature_of
from bidden.events.queries import WhatIsInView
from bidden.grid.neighbours import AROUND
from bidden.rules.ground.ground import Ground, Patches
from bidden.rules.ground.kinds import FIRE
from bidden.rules.knowledge.vision import Vision
from bidden.state import WALL, Levels, name_of
from eventcore import MODIFY, Component, Entity, World, component, handles

Lamp: TypeAlias = tuple[int, int, int]
"""A light source: column, row and radius in tiles."""


@component
class Darkness(Component):
    """Computes the dark tiles, and which creatures see there anyway."""

    _known: dict[int, tuple[object, object, list[Lamp], int, list[Veil]]] = attrs.field(
        factory=dict, init=False, repr=False
    )

    @handles(WhatHides, MODIFY, via="world")
    def tell_where_it_is_dark(self, question: WhatHides, world: World) -> None:
        """Add the dark tiles without light, for creatures from which they hide anything."""
        ground, level = world.root[Ground], question.level
        if not ground.on("darks", level):
            return
        who = question.enactor
        for veil in self._veils(ground, level, world):
            if not _sees_through(who, ground.kinds[veil.name].seen_by):
                question.found.append(veil)

    def _veils(self, ground: Ground, level: int, world: World) -> list[Veil]:
        darks, fires = ground.on("darks", level), ground.on("fires", level)
        lamps, changes = [*_lamps(ground, fires, level, world)], world.root[Vision].changes
        known = self._known.get(level)
        if known is not None:
            same = known[0] is darks and known[1] is fires
            if same and known[2] == lamps and known[3] == changes:
                return known[4]
        views = (world.ask(WhatIsInView(world.root, *lamp, level)) for lamp in lamps)
        lit = {tile for view in views for tile in view.tiles}
        by_kind: dict[str, set[Tile]] = {}
        for tile, patch in darks.items():
            if tile not in lit:
                by_kind.setdefault(patch.kind, set()).add(tile)
        rows = tuple(world.root[Levels].at(level).rows)
        veils = [
            Veil(kind, ground.kinds[kind].within, _with_walls(frozenset(tiles), rows), True)
            for kind, tiles in by_kind.items()
        ]
        self._known[level] = darks, fires, lamps, changes, veils
        return veils


def _sees_through(who: Entity, names: Iterable[str]) -> bool:
    called = name_of(who)
    return any(name == called or is_by_nature_of(who, name) for name in names)


def _lamps(ground: Ground, fires: Patches, level: int, world: World) -> Iterator[Lamp]:
    fire = ground.kinds.get(FIRE)
    if fire is not None and fire.lights:
        for x, y in fires:
            yield x, y, fire.lights
    for item in world.roster(Torch):
        torch = item[Torch]
        place = torch.place if torch.lit else None
        if place is not None and place.level == level:
            yield place.x, place.y, torch.radius


@lru_cache(maxsize=64)  # lights come back, and games are rewound
def _with_walls(dark: frozenset[Tile], rows: tuple[str, ...]) -> frozenset[Tile]:
    """Add the walls that border only on dark tiles, because they cannot be seen either."""
    return dark.union(_walled(dark, rows))


def _walled(dark: frozenset[Tile], rows: tuple[str, ...]) -> Iterator[Tile]:
    """Yield the walls beside dark tiles that border on nothing else."""
    walls = np.pad(_wall_mask(rows), 2, constant_values=True)
    night = np.zeros_like(walls)
    for x, y in dark:
        night[y + 2, x + 2] = True
    found = walls[1:-1, 1:-1] & _next_to(night) & ~_next_to(~(walls | night))
    for y, x in np.argwhere(found).tolist():
        yield x - 1, y - 1


def _next_to(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which tiles have a tile of the mask beside them, except in the outermost ring."""
    high, wide = mask.shape
    found = np.zeros((high - 2, wide - 2), dtype=np.bool_)
    for dx, dy in AROUND:
        found |= mask[1 + dy : high - 1 + dy, 1 + dx : wide - 1 + dx]
    return found


@lru_cache(maxsize=64)
def _wall_mask(rows: tuple[str, ...]) -> NDArray[np.bool_]:
    return np.array([[cell == WALL for cell in row] for row in rows])
