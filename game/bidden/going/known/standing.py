"""Structures on a level, and the last known places of creatures that went out of view.

Without these places, automatic play would turn back when a creature in the way comes into view, and
turn again when it goes out of view. Functions with ``before`` take their former result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import Final

from bidden.bots.around import steps
from bidden.kinds import CREATURE, FLOOR, STAIRS, UNKNOWN, WALL, YOU
from bidden.view import Seen, Spot, View

_BARE: Final = (WALL, FLOOR, UNKNOWN)
"""Ground that does not hide a way."""


def who_stands(view: View, before: Set[Spot]) -> frozenset[Spot]:
    """Return where creatures stand; out of view, where they last stood."""
    return _as_known(tiles_of((CREATURE, YOU), view), before, view)


def ways_known(view: View, before: Mapping[Spot, str]) -> dict[Spot, str]:
    """Return the tiles and kinds of stairs and gates, even under creatures, items or gas."""
    seen = {
        (x, y): tile.kind
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.kind in STAIRS
    }
    hidden = {(x, y): way for (x, y), way in before.items() if view.tiles[y][x].kind not in _BARE}
    return hidden | seen


def who_sleeps(view: View, before: Collection[Spot]) -> frozenset[Spot]:
    """Return where foes sleep; out of view, where they last slept."""
    return _as_known((foe.at for foe in view.foes_seen if foe.asleep), before, view)


def who_is_rooted(view: View, before: Mapping[Spot, Seen]) -> dict[Spot, Seen]:
    """Return the rooted foes by tile; out of view, those seen before."""
    seen = {foe.at: foe for foe in view.foes_seen if foe.rooted}
    unseen = {(x, y): foe for (x, y), foe in before.items() if not view.tiles[y][x].lit}
    return unseen | seen


def _as_known(seen: Iterable[Spot], before: Collection[Spot], view: View) -> frozenset[Spot]:
    unseen = (spot for spot in before if not view.tiles[spot[1]][spot[0]].lit)
    return frozenset((*seen, *unseen)) - {view.here}


def tiles_of(kinds: Collection[str], view: View) -> tuple[Spot, ...]:
    """Return the tiles of these kinds, row by row."""
    return tuple(
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.kind in kinds
    )


def steps_beside(spots: Sequence[Spot], view: View) -> list[Spot]:
    """Return the steps to those tiles that are adjacent."""
    x, y = view.here
    return [(spot[0] - x, spot[1] - y) for spot in spots if distance_to(spot, view) == 1]


def distance_to(spot: Spot, view: View) -> int:
    """Return the number of steps to a tile on open ground."""
    return steps(spot, view.here)
