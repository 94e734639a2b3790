"""Drawing up a view: the world as the player knows it, as a frozen snapshot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from bidden.ai.wits import is_asleep
from bidden.components.body.experience import Experience
from bidden.components.body.health import Health
from bidden.components.body.limb import Limb
from bidden.components.body.stomach import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.boons.shard import Shard
from bidden.components.combat.breath import Breath
from bidden.components.combat.launcher import Launcher
from bidden.components.combat.quiver import Quiver
from bidden.components.knowledge.memory import UNKNOWN, Memory
from bidden.components.magic.book import Book
from bidden.components.magic.caster import Caster
from bidden.components.magic.magic import Magic
from bidden.components.magic.mana import Mana
from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.movement.rooted import Rooted
from bidden.components.run.campaign import Campaign
from bidden.components.things.edible import Edible
from bidden.components.things.gear import Gear, lacks_a_hand
from bidden.components.things.inscription import Inscription
from bidden.components.things.pack import Pack, things_at
from bidden.components.things.quality import Quality
from bidden.components.tricks.disguise import is_disguised
from bidden.content.endings import EndingKind
from bidden.events.effects import what_is
from bidden.events.minds import are_foes, side_of
from bidden.events.queries import WhichMissile
from bidden.labels import LONGEST_INSCRIPTION, LONGEST_NAME
from bidden.messages import MessageLog
from bidden.messages.conduct import Conduct
from bidden.perception.bindings import bond_in, offerings_in, victory_of
from bidden.perception.boons import boons_of
from bidden.perception.character import comes_back, improvements_for
from bidden.perception.condition import condition_of
from bidden.perception.dying import most_hit_points
from bidden.perception.endings import coda_of
from bidden.perception.ground import Legend, covered_ground, plain_legend
from bidden.perception.letting_out import spillings_from_now
from bidden.perception.lore import Lore
from bidden.perception.names import (
    apparent_name,
    apparent_name_of,
    counted_name,
    is_known,
    is_tried,
    label_on,
)
from bidden.perception.noticing import called_in_view, serves_side
from bidden.perception.sight import in_view_of, is_unnoticed, visible_rows
from bidden.perception.stances import stance_of
from bidden.perception.threats import threats_to
from bidden.rules.boons.drawing import source_at
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim, Power
from bidden.rules.magic.spells import Spells
from bidden.rules.magic.voice import odds_of_speech
from bidden.rules.places.engraving import LONGEST_WORDS
from bidden.rules.run.deeds import Deeds
from bidden.rules.run.scoring import score_of
from bidden.state import (
    Ammunition,
    Fighter,
    Item,
    Levels,
    Look,
    Prize,
    Side,
    Stair,
    TwoHanded,
    a_thing,
    count_of,
    is_secret,
    name_of,
)
from bidden.view import (
    MAP_HEIGHT,
    MAP_WIDTH,
    Aiming,
    Castable,
    Ending,
    Held,
    Seen,
    Shape,
    Spot,
    Stance,
    Threat,
    Tile,
    View,
)
from eventcore import Entity, World
from eventcore.time import Timers

_SHAPES: Final = {Aim.CHOSEN: Shape.CREATURE, Aim.AREA: Shape.TILE, Aim.SPOT: Shape.TILE}
_THROWING: Final = Aiming(Shape.DIRECTION)
_SHOOTING: Final = Aiming(Shape.CREATURE)
_ALLY: Final = "ally"
"""The look of who is on the player's side, whatever it is."""
_tile: Final = lru_cache(maxsize=512)(Tile)  # from one view to the next most things stay the same
_VICTORY: Final = "All the dead are at rest."


