"""Surveying: the tiles around a tile, and the distances from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bidden.grid.distance import Grid
from bidden.grid.neighbours import AROUND
from bidden.state import WALL
from bidden.worldgen.plan import Tile
from bidden.worldgen.shaping.carving import FLOOR, Ground


def around(tile: Tile, steps: Iterable[Tile] = AROUND) -> Iterator[Tile]:
    """Return the neighbours of a tile, by their offsets."""
    x, y = tile
    return ((x + dx, y + dy) for dx, dy in steps)


def box(x: int, y: int, width: int, height: int) -> tuple[Tile, ...]:
    """Return the tiles of a rectangle, row by row."""
    columns, rows = range(x, x + width), range(y, y + height)
    return tuple((column, row) for row in rows for column in columns)


def is_doorway(ground: Ground, tile: Tile) -> bool:
    """Return whether a tile within the edge has wall on two opposite sides, and floor on two."""
    x, y = tile
    north, west = ground[x, y - 1], ground[x - 1, y]
    along = north == ground[x, y + 1] and west == ground[x + 1, y]
    return along and {north, west} == {FLOOR, WALL}


def left_of_doorways(ground: Ground, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the doorways that are still open after later changes."""
    return tuple(tile for tile in tiles if ground[tile] == FLOOR and is_doorway(ground, tile))


def steps_from(rows: Sequence[str], start: Tile) -> dict[Tile, int]:
    """Return the number of steps from a tile to each reached floor tile, nearest first."""
    grid = Grid(["".join([cell if cell == FLOOR else WALL for cell in row]) for row in rows])
    found = {}
    for steps, wave in enumerate(grid.flood(*start).waves):
        for tile in grid.tiles_of(wave):
            found[tile] = steps
    return found
