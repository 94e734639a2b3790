"""A tile in words: creatures, items, gas, fire and the ground, as far as the player knows."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.components.combat.breath import Breath
from bidden.components.knowledge.memory import Memory
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.events.minds import are_foes
from bidden.perception.senses.ground import ground_named
from bidden.perception.senses.names import apparent_name_of
from bidden.perception.senses.noticing import called_in_view
from bidden.perception.senses.sight import in_view_of, seen_on, sees
from bidden.perception.senses.threats import threats_to
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.kinds import FIRE
from bidden.rules.ground.veils import veils_for
from bidden.state import Stair, a_thing
from eventcore import Entity, World


def tile_told(x: int, y: int, player: Entity, world: World) -> str:
    """Describe a tile of the player's level, as in "a zombie, on tall grass"; empty if unknown."""
    return "; ".join(_parts(x, y, player, world))


def _parts(x: int, y: int, player: Entity, world: World) -> Iterator[str]:
    memory, here = player[Memory], player[Position]
    rows = memory.rows
    cell = rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else " "
    radius = None if player.alive else memory.radius
    in_view = (x, y) in in_view_of(player, world, radius)
    for one in seen_on(x, y, player, world, radius):
        if Stair not in one and Door not in one:  # these the ground shows
            yield called_in_view(one, player, world)
    if not in_view:
        for mark in memory.marked:
            if (mark.x, mark.y) == (x, y):
                yield a_thing(apparent_name_of(player, mark.name, mark.label, world))
    elif Ground in world.root:
        yield from _above(x, y, player, world)
    ground = ground_named(cell, here.level, world)
    if ground:
        yield ground
    if in_view:
        veils = veils_for(player, here.level, world)
        if any(veil.ground and (x, y) in veil.tiles for veil in veils):
            yield "in the dark"
        threat = _threat(x, y, player, world)
        if threat:
            yield f"{threat} may come here next"
    elif ground:
        yield "out of view: as you remember it"


def _threat(x: int, y: int, player: Entity, world: World) -> str:
    view = in_view_of(player, world, None if player.alive else player[Memory].radius)
    breathing = [
        one
        for one in world.having(Breath, Position)
        if sees(player, one, world) and are_foes(world, player, one)
    ]
    return threats_to(player, view, world, breathing).get((x, y), "")


def _above(x: int, y: int, player: Entity, world: World) -> Iterator[str]:
    """Yield the fire and the gas on a tile in view, and how long they may last."""
    ground, level = world.root[Ground], player[Position].level
    fire, gas = ground.on("fires", level).get((x, y)), ground.on("gases", level).get((x, y))
    if fire is not None:
        turns = ground.kinds[fire.kind].burns
        yield f"{FIRE}, for up to {turns} turn{'' if turns == 1 else 's'}"
    if gas is not None:
        yield f"{gas.kind}, which thins by itself"
