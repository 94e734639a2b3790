"""Drawing up a view: the world as the player knows it, as a frozen snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from eventcore import Entity, World
from eventcore.time import Timers
from game.components.draught import Draught
from game.components.edible import Edible
from game.components.gear import Gear
from game.components.health import Health
from game.components.memory import UNKNOWN, Memory
from game.components.pack import Pack, things_at
from game.events.asking import WhatIsInView
from game.events.effects import what_is
from game.events.minds import are_foes
from game.messages import Chronicle
from game.rules.effects import Effects
from game.state import Door, Item, Levels, Look, Place, Side, Stair, a_thing, name_of
from game.view import MAP_HEIGHT, MAP_WIDTH, Ending, Held, Tile, View

__all__ = ["view_of"]

_GROUND: Final = {
    "#": ("wall", "a wall"),
    ".": ("floor", "the floor"),
    "+": ("door", "a shut door"),
    "'": ("door", "an open door"),
    "<": ("stair", "a stair up"),
    ">": ("stair", "a stair down"),
    UNKNOWN: ("unknown", ""),
}
_USABLE: Final = {"quaff": Draught, "eat": Edible}
_VICTORY: Final = "All the dead are at rest."
_LIT: Final = {g: Tile(g, look, True, name) for g, (look, name) in _GROUND.items()}
_DIM: Final = {g: Tile(g, look, False, name) for g, (look, name) in _GROUND.items()}


def view_of(
    world: World,
    player: Entity,
    chronicle: Chronicle,
    ending: Ending | None,
    *,
    levels: int = 1,
    all_seeing: bool = False,
) -> View:
    """Take a snapshot of what a player knows.

    Args:
        world: Where the player is.
        player: Whose view it is.
        chronicle: What the player was told.
        ending: How the game is over.
        levels: How many levels the game has.
        all_seeing: Let the map show the whole level, and everything on it. What is in
            the player's view is lit still; what is told of foes is what the player sees.
    """
    kinds = world.root[Effects].kinds
    place, memory, health = player[Place], player[Memory], player[Health]
    radius = max(0, what_is(world, player, "sight", memory.radius))
    view = world.ask(WhatIsInView(world.root, place.x, place.y, radius, place.level)).tiles
    ground = _ground(world, place.level) if all_seeing else memory.rows
    tiles = [
        [(_LIT if (x, y) in view else _DIM)[ground] for x, ground in enumerate(row)]
        for y, row in enumerate(_filling_the_map(ground))
    ]
    foes, lying = [], []
    seen = [
        thing
        for thing in world.having(Look, Place)
        if thing[Place].level == place.level
        and (all_seeing or (thing[Place].x, thing[Place].y) in view)
    ]
    if not player.alive:
        seen.append(player)
    for thing in sorted(seen, key=lambda thing: thing[Look].height):
        look, there = thing[Look], thing[Place]
        hides_stair = Item in thing and tiles[there.y][there.x].look == "stair"
        if Door not in thing and Stair not in thing and not hides_stair:  # which the ground shows
            name = "you" if thing is player else a_thing(name_of(thing))
            tiles[there.y][there.x] = Tile(look.glyph, look.look, True, name)
        if (there.x, there.y) not in view or thing is player:
            continue
        if Side in thing and are_foes(world, player, thing):
            foes.append((there.x, there.y))
        if Item in thing:
            lying.append((there.x, there.y))
    return View(
        tiles=tuple(tuple(row) for row in tiles),
        here=(place.x, place.y),
        turn=world.turn,
        hp=health.hp,
        max_hp=health.most,
        foes=len(foes),
        lines=chronicle.lines,
        ending=ending,
        epitaph=_VICTORY if ending is Ending.WON else chronicle.epitaph,
        seed=world.seed,
        death=chronicle.death,
        level=place.level,
        levels=levels,
        foes_at=tuple(foes),
        pack=_pack(player),
        underfoot=tuple(a_thing(name_of(thing)) for thing in things_at(place, world)),
        things_at=tuple(lying),
        lasting=tuple(
            (kinds[timer.kind].stage(timer.kind, timer.level), timer.remaining(world.turn))
            for timer in sorted(
                world.root[Timers].of(player), key=lambda timer: timer.remaining(world.turn)
            )
        ),
    )


def _pack(player: Entity) -> tuple[Held, ...]:
    pack = player.get(Pack)
    things = {} if pack is None else pack.things
    return tuple(_held(slot, thing) for slot, thing in sorted(things.items()))


def _held(slot: str, thing: Entity) -> Held:
    uses = tuple(how for how, cls in _USABLE.items() if cls in thing)
    look, gear, worn = thing[Look], thing.get(Gear), thing.bearer is not None
    kind = "" if gear is None else "weapon" if gear.is_weapon else "armour"
    if gear is not None and gear.worth:
        uses = (*uses, "take off" if worn else "wear")
    worth = 0 if gear is None else gear.worth
    return Held(slot, a_thing(name_of(thing)), uses, look.glyph, look.look, worn, kind, worth)


def _ground(world: World, level: int) -> list[str]:
    """Give a level as it is, with its doors and stairs."""
    rows = [list(row) for row in world.root[Levels].at(level).rows]
    for door in world.having(Door, Place):
        if door[Place].level == level:
            rows[door[Place].y][door[Place].x] = "'" if door[Door].open else "+"
    for stair in world.having(Stair, Place):
        if stair[Place].level == level:
            up = stair[Stair].leads_up_from(stair[Place])
            rows[stair[Place].y][stair[Place].x] = "<" if up else ">"
    return ["".join(row) for row in rows]


def _filling_the_map(rows: list[str]) -> Iterator[str]:
    """Give what is remembered as the whole map has it: unknown beyond a smaller level."""
    for row in rows + [""] * (MAP_HEIGHT - len(rows)):
        yield row.ljust(MAP_WIDTH, UNKNOWN)
