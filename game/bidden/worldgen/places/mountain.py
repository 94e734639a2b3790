"""The mountain: terraces, separated by long cliffs with few passes, and chasms.

A cliff hides one terrace from the next, and one fighter can hold a pass; but enemies can come round
by another pass. Chasms stop walkers but neither sight nor missiles: foes on the far ledge have a
long way round, and a leap leads to the level below.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bidden.grid.neighbours import AROUND
from bidden.state import CHASM, WALL
from bidden.worldgen.plan import Hollow, LevelPlan, Site, Tile
from bidden.worldgen.shaping.carving import (
    FLOOR,
    Ground,
    close_pockets,
    join,
    parcels,
    spaced,
    trim,
)
from bidden.worldgen.stairs import put_far_apart
from eventcore import Stream

Heights: TypeAlias = NDArray[np.int64]

_CELL: Final = 10
"""The distance in tiles between two points whose height is drawn."""
_BUMPS: Final = 1900
"""The maximum random height of a point, added to the height of the slope."""
_HIGH: Final = 1200
"""The height of a step."""
_LEAST: Final = 14
"""Terraces of fewer tiles are rock."""
_PASSES: Final = 3
"""The maximum number of passes between two terraces."""
_APART: Final = 5
"""The minimum distance of two passes in rows; in columns, it is twice that."""
_ROCKS: Final = 60
"""The number of open tiles for each rock."""
_CHASMS: Final = 3
"""The maximum number of chasms of a level."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: six areas or more if there is room for them, none across a cliff."""
    ground = Ground(site.width, site.height)
    steps = _steps(site, stream)
    cliffs = _cliffs(steps)
    ground.put(tile for tile in ground.inner if not cliffs[tile[1], tile[0]])
    terraces = close_pockets(ground, _LEAST)
    passes = _passes(ground, terraces, stream)
    ground.put(passes)
    rubble = {*site.under_chasms}  # where things fall, there must not be rock
    ground.put(rubble)
    join(ground, stream)
    trim(ground, kept=rubble)
    if not site.last:
        _open_chasms(ground, passes, stream)
    roomy = [t for t in ground.floor if ground.is_roomy(t) and t not in rubble]
    ground.put(spaced(roomy, len(roomy) // _ROCKS, 3, stream), WALL)
    areas = [area for terrace in terraces for area in _areas(ground, terrace, stream)]
    return put_far_apart(LevelPlan(ground.rows, tuple(areas)), stream)


def _steps(site: Site, stream: Stream) -> Heights:
    """Return the terrace of each tile: a bumpy slope, cut into steps."""
    east, south = stream.pick(_SLOPES)
    across, down = site.width // _CELL + 2, site.height // _CELL + 2
    drawn: Heights = np.array(
        [[stream.below(_BUMPS) for _ in range(across)] for _ in range(down)], dtype=np.int64
    )
    x: Heights = np.arange(site.width, dtype=np.int64)
    y: Heights = np.arange(site.height, dtype=np.int64)[:, None]
    column, row, right, below = x // _CELL, y // _CELL, x % _CELL, y % _CELL
    upper = drawn[row, column] * (_CELL - right) + drawn[row, column + 1] * right
    lower = drawn[row + 1, column] * (_CELL - right) + drawn[row + 1, column + 1] * right
    bumps = upper * (_CELL - below) + lower * below
    return np.floor_divide(bumps + (east * x + south * y) * _CELL**2, _HIGH * _CELL**2)


_SLOPES: Final = (
    (90, 0),
    (-90, 0),
    (60, 120),
    (60, -120),
    (-60, 120),
    (-60, -120),
    (0, 200),
    (0, -200),
)
"""The slope of the mountain per column to the east, and per row to the south."""


def _cliffs(steps: Heights) -> NDArray[np.bool_]:
    """Return the tiles on the brink of a terrace: one of the eight neighbours is lower."""
    height, width = steps.shape
    padded = np.pad(steps, 1, mode="edge")
    lowest = steps
    for dx, dy in AROUND:
        lowest = np.minimum(lowest, padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width])
    cliffs: NDArray[np.bool_] = lowest < steps
    return cliffs


def _passes(ground: Ground, terraces: list[list[Tile]], stream: Stream) -> list[Tile]:
    """Choose passes through cliffs one tile thick, a few between any two terraces."""
    home = {tile: number for number, terrace in enumerate(terraces) for tile in terrace}
    fit: dict[tuple[int, int], list[Tile]] = {}
    for x, y in ground.inner:
        if ground[x, y] != WALL:
            continue
        for one, other in (((x - 1, y), (x + 1, y)), ((x, y - 1), (x, y + 1))):
            ends = home.get(one, -1), home.get(other, -1)
            if ends[0] != ends[1] and min(ends) >= 0:
                fit.setdefault((min(ends), max(ends)), []).append((x, y))
    found: list[Tile] = []
    for _, tiles in sorted(fit.items()):
        found += spaced(tiles, stream.roll(2, _PASSES), _APART, stream)
    return found


def _open_chasms(ground: Ground, passes: Collection[Tile], stream: Stream) -> None:
    """Replace stretches of cliff that have a way around with chasms."""
    near = {(x + dx, y + dy) for x, y in passes for dx in range(-3, 4) for dy in range(-2, 3)}
    brink = [t for t in ground.inner if ground[t] == WALL and t not in near and ground.around(t)]
    for middle in spaced(brink, _CHASMS, 5, stream):
        (stretch,) = parcels(brink, [middle], stream.roll(4, 9))
        ground.put(stretch.tiles, CHASM)


def _areas(ground: Ground, terrace: list[Tile], stream: Stream) -> list[Hollow]:
    tiles = sorted(tile for tile in terrace if ground[tile] == FLOOR)
    return parcels(tiles, spaced(tiles, 1 + len(tiles) // 120, 5, stream), 20)