def view_of(
    world: World,
    player: Entity,
    messages: MessageLog,
    conduct: Conduct,
    ending: Ending | None,
    *,
    levels: int = 1,
    abouts: Mapping[str, str] | None = None,
    doubts: Mapping[str, tuple[str, ...]] | None = None,
    endings: Mapping[str, EndingKind] | None = None,
    all_seeing: bool = False,
) -> View:
    """Take a snapshot of what a player knows.

    Args:
        world: Where the player is.
        player: Whose view it is.
        messages: What the player was told.
        conduct: What the player did.
        ending: How the game is over.
        levels: How many levels the game has.
        abouts: What there is to tell of things, by what they are called.
        doubts: Which things may show nothing as they are used, by the title of each like them.
        endings: How runs that are over are told of.
        all_seeing: Let the map show the whole level, and everything on it. What is in
            the player's view is lit still; what is told of foes is what the player sees.
    """
    kinds = world.root[Effects].kinds
    place, memory, health, mana = player[Position], player[Memory], player[Health], player.get(Mana)
    body, stomach = player.get(Wounds), player.get(Stomach)
    improvements, learned = improvements_for(player), player.get(Experience)
    deeds = world.root.get(Deeds)
    parts = [] if deeds is None else deeds.points
    achieved = [] if deeds is None else deeds.achieved
    view = in_view_of(player, world, None if player.alive else memory.radius)
    feels = what_is(world, player, "detection") > 0
    ground = visible_rows(place.level, world) if all_seeing else memory.rows
    rows = [*_filling_the_map(ground)]
    covered = covered_ground(player, world)
    kind_of_place = world.root[Levels].at(place.level).place
    legend = plain_legend(kind_of_place) if covered is None else covered.legend
    tiles = [[*_out_of_view(row, legend)] for row in rows]
    names: dict[tuple[str, str], str] = {}
    for mark in () if all_seeing else memory.marked:
        if (mark.x, mark.y) in view or tiles[mark.y][mark.x].look == "stair":
            continue  # what is there is seen, or is not hidden by a thing upon it
        name = names.get(kind := (mark.name, mark.label), "")
        if not name:
            name = names[kind] = a_thing(apparent_name_of(player, *kind, world))
        tiles[mark.y][mark.x] = _tile(mark.glyph, mark.look, False, name)
    for x, y in view:  # in whatever order: each is put on its own
        tiles[y][x] = legend.lit[rows[y][x]]
    for spots, tile in () if covered is None else covered.dark:
        for x, y in spots & view:  # in whatever order, as above
            if rows[y][x] == ".":
                tiles[y][x] = tile
    for (x, y), tile in () if covered is None else covered.above.items():
        if (x, y) in view:  # what may harm goes before what hides
            tiles[y][x] = tile
    foes, lying, bodies, side = [], [], dict[Entity, Spot](), side_of(world, player)
    stances = dict[Spot, Stance]()
    breathing = list[Entity]()
    seen = [
        thing
        for thing in world.having(Look, Position)
        if (there := thing[Position]).level == place.level
        and (all_seeing or (there.x, there.y) in view or (feels and Fighter in thing))
        and (all_seeing or not is_secret(thing))
        and (all_seeing or feels or not is_unnoticed(player, thing, world))
    ]
    if not player.alive:
        seen.append(player)
    for thing in sorted(seen, key=lambda thing: thing[Look].height):
        look, there = thing[Look], thing[Position]
        lies = Item in thing or not look.height  # as what is engraved does
        hides_stair = lies and tiles[there.y][there.x].look == "stair"
        burns = covered is not None and Item in thing and (there.x, there.y) in covered.alight
        if is_secret(thing) or not (Door in thing or Stair in thing or hides_stair or burns):
            # else the ground shows it
            name = called_in_view(thing, player, world)
            serves_you = serves_side(thing, player, side, world)
            colours = _ALLY if serves_you else look.look
            tiles[there.y][there.x] = _tile(look.glyph, colours, True, name)
        if (there.x, there.y) not in view or thing is player:
            continue
        stance = stance_of(thing, player, side, world)
        stances.update({} if stance is None else {(there.x, there.y): stance})
        if Side in thing and not is_disguised(thing) and are_foes(world, player, thing):
            foes.append((there.x, there.y))
            breathing += [thing] if Breath in thing else []
            limb = thing.get(Limb)
            whole = thing if limb is None or limb.of is None else limb.of
            bodies.setdefault(whole, (there.x, there.y))
        if Item in thing:
            lying.append((there.x, there.y))
    return View(
        tiles=tuple(tuple(row) for row in tiles),
        here=(place.x, place.y),
        turn=world.turn,
        hp=health.hp,
        max_hp=most_hit_points(player, world),
        foes=len(bodies),
        lines=messages.lines,
        ending=ending,
        epitaph=_victory(player, world) if ending is Ending.WON else messages.epitaph,
        coda=() if ending is None else coda_of(player, world, endings or {}),
        seed=world.seed,
        death=messages.death,
        conduct=() if ending is None else conduct.lines(),
        belongings=() if ending is None else _belongings(player, conduct, world),
        level=place.level,
        levels=levels,
        place=kind_of_place,
        foes_at=tuple(foes),
        foes_seen=tuple(_seen(foe, at, player, world) for foe, at in bodies.items()),
        stances=tuple(stances.items()),
        spilling=spillings_from_now(player, world),
        threatened=tuple(
            Threat((x, y), by, tiles[y][x] is legend.lit[rows[y][x]])
            for (x, y), by in sorted(threats_to(player, view, world, breathing).items())
        ),
        pack=_pack(player, world, Lore(abouts or {}, doubts or {})),
        ground=rows[place.y][place.x].strip(),
        underfoot=tuple(counted_name(player, thing, world) for thing in things_at(place, world)),
        drawn_underfoot=tuple(thing[Look].glyph for thing in things_at(place, world)),
        source="" if (source := source_at(player, world)) is None else name_of(source),
        things_at=tuple(lying),
        harm_at=() if covered is None else tuple(t for t in covered.harmful if t in view),
        mana=0 if mana is None else mana.mana,
        max_mana=0 if mana is None else mana.most,
        comes_back=comes_back(world, player),
        spells=_spells(player, world),
        missiles=_missiles(player, world),
        shooting=_SHOOTING if what_is(world, player, "ranged") > 0 else None,
        wounds=() if body is None else tuple(body.taken),
        longest_name=LONGEST_NAME,
        longest_words=LONGEST_WORDS,
        longest_inscription=LONGEST_INSCRIPTION,
        max_wounds=0 if body is None else body.most,
        speech=odds_of_speech(player, world),
        hunger="" if stomach is None else stomach.feeling,
        improvements=improvements,
        improvements_due=learned.due if learned is not None and improvements else 0,
        experience_level=1 if learned is None else learned.level,
        offers=offerings_in(world),
        bond=bond_in(world),
        boons=boons_of(player, world),
        score=score_of(parts),
        score_parts=tuple(parts),
        achieved=tuple((one.name, one.about) for one in achieved),
        lasting=tuple(
            (kinds[timer.kind].stage(timer.kind, timer.level), timer.remaining(world.turn))
            for timer in sorted(
                world.root[Timers].of(player), key=lambda timer: timer.remaining(world.turn)
            )
        ),
    )


