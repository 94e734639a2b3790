"""Threats: known traps, and the tiles that breath, fire, a burst or gas may reach next.

A drawn breath hits every creature in reach. Fire spreads to burnable neighbours. Explosive gas
bursts when fire reaches it, and other gas drifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.tricks.knack import Breath
from bidden.events.ground import Known, Tile
from bidden.events.movement import Move
from bidden.events.queries import WhatIsAt, WhatIsInView
from bidden.grid.neighbours import STRAIGHT
from bidden.perception.senses.sight import in_view_of
from bidden.rules.ground.drifting import spread_out
from bidden.rules.ground.fire import cloud_at
from bidden.rules.ground.ground import Ground, Patches, resists
from bidden.rules.magic.powers import Aim
from bidden.state import Flying, Levels, is_secret, name_of
from bidden.words import phrase
from eventcore import Action, Entity, World

View: TypeAlias = frozenset[tuple[int, int]]

_FIRE = "fire"
_POISON = "poison"


def threats_to(
    player: Entity, view: View, world: World, breathing: Iterable[Entity]
) -> dict[Tile, str]:
    """Return the threatened tiles in view, with the threat, such as "a drawn breath".

    ``breathing`` are the foes in view that have a breath.
    """
    found: dict[Tile, str] = {}
    if not player.alive:
        return found
    for who in breathing:
        if who[Breath].is_drawn:
            told = phrase("threats", "breath")
            found |= dict.fromkeys(_breathed_on(who, player, view, world), told)
    ground, level = world.root.get(Ground), player[Position].level
    if ground is None:
        return found
    fires, gases = _seen(ground.on("fires", level), view), _seen(ground.on("gases", level), view)
    if fires and not resists(player, _FIRE, world):
        covers, kinds = ground.on("covers", level), ground.kinds
        caught = [
            tile
            for tile in _beside(fires)
            if tile in view and tile in covers and kinds[covers[tile].kind].catches
        ]
        for tile in caught:
            found.setdefault(tile, _FIRE)
        for spark in (*fires, *caught) if gases else ():
            for tile in cloud_at(spark, gases, kinds):
                found.setdefault(tile, phrase("threats", "explosion", gas=gases[spark].kind))
    for tile, name in _drifting(gases, ground, player, view, world) if gases else ():
        found.setdefault(tile, name)
    return found


def _breathed_on(who: Entity, player: Entity, view: View, world: World) -> Iterator[Tile]:
    """Yield the tiles that a breath may hit: wherever it reaches the player, and around."""
    here, there, power = player[Position], who[Position], who[Breath].power
    ground = world.root[Levels].at(here.level)
    around = power.radius if power.aim is Aim.AREA else 0
    for spot in ((there.x, there.y, power.range or ground.width), (here.x, here.y, around)):
        tiles = world.ask(WhatIsInView(world.root, *spot, here.level)).tiles
        yield from (tile for tile in tiles & view if not ground.is_wall(*tile))


def _drifting(
    gases: Patches, ground: Ground, player: Entity, view: View, world: World
) -> Iterator[tuple[Tile, str]]:
    level, known = player[Position].level, Known(view, {})
    by_kind: dict[str, dict[Tile, int]] = {}
    for tile, gas in gases.items():
        by_kind.setdefault(gas.kind, {})[tile] = gas.left
    for name, amounts in by_kind.items():
        kind = ground.kinds[name]
        poisons = kind.breathed and not resists(player, _POISON, world)
        if not (poisons or kind.effect):
            continue
        for tile in spread_out(amounts, kind.thins, level, world, known):
            if tile in view and tile not in amounts:
                yield tile, name


def _seen(patches: Patches, view: View) -> Patches:
    return {tile: patch for tile, patch in patches.items() if tile in view}


def _beside(tiles: Mapping[Tile, object] | Iterable[Tile]) -> Iterator[Tile]:
    there = dict.fromkeys(tiles)
    for x, y in there:
        for dx, dy in STRAIGHT:
            if (x + dx, y + dy) not in there:
                yield x + dx, y + dy


def known_trap_of(action: Action, player: Entity, world: World) -> str:
    """Return the name of the trap that a step would spring, if the player knows it, or ""."""
    if not isinstance(action, Move) or action.replacement is not None or Flying in player:
        return ""
    return known_trap_at((action.x, action.y), player, world)


def known_trap_at(spot: tuple[int, int], player: Entity, world: World) -> str:
    """Return the name of the known trap on a tile of the player's level, or ""."""
    level = player[Position].level
    marks = player[Memory].marked
    if spot not in in_view_of(player, world) and all((mark.x, mark.y) != spot for mark in marks):
        return ""
    there = world.ask(WhatIsAt(world.root, *spot, level)).found
    traps = [name_of(thing) for thing in there if Trap in thing and not is_secret(thing)]
    return traps[0] if traps else ""
