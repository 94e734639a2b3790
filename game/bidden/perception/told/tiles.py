"""A tile in words, from the player's knowledge: everything on it, and its description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Offer
from bidden.components.things.gear import Gear, Quality
from bidden.components.things.readable import Book
from bidden.components.tricks.knack import Breath
from bidden.components.tricks.renown import Renown
from bidden.events.minds import are_foes
from bidden.kinds import CORPSE
from bidden.perception.senses.ground import ground_named, known_locks
from bidden.perception.senses.names import apparent_name_of, is_kind_known, is_known
from bidden.perception.senses.noticing import called_in_view, is_ally
from bidden.perception.senses.sight import in_view_of, seen_on, sees
from bidden.perception.senses.threats import threats_to
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.veils import veils_for
from bidden.rules.tricks.champions import Champions, trick_of
from bidden.state import GATE, Look, Stair, a_thing, enumerated, name_of
from bidden.text import numbered, signed
from bidden.words import phrase, tables
from eventcore import Entity, World

_BUILT: Final = {"+": "door", "<": "stair_up", ">": "stair_down", GATE: "gate"}
"""The table of each structure, by its remembered sign."""
_ALTAR: Final = "altar"
"""What the burden of a task is carried to."""
_SUMMONER: Final = "summoner"
"""The table of summoners, each of whom has a name of their own."""
_STANDS: Final = {":": "over"} | dict.fromkeys("#+'≈;`⁏", "in")
"""How something is placed, by the sign of its ground, if not on it."""
_TRICK: Final = "{trick}"
"""In the description of a kind, this stands for the line of a champion's trick."""


def tile_told(x: int, y: int, player: Entity, world: World) -> str:
    """Describe a tile of the player's level, as in "a zombie, on tall grass"; empty if unknown."""
    return "; ".join(_parts(x, y, player, world))


def _parts(x: int, y: int, player: Entity, world: World) -> Iterator[str]:
    memory, here, cell = player[Memory], player[Position], _cell(x, y, player)
    radius = None if player.alive else memory.radius
    in_view = (x, y) in in_view_of(player, world, radius)
    things = [
        called_in_view(thing, player, world) + " (remains)" * _is_odd_corpse(thing)
        for thing in seen_on(x, y, player, world, radius)
        if Stair not in thing and Door not in thing  # shown by the ground
    ]
    out_of_view = "" if in_view else phrase("tile", "sensed" if things else "remembered")
    if not in_view:
        marks = (mark for mark in memory.marked if (mark.x, mark.y) == (x, y))
        called = (apparent_name_of(player, mark.name, mark.label, world) for mark in marks)
        things += map(a_thing, called)
    ground = ground_named(cell, here.level, world)
    kind = world.root[Ground].kinds.get(ground) if Ground in world.root else None
    if kind is not None and kind.seeps:  # a vent or a fissure, and not a stuff like oil
        ground = a_thing(ground)
    above = [*_above(x, y, player, world)] if in_view and Ground in world.root else []
    if above and above[0].partition(" (")[0] == phrase("tile", "burning", fuel=ground):
        ground = above.pop(0)
    things += above
    where = [f"{_STANDS.get(cell, 'on')} {ground}"] if ground not in ("", "the floor") else []
    where = where if things else []
    veils = veils_for(player, here.level, world) if in_view else ()
    unlit = any(veil.ground and (x, y) in veil.tiles for veil in veils)
    where += filter(None, [phrase("tile", "dark") if unlit else out_of_view])
    first, *others = things or [ground]
    if first:
        first += f"{' are' if first == 'you' else ','} {', '.join(where)}" if where else ""
        yield first
    if others:
        yield phrase("tile", "others", names=enumerated(others))
    threat = _threat(x, y, player, world) if in_view else ""
    if threat:
        yield phrase("tile", "threat", threat=threat)


def _is_odd_corpse(thing: Entity) -> bool:
    return Look in thing and thing[Look].kind == CORPSE and "corpse" not in name_of(thing)


def _threat(x: int, y: int, player: Entity, world: World) -> str:
    view = in_view_of(player, world, None if player.alive else player[Memory].radius)
    breathing = [
        foe
        for foe in world.having(Breath, Position)
        if sees(player, foe, world) and are_foes(world, player, foe)
    ]
    return threats_to(player, view, world, breathing).get((x, y), "")


