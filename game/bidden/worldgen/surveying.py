"""Surveying: what the ground is like around a tile, and how far it is from one to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bidden.grid.distance import Grid
from bidden.grid.neighbours import AROUND
from bidden.state import WALL
from bidden.worldgen.plan import Tile
from bidden.worldgen.shaping.carving import FLOOR, Ground


def around(tile: Tile, steps: Iterable[Tile] = AROUND) -> Iterator[Tile]:
    """Give the tiles around one, by how many tiles east and south each is."""
    x, y = tile
    return ((x + dx, y + dy) for dx, dy in steps)


def box(x: int, y: int, width: int, height: int) -> tuple[Tile, ...]:
    """Give the tiles of a rectangle, row by row."""
    columns, rows = range(x, x + width), range(y, y + height)
    return tuple((column, row) for row in rows for column in columns)


def is_doorway(ground: Ground, tile: Tile) -> bool:
    """Say whether a tile within the edge lies between two of wall, and else between floor."""
    x, y = tile
    north, west = ground[x, y - 1], ground[x - 1, y]
    along = north == ground[x, y + 1] and west == ground[x + 1, y]
    return along and {north, west} == {FLOOR, WALL}


def left_of_doorways(ground: Ground, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Give which of some doorways are still open ones, after all that has been put there since."""
    return tuple(tile for tile in tiles if ground[tile] == FLOOR and is_doorway(ground, tile))


def steps_from(rows: Sequence[str], start: Tile) -> dict[Tile, int]:
    """Give how many steps it is from a tile to each that is come to on floor, nearest first."""
    grid = Grid(["".join([cell if cell == FLOOR else WALL for cell in row]) for row in rows])
    found = {}
    for steps, wave in enumerate(grid.flood(*start).waves):
        for tile in grid.tiles_of(wave):
            found[tile] = steps
    return found
