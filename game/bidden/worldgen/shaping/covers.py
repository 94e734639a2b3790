"""Covers: water, fire and gas on the ground of a level, drawn after everything else.

The ground, creatures and items of a level are the same with covers or without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from bidden.grid.neighbours import STRAIGHT
from bidden.rules.ground.kinds import GroundKind
from bidden.state import Level
from bidden.worldgen.plan import Placement, Tile
from eventcore import Stream

Covers: TypeAlias = dict[str, list[Tile]]


def counts_of(kinds: Mapping[str, GroundKind], place: str) -> dict[str, int]:
    """Return the number of patches or rivers of each kind of ground in a place."""
    return {name: kind.places[place] for name, kind in kinds.items() if place in kind.places}


def draw_covers(
    kinds: Mapping[str, GroundKind],
    counts: Mapping[str, int],
    level: Level,
    things: Iterable[Placement],
    depth: int,
    streams: Callable[[str], Stream],
) -> Covers:
    """Draw the covers of a level. Where kinds overlap, the first in ``counts`` wins.

    Gas sources and currents keep away from all placements. Doors and stairs stay uncovered.

    ``counts`` has the number of patches or rivers of each kind. ``streams`` is called only if there
    is something to draw.
    """
    if not counts:
        return {}
    stream, put = streams(f"ground-{depth}"), [*things]
    taken = {(one.x, one.y) for one in put}
    floor = level.floor()
    built = {(one.x, one.y) for one in put if one.to or one.lock or one.secret or one.dx or one.dy}
    built |= {(one.x, one.y) for one in put if one.what == "door"}
    free = {*floor} - built
    covers: Covers = {}
    for name, count in counts.items():
        kind = kinds[name]
        keeps_off = taken if kind.seeps or kind.flows else frozenset()
        if kind.shape == "doors":
            doors = [one for one in put if one.what == "door" and not one.lock and not one.secret]
            covers[name] = [(one.x, one.y) for one in doors]
            continue
        found: set[Tile] = set()
        there = {*floor} if kind.form == "dark" else free  # it may lie upon other covers
        for _ in range(count):
            if kind.shape == "river":
                found |= {*_river(level, stream)}
            else:
                nearest = kind.shape == "pool"
                found |= {*_patch(stream.pick(floor), kind.size, there, stream, nearest)}
        if kind.form == "dark":
            covers[name] = [tile for tile in floor if tile in found]
            continue
        tiles = [tile for tile in floor if tile in found and tile in free and tile not in keeps_off]
        free -= {*tiles}
        if tiles:
            covers[name] = tiles
    return covers


def _patch(
    middle: Tile, size: int, free: set[Tile], stream: Stream, nearest: bool = False
) -> Iterator[Tile]:
    """Yield the tiles of a patch of half its size or more, grown from its middle over free tiles.

    With ``nearest``, the nearest tiles are filled; otherwise it grows at random.
    """
    edge, found = [middle], {middle}
    for _ in range(stream.roll((size + 1) // 2, size)):
        if not edge:
            return
        x, y = edge.pop(0 if nearest else stream.below(len(edge)))
        yield x, y
        for dx, dy in STRAIGHT:
            beside = x + dx, y + dy
            if beside in free and beside not in found:
                found.add(beside)
                edge.append(beside)


def _river(level: Level, stream: Stream) -> Iterator[Tile]:
    """Yield the tiles of a river that winds from west to east, two or three tiles wide.

    It continues beneath walls.
    """
    y = stream.roll(level.height // 4, 3 * level.height // 4)
    for x in range(level.width):
        y = min(max(y + stream.roll(-1, 1), 1), level.height - 2)
        yield x, y
        yield x, y + 1
        if stream.chance(1, 2):
            yield x, y - 1
