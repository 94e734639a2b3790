"""Keeping off: the ground that a player has excluded, and that whatever moves on goes round.

It is what can be seen from the middle of it, so far, by what is known of the level: a wall or a
shut door ends it. Who stands within it is let out again over it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import isqrt
from typing import Final

from bidden.grid.fov import Sightlines
from bidden.kinds import LOCKED_DOOR, SHUT_DOOR, UNKNOWN, WALL
from bidden.recording.marking.waymarks import Exclusion, Waymarks
from bidden.view import Spot, View

KEPT_OFF: Final = "ground that you excluded"
"""What is in the way where nothing else is."""
_HIDES: Final = (WALL, SHUT_DOOR, LOCKED_DOOR, UNKNOWN)
"""What ends what can be seen from a tile."""


def excluded(waymarks: Waymarks, view: View) -> frozenset[Spot]:
    """Give all tiles of the level that are excluded."""
    return frozenset().union(*_areas(waymarks, view))


def kept_off(waymarks: Waymarks, view: View) -> frozenset[Spot]:
    """Give the tiles that no way may lead over: of what one stands within, none."""
    return frozenset().union(*(area for area in _areas(waymarks, view) if view.here not in area))


RADIUS: Final = 8
"""How many tiles around an excluded tile are excluded with it."""


def radius_around(at: Spot, view: View) -> int:
    """Return the radius of the exclusion around a tile: less than the distance to the player.

    The player's own tile is excluded only if it is the tile itself.
    """
    whole = Exclusion(view.level, at, RADIUS, view.turn)
    if at == view.here or view.here not in excluded(Waymarks(exclusions=(whole,)), view):
        return RADIUS
    dx, dy = at[0] - view.here[0], at[1] - view.here[1]
    return isqrt(dx * dx + dy * dy - 1)


def _areas(waymarks: Waymarks, view: View) -> Iterable[frozenset[Spot]]:
    here = tuple(one for one in waymarks.exclusions if one.level == view.level)
    if not here:
        return ()
    rows = tuple("".join("#" if tile.kind in _HIDES else "." for tile in row) for row in view.tiles)
    return tuple(_area(one, rows) for one in here)


@lru_cache(maxsize=64)  # asked for at each step, and by the screen as well
def _area(exclusion: Exclusion, rows: tuple[str, ...]) -> frozenset[Spot]:
    return Sightlines(rows).from_tile((), *exclusion.at, exclusion.radius)
