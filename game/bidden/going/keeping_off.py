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
from bidden.recording.waymarks import Exclusion, Waymarks
from bidden.view import Spot, View

KEPT_OFF: Final = "ground that you excluded"
"""What is in the way where nothing else is."""
_HIDES: Final = str.maketrans(dict.fromkeys(" +X", "#"))
"""What ends what can be seen from a tile, besides a wall: shut doors, and what is unknown."""


def excluded(waymarks: Waymarks, view: View) -> frozenset[Spot]:
    """Give all tiles of the level that are excluded."""
    return frozenset().union(*_areas(waymarks, view))


def kept_off(waymarks: Waymarks, view: View) -> frozenset[Spot]:
    """Give the tiles that no way may lead over: of what one stands within, none."""
    return frozenset().union(*(area for area in _areas(waymarks, view) if view.here not in area))


def radius_around(at: Spot, radius: int, view: View) -> int:
    """Give how far ground around a tile is to be excluded: so far, but not as far as oneself.

    Args:
        at: The tile; one's own is excluded where it is that which is meant.
        radius: How many tiles far the player would have it.
        view: What is seen.
    """
    whole = Exclusion(view.level, at, radius, view.turn)
    if at == view.here or view.here not in excluded(Waymarks(exclusions=(whole,)), view):
        return radius
    dx, dy = at[0] - view.here[0], at[1] - view.here[1]
    return isqrt(dx * dx + dy * dy - 1)


def _areas(waymarks: Waymarks, view: View) -> Iterable[frozenset[Spot]]:
    here = tuple(one for one in waymarks.exclusions if one.level == view.level)
    if not here:
        return ()
    rows = tuple("".join(tile.glyph for tile in row).translate(_HIDES) for row in view.tiles)
    return tuple(_area(one, rows) for one in here)


@lru_cache(maxsize=64)  # asked for at each step, and by the screen as well
def _area(exclusion: Exclusion, rows: tuple[str, ...]) -> frozenset[Spot]:
    return Sightlines(rows).from_tile((), *exclusion.at, exclusion.radius)