def _seen(foe: Entity, at: Spot, player: Entity, world: World) -> Seen:
    look = foe[Look]
    name = called_in_view(foe, player, world)
    health = condition_of(foe, world)
    return Seen(at, name, look.glyph, look.look, health, is_asleep(foe), Rooted in foe)


def _belongings(player: Entity, conduct: Conduct, world: World) -> tuple[str, ...]:
    pack = player.get(Pack)
    if not player.alive or pack is None:
        return tuple(conduct.belongings)
    return tuple(counted_name(player, one, world) for _, one in sorted(pack.things.items()))


def _missiles(player: Entity, world: World) -> int | None:
    """Say how many missiles there are for what is wielded; None where it needs none."""
    which = world.ask(WhichMissile(player))
    return which.count if which.kind and Quiver in player else None


def _victory(player: Entity, world: World) -> str:
    campaign = world.root.get(Campaign)
    if campaign is not None:
        return victory_of(campaign)
    pack = player.get(Pack)
    held = [] if pack is None else [one for one in pack.things.values() if Prize in one]
    return f"You hold the {name_of(held[0])}, and go free." if held else _VICTORY


def _spells(player: Entity, world: World) -> tuple[Castable, ...]:
    kinds, caster = world.root[Spells].kinds, player.get(Caster)
    known = [] if caster is None else caster.spells
    return tuple(Castable(name, kinds[name].mana, _aiming(kinds[name])) for name in known)