def _above(x: int, y: int, player: Entity, world: World) -> Iterator[str]:
    """Yield the fire and the gas on a tile in view, and how long they may last."""
    ground, level = world.root[Ground], player[Position].level
    fire, gas = ground.on("fires", level).get((x, y)), ground.on("gases", level).get((x, y))
    if fire is not None:
        turns = numbered("turn", ground.kinds[fire.kind].burns)
        burning = phrase("tile", "burning", fuel=fire.kind)
        yield phrase("tile", "fire", burning=burning, turns=turns)
    if gas is not None:
        yield phrase("tile", "gas", gas=gas.kind)


def about_tile(x: int, y: int, who: Entity, world: World, abouts: Mapping[str, str]) -> str:
    """Return the description of a tile on a creature's level; empty if nothing is known.

    ``abouts`` are the descriptions, by title or ground.
    """
    key = dict(known_locks(who, world)).get((x, y))
    if key is not None:
        return phrase("tile", "locked door", name=key)
    campaign = world.root.get(Campaign)
    is_done = campaign is not None and campaign.fulfilled
    for name, thing in _known(x, y, who, world):
        line = "" if is_done and name == _ALTAR else _line(name, thing, who, world, abouts)
        if line:
            return line
    key = {":": "chasm", "'": "open door"}.get(_cell(x, y, who), "")
    return phrase("tile_about", key) if key else ""


def line_about(thing: Entity, who: Entity, world: World, abouts: Mapping[str, str]) -> str:
    """Return the description of something by its true name, with its quality; may be empty."""
    return _line(name_of(thing), thing, who, world, abouts)


def _line(
    name: str, thing: Entity | None, who: Entity, world: World, abouts: Mapping[str, str]
) -> str:
    book = None if thing is None else thing.get(Book)
    if book is not None and book.is_known_by_heart(who, world):
        return phrase("tile", "known book")
    kind = name.rpartition(", ")[2]
    names = name, kind, kind.removesuffix(" champion")
    line = next(filter(None, map(abouts.get, names)), "")
    if not line and thing is not None and Renown in thing:
        line = abouts.get(thing[Renown].lots, "")
    if not line and thing is not None and Offer in thing:
        line = abouts.get(_SUMMONER, "")
    line = _with_trick(line, thing, world, abouts) if line else ""
    if (
        line and thing is not None and is_ally(thing, who, world)
    ):  # without the advice on how to fight it
        line = f"{line.removesuffix('.').rpartition('. ')[0] or line.removesuffix('.')}."
    quality = None if thing is None else thing.get(Quality)
    return _with_quality(line, quality) if quality is not None and quality.better else line


def _with_quality(line: str, quality: Quality) -> str:
    stat, better = tables()["gear_stats"][quality.stat], quality.better
    base = getattr(quality.entity.get(Gear), quality.stat, 0)
    made_of = phrase("tile", "quality", base=signed(base), better=signed(better))
    told, plain = f"{signed(base + better)} {stat} ({made_of})", f"{signed(base)} {stat}"
    return line.replace(plain, told, 1) if plain in line else f"{told}. {line}".strip()


def _known(x: int, y: int, who: Entity, world: World) -> Iterator[tuple[str, Entity | None]]:
    """Yield everything on a tile by name, the uppermost first, then the ground."""
    here, memory = who[Position], who[Memory]
    radius = None if who.alive else memory.radius
    in_view = (x, y) in in_view_of(who, world, radius)
    there = [each for each in seen_on(x, y, who, world, radius) if is_known(who, each)]
    # The sign of the tile tells whether a door is open.
    things = [each for each in there if Stair not in each and Door not in each]
    yield from ((name_of(each), each) for each in things)
    if not in_view:
        marks = [mark for mark in memory.marked if (mark.x, mark.y) == (x, y)]
        yield from ((mark.name, None) for mark in marks if is_kind_known(who, mark.name, world))
    ground, cell = world.root.get(Ground), _cell(x, y, who)
    if ground is not None:
        if in_view:
            if (x, y) in ground.on("fires", here.level):
                yield "fire", None
            gas = ground.on("gases", here.level).get((x, y))
            yield from () if gas is None else ((gas.kind, None),)
        yield from ((name, None) for name, kind in ground.kinds.items() if kind.glyph == cell)
    if cell in _BUILT:
        yield _BUILT[cell], None


def _with_trick(line: str, thing: Entity | None, world: World, abouts: Mapping[str, str]) -> str:
    """Fill in the trick of a champion in its kind's line, or nothing without a trick."""
    trick = "" if thing is None or Champions not in world.root else trick_of(thing, world)
    told = abouts.get(trick, "")
    return line.replace(_TRICK, told) if told else line.replace(f"{_TRICK} ", "")


def _cell(x: int, y: int, who: Entity) -> str:
    rows = who[Memory].rows
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else ""
