"""The marsh: open meadows with scattered hummocks, and no long straight lines of sight."""

from __future__ import annotations

from typing import Final

from bidden.state import WALL
from bidden.worldgen.plan import LevelPlan, Site
from bidden.worldgen.shaping.carving import Ground, close_pockets, ellipse, parcels, spaced, trim
from bidden.worldgen.stairs import put_far_apart
from eventcore import Stream

_HUMMOCKS: Final = 45
"""The number of floor tiles per hummock, if there is enough room."""
_REACH: Final = 20
"""The greatest extent of an area, in steps."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Return the plan of a level."""
    ground = Ground(site.width, site.height)
    ground.put((x, y) for x in range(1, site.width - 1) for y in range(1, site.height - 1))
    meadow = list(ground.floor)
    for middle in spaced(meadow, len(meadow) // _HUMMOCKS, 5, stream):
        hummock = ellipse(middle, stream.roll(1, 3), stream.roll(1, 2))
        ground.put((tile for tile in hummock if ground.holds(tile)), WALL)
    close_pockets(ground)
    trim(ground)
    floor = list(ground.floor)
    areas = parcels(floor, spaced(floor, 12, 5, stream), _REACH)
    return put_far_apart(LevelPlan(ground.rows, tuple(areas)), stream)
