"""Drifting: how gas spreads evenly from tile to tile, in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping

from bidden.components.movement.door import is_shut_door
from bidden.events.ground import Known, Tile, tile_order
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.movement.occupancy import things_on
from bidden.state import Levels
from eventcore import World


def spread_out(
    amounts: Mapping[Tile, int],
    thins: int,
    level: int,
    world: World,
    known: Known | None = None,
) -> dict[Tile, int]:
    """Give how much gas there is above each tile a turn later.

    Each tile shares what it has equally with the open ones of the four beside it, and keeps what
    cannot be divided; then so much of it is gone from each. Walls and shut doors stop it, and where
    it is to go by what is known, so does all that is not.
    """
    later: dict[Tile, int] = {}
    for tile in sorted(amounts, key=tile_order):
        amount = amounts[tile]
        open_ones = _open_beside(tile, level, world, known) if amount > 1 else []
        share = amount // (len(open_ones) + 1)
        later[tile] = later.get(tile, 0) + amount - share * len(open_ones)
        for other in open_ones if share else ():
            later[other] = later.get(other, 0) + share
    return {tile: amount - thins for tile, amount in later.items() if amount > thins}


def _open_beside(tile: Tile, level: int, world: World, known: Known | None) -> list[Tile]:
    ground = world.root[Levels].at(level)
    beside = [(tile[0] + dx, tile[1] + dy) for dx, dy in STRAIGHT]
    return [
        one
        for one in beside
        if (
            not ground.is_wall(*one) and not _is_shut(one, level, world)
            if known is None or one in known.in_view
            else known.is_open(one)
        )
    ]


def _is_shut(tile: Tile, level: int, world: World) -> bool:
    return any(map(is_shut_door, things_on(*tile, level, world)))