def _aiming(power: Power) -> Aiming | None:
    shape = _SHAPES.get(power.aim)
    return None if shape is None else Aiming(shape, power.range, power.radius)


def _pack(player: Entity, world: World, lore: Lore) -> tuple[Held, ...]:
    pack = player.get(Pack)
    things = {} if pack is None else pack.things
    return tuple(_held(slot, thing, player, world, lore) for slot, thing in sorted(things.items()))


def _held(slot: str, thing: Entity, player: Entity, world: World, lore: Lore) -> Held:
    magic, known = thing.get(Magic), is_known(player, thing)
    tried = is_tried(player, thing, world)
    powers = {} if magic is None else {"quaff": magic.quaff, "read": magic.read}
    uses = tuple(how for how, power in powers.items() if power is not None)
    if Book in thing or Inscription in thing or Shard in thing:
        uses = (*uses, "read")
    if Edible in thing:
        uses = (*uses, "eat")
    aims = {how: None if power is None else _aiming(power) for how, power in powers.items()}
    aimed = [(how, aim) for how, aim in aims.items() if aim is not None and known]
    look, gear, worn = thing[Look], thing.get(Gear), thing.owner is not None
    kind = "" if gear is None else gear.kind
    if gear is not None and gear.worth and (worn or not lacks_a_hand(player, thing, world)):
        uses = (*uses, "take off" if worn else "put on")
    quality = thing.get(Quality)
    worth = 0 if gear is None else gear.worth + (0 if quality is None else quality.better)
    launcher, pack = thing.get(Launcher), player.get(Pack)
    if gear is not None and launcher is not None and pack is not None and Quiver in player:
        fits = (one.get(Ammunition) for one in pack.things.values())
        if not any(one is not None and one.kind == launcher.missile for one in fits):
            worth -= gear.ranged
    return Held(
        slot=slot,
        name=counted_name(player, thing, world),
        each=apparent_name(player, thing, world),
        count=count_of(thing),
        two_handed=TwoHanded in thing,
        about=lore.of(thing) if known else lore.of_tried(thing, player) if tried else "",
        tried=tried,
        uses=(*uses, "throw", "drop"),
        glyph=look.glyph,
        look=look.look,
        worn=worn,
        kind=kind,
        worth=worth,
        aimed=(*aimed, ("throw", _THROWING)),
        known=known,
        spells=_mastered(thing, player, world),
        label=label_on(thing),
    )


def _mastered(thing: Entity, player: Entity, world: World) -> tuple[str, ...]:
    """Give the spells in a book that would not be read, for it is known by heart."""
    book = thing.get(Book)
    known = book is not None and book.is_known_by_heart(player, world)
    return tuple(book.spells) if book is not None and known else ()


@lru_cache(maxsize=256)  # from one view to the next most rows stay as they are
def _out_of_view(row: str, legend: Legend) -> tuple[Tile, ...]:
    """Give the tiles of a row, none of them in view."""
    return tuple(legend.dim[ground] for ground in row)


def _filling_the_map(rows: list[str]) -> Iterator[str]:
    """Give what is remembered as the whole map has it: unknown beyond a smaller level."""
    for row in rows + [""] * (MAP_HEIGHT - len(rows)):
        yield row.ljust(MAP_WIDTH, UNKNOWN)
