"""Keeping off: the ground that a player has excluded, and that whatever moves on goes round.

It is what can be seen from the middle of it, so far, by what is known of the level: a wall or a
shut door ends it. Who stands within it is let out again over it. Around foes that stay where they
are, of names that a player gives, it is excluded by itself, for as long as they do.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import isqrt
from typing import Final, TypeAlias

from bidden.going.habits import Habits
from bidden.going.written.patterns import finds
from bidden.grid.fov import Sightlines
from bidden.kinds import LOCKED_DOOR, SHUT_DOOR, UNKNOWN, WALL
from bidden.recording.marking.waymarks import Exclusion, Waymarks
from bidden.view import Spot, View

Place: TypeAlias = tuple[int, Spot]
"""A tile of a level."""
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


def around_foes(waymarks: Waymarks, view: View, seen: set[Place], habits: Habits) -> Waymarks:
    """Exclude what is around foes that stay where they are, once, and nothing where they left.

    Args:
        waymarks: What is marked.
        view: What is seen.
        seen: Where such foes were seen before; where those in view are is added.
        habits: Around whom, and how far.
    """
    astir = {foe.at for foe in view.foes_seen if not (foe.asleep or foe.rooted)}
    for one in waymarks.exclusions:
        x, y = one.at
        gone = one.at in astir or (one.at not in view.foes_at and view.tiles[y][x].lit)
        if one.itself and one.level == view.level and gone:
            waymarks = waymarks.without_exclusion(view.level, one.at)
    for foe in view.foes_seen:
        named = any(finds(pattern, foe.name) for pattern in habits.exclude_around)
        if named and foe.at not in astir and (view.level, foe.at) not in seen:
            seen.add((view.level, foe.at))
            if waymarks.exclusion_at(view.level, foe.at) is None:
                far = radius_around(foe.at, habits.exclusion_radius, view)
                new = Exclusion(view.level, foe.at, far, view.turn, itself=True)
                waymarks = waymarks.with_exclusion(new)
    return waymarks


def _areas(waymarks: Waymarks, view: View) -> Iterable[frozenset[Spot]]:
    here = tuple(one for one in waymarks.exclusions if one.level == view.level)
    if not here:
        return ()
    rows = tuple("".join("#" if tile.kind in _HIDES else "." for tile in row) for row in view.tiles)
    return tuple(_area(one, rows) for one in here)


@lru_cache(maxsize=64)  # asked for at each step, and by the screen as well
def _area(exclusion: Exclusion, rows: tuple[str, ...]) -> frozenset[Spot]:
    return Sightlines(rows).from_tile((), *exclusion.at, exclusion.radius)
