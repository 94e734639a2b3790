"""The circle: a ring of stones under open sky, where summoners call and bind the player."""

from __future__ import annotations

from typing import Final

from bidden.worldgen.plan import LevelPlan, Room, Site
from eventcore import Stream

_RING: Final = (
    "#######.....#######",
    "####...........####",
    "##......#.#......##",
    "#....#.......#....#",
    "#.................#",
    "....#.........#....",
    "#.................#",
    "#....#.......#....#",
    "##......#.#......##",
    "####...........####",
    "#######.....#######",
)


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw the circle in the middle of the level. Nothing about it is random."""
    width, height = len(_RING[0]), len(_RING)
    left, top = (site.width - width) // 2, (site.height - height) // 2
    side = "#" * site.width
    rows = [side] * top
    rows += [f"{'#' * left}{row}".ljust(site.width, "#") for row in _RING]
    rows += [side] * (site.height - len(rows))
    middle = Room(left + 6, top + 4, 7, 3, "the circle")
    return LevelPlan(tuple(rows), (middle,))
