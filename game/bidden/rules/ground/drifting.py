"""How gas spreads evenly from tile to tile, in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bidden.components.movement.door import is_shut_door
from bidden.events.ground import Known, Tile, tile_order
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.movement.occupancy import things_by_tile
from bidden.state import WALL, Levels
from eventcore import Entity, World


def spread_out(
    amounts: Mapping[Tile, int], thins: int, level: int, world: World, known: Known | None = None
) -> dict[Tile, int]:
    """Return the amount of gas above each tile one turn later.

    Each tile shares its gas equally with the open tiles among its four neighbours, and keeps the
    remainder. Then each tile loses ``thins``. Walls and shut doors block gas. With ``known``,
    unknown tiles block it too.
    """
    later: dict[Tile, int] = {}
    rows, things = world.root[Levels].at(level).rows, things_by_tile(level, world)
    for tile in sorted(amounts, key=tile_order):
        amount = amounts[tile]
        open_ones = _open_beside(tile, rows, things, known) if amount > 1 else []
        share = amount // (len(open_ones) + 1)
        later[tile] = later.get(tile, 0) + amount - share * len(open_ones)
        for other in open_ones if share else ():
            later[other] = later.get(other, 0) + share
    return {tile: amount - thins for tile, amount in later.items() if amount > thins}


def _open_beside(
    tile: Tile, rows: Sequence[str], things: Mapping[Tile, Sequence[Entity]], known: Known | None
) -> list[Tile]:
    height, found = len(rows), []
    for dx, dy in STRAIGHT:
        beside = x, y = tile[0] + dx, tile[1] + dy
        if known is not None and beside not in known.in_view:
            if known.is_open(beside):
                found.append(beside)
        elif 0 <= y < height and 0 <= x < len(rows[y]) and rows[y][x] != WALL:
            there = things.get(beside)
            if there is None or not any(map(is_shut_door, there)):
                found.append(beside)
    return found
