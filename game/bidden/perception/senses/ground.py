"""How a view shows the ground: its kinds, the gas and fire above it, and where it harms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

import attrs

from bidden import kinds
from bidden.components.knowledge.memory import UNKNOWN, Memory
from bidden.components.movement.door import Lock
from bidden.components.movement.position import Position
from bidden.events.ground import Tile as Spot
from bidden.events.ground import Veil, tile_order
from bidden.rules.ground.dangers import dangers_to
from bidden.rules.ground.ground import Ground, Patches
from bidden.rules.ground.kinds import FIRE, GroundKind
from bidden.state import GATE, Levels
from bidden.view import Tile
from bidden.words import tables
from eventcore import Entity, Fixed, World

_STAIR: Final = "stair"
_LOCKED: Final = "X"
_GROUND: Final = {
    "#": (kinds.WALL, "wall", "a wall"),
    ".": (kinds.FLOOR, "floor", "the floor"),
    ":": (kinds.CHASM, "chasm", "a chasm"),
    "+": (kinds.SHUT_DOOR, "door", "a shut door"),
    _LOCKED: (kinds.LOCKED_DOOR, "door", "a locked door"),
    "'": (kinds.OPEN_DOOR, "door", "an open door"),
    "<": (kinds.STAIR_UP, _STAIR, "stairs up"),
    ">": (kinds.STAIR_DOWN, _STAIR, "stairs down"),
    GATE: (kinds.GATE, _STAIR, "a gate"),
    UNKNOWN: (kinds.UNKNOWN, "unknown", ""),
}
"""The kind, the look and the name of each sign in levels and memories.

The sign is also the glyph of the kind.
"""
_NONE: Final[Mapping[Spot, Tile]] = {}
_BARE: Final[Fixed[str, GroundKind]] = Fixed()


def known_locks(who: Entity, world: World) -> Iterator[tuple[Spot, str]]:
    """Yield the place and the key of each locked door that a creature remembers on its level."""
    level, rows = who[Position].level, who[Memory].rows
    for door in world.having(Lock, Position):
        x, y = door[Position].x, door[Position].y
        if door[Position].level == level and rows and rows[y][x] == _LOCKED:
            yield (x, y), door[Lock].key


@attrs.frozen(eq=False)
class Legend:
    """How the signs of ground are drawn.

    Attributes:
        lit: Tiles in view, by sign.
        dim: Tiles out of view, by sign.
        above: Tiles of fire and gas in view, by kind.
        stairs: The signs of stairs.
    """

    lit: Mapping[str, Tile]
    dim: Mapping[str, Tile]
    above: Mapping[str, Tile]
    stairs: frozenset[str]


@attrs.frozen
class Covered:
    """The ground of a level on which something lies, burns or hangs.

    Attributes:
        legend: How its signs are drawn.
        above: The tiles drawn over the ground in view.
        dark: The dark tiles, and the tile that replaces the bare floor there.
        alight: The burning tiles.
        harmful: The tiles in view that harm the observer, in order.
    """

    legend: Legend
    above: Mapping[Spot, Tile]
    dark: tuple[tuple[frozenset[Spot], Tile], ...]
    alight: Collection[Spot]
    harmful: tuple[Spot, ...]


@lru_cache(maxsize=32)
def _legend_of(covers: Fixed[str, GroundKind], place: str) -> Legend:
    names = tables()["ground_names"].get(place, {})
    known = {
        sign: (kind, look, names.get(sign, name)) for sign, (kind, look, name) in _GROUND.items()
    }
    known |= {cover.glyph: (name, cover.look, name) for name, cover in covers.items()}
    lit = {sign: Tile(sign, look, True, name, kind) for sign, (kind, look, name) in known.items()}
    dim = {sign: attrs.evolve(tile, lit=False) for sign, tile in lit.items()}
    above = {name: lit[cover.glyph] for name, cover in covers.items()}
    stairs = frozenset(sign for sign, tile in lit.items() if tile.kind in kinds.STAIRS)
    return Legend(lit, dim, above, stairs)


def plain_legend(place: str) -> Legend:
    """Return how signs are drawn in a place where nothing lies on the ground."""
    return _legend_of(_BARE, place)


def ground_named(sign: str, level: int, world: World) -> str:
    """Return the name of a remembered tile by its sign; empty if it is unknown."""
    tile = legend_of(level, world).dim.get(sign)
    return "" if tile is None else tile.name


def walls_about(player: Entity, world: World) -> str:
    """Return the name of the walls around the player: "a wall", "a tree", "rock"."""
    return legend_of(player[Position].level, world).lit["#"].name


def legend_of(level: int, world: World) -> Legend:
    """Return how the signs of ground are drawn on a level."""
    place, ground = world.root[Levels].at(level).place, world.root.get(Ground)
    return plain_legend(place) if ground is None else _legend_of(ground.kinds, place)


def covered_ground(
    player: Entity, view: frozenset[Spot], veils: Iterable[Veil], world: World
) -> Covered | None:
    """Return the covered ground of the player's level, or None in a world without ``Ground``.

    ``veils`` hide creatures from the player.
    """
    ground = world.root.get(Ground)
    if ground is None:
        return None
    level = player[Position].level
    legend = legend_of(level, world)
    alight, gases = ground.on("fires", level), ground.on("gases", level)
    over = [veil for veil in veils if veil.ground] if player.alive else []
    above = _above(alight, gases, view, over, legend) if alight or gases else _NONE
    harmful: set[Spot] = set()
    for danger in dangers_to(player, world) if player.alive else ():
        harmful |= view & danger.tiles
    dark = [(veil.tiles, legend.lit[ground.kinds[veil.name].glyph]) for veil in over]
    in_order = tuple(sorted(harmful, key=tile_order)) if harmful else ()
    return Covered(legend, above, tuple(dark), alight, in_order)


def _above(
    alight: Collection[Spot],
    gases: Patches,
    view: frozenset[Spot],
    over: Iterable[Veil],
    legend: Legend,
) -> Mapping[Spot, Tile]:
    """Return the tiles drawn over the ground in view: fire, and gas, shown even in the dark."""
    above = {tile: legend.above[gas.kind] for tile, gas in gases.items() if tile in view}
    for veil in over:
        for tile in veil.tiles.intersection(above):  # in any order: each tile is drawn on its own
            above[tile] = _veiled(above[tile], veil.name)
    burning = [tile for tile in alight if tile in view]
    return above | dict.fromkeys(burning, legend.above.get(FIRE, legend.lit["."]))


@lru_cache(maxsize=256)
def _veiled(tile: Tile, veil: str) -> Tile:
    return attrs.evolve(tile, name=f"{tile.name}, in {veil}")
