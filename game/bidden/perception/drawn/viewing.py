"""Views: the world as the player knows it, as a frozen snapshot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bidden.components.body.experience import Experience
from bidden.components.body.health import Health
from bidden.components.body.metabolism import Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.combat.marksman import Quiver
from bidden.components.knowledge.item_knowledge import LONGEST_NAME
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.casting import Caster, Mana
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign
from bidden.content.catalogue import Catalogue
from bidden.events.effects import what_is
from bidden.events.queries import WhatIsAt, WhichMissile
from bidden.narration import Witness
from bidden.narration.conduct import Conduct
from bidden.perception.drawn.around import Around, seen_in_view, seen_or_felt
from bidden.perception.drawn.holdings import Holdings, aiming_of, things_of
from bidden.perception.drawn.sheet import Sheet, tile_of
from bidden.perception.foretold.improving import improvements_told, most_hit_points
from bidden.perception.foretold.letting_out import spillings_from_now
from bidden.perception.senses.ground import Covered, covered_ground, plain_legend
from bidden.perception.senses.names import apparent_name_of, counted_name
from bidden.perception.senses.sight import in_view_through, visible_rows
from bidden.perception.senses.threats import threats_to
from bidden.perception.told.bindings import bond_in, offerings_in, victory_of
from bidden.perception.told.boons import boons_of
from bidden.perception.told.character import comes_back, improvements_for
from bidden.perception.told.endings import coda_of
from bidden.rules.boons.having import source_among
from bidden.rules.ground.veils import veils_for
from bidden.rules.magic.conditions import odds_of_speech
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.spells import Spells
from bidden.rules.places.engraving import LONGEST_WORDS
from bidden.rules.run.deeds import Deeds, score_of
from bidden.state import Item, Levels, Look, Prize, Unseen, a_thing, name_of
from bidden.view import Aiming, Castable, Ending, Shape, Spot, Threat, Tile, View
from bidden.words import phrase
from eventcore import Entity, World
from eventcore.time import Timers

_SHOOTING: Final = Aiming(Shape.CREATURE)
_FLOOR: Final = "."


def view_of(
    world: World,
    player: Entity,
    messages: Witness,
    conduct: Conduct,
    ending: Ending | None,
    *,
    levels: int,
    catalogue: Catalogue,
    before: Sequence[tuple[Tile, ...]] = (),
    all_seeing: bool = False,
    weighs: bool = False,
) -> View:
    """Create a snapshot of a player's knowledge.

    ``before`` has the tiles of an earlier view; equal rows are shared. ``all_seeing`` shows the
    whole level and everything on it: tiles in the player's view are still lit, and foes are still
    described as the player sees them. ``weighs`` computes the peril of each foe.
    """
    kinds = world.root[Effects].kinds
    place, memory, health, mana = player[Position], player[Memory], player[Health], player.get(Mana)
    body, stomach = player.get(Wounds), player.get(Stomach)
    improvements, learned = improvements_for(player), player.get(Experience)
    deeds = world.root.get(Deeds)
    parts = () if deeds is None else tuple(deeds.points)
    achieved = [] if deeds is None else deeds.achieved
    veils = veils_for(player, place.level, world)
    view = in_view_through(veils, player, world, None if player.alive else memory.radius)
    feels = what_is(world, player, "detection") > 0
    ground = visible_rows(place.level, world) if all_seeing else memory.rows
    covered = covered_ground(player, view, veils, world)
    kind_of_place = world.root[Levels].at(place.level).place
    legend = plain_legend(kind_of_place) if covered is None else covered.legend
    sheet = Sheet(ground, view, legend)
    if not all_seeing:
        _draw_remembered(sheet, view, player, world)
    if covered is not None:
        _cover(sheet, covered, view)
    if all_seeing or feels or not player.alive:
        seen = seen_or_felt(player, view, veils, world, all_seeing=all_seeing, feels=feels)
    else:
        seen = seen_in_view(player, view, veils, world)
    around = Around(player, view, world, weighs=weighs)
    around.draw(seen, sheet, {} if covered is None else covered.alight)
    threats = sorted(threats_to(player, view, world, around.breathing).items())
    beneath = world.ask(WhatIsAt(world.root, place.x, place.y, place.level)).found
    underfoot, source = [item for item in beneath if Item in item], source_among(beneath)
    holdings = Holdings(player, world, catalogue)
    timers = sorted(world.root[Timers].of(player), key=lambda each: each.remaining(world.turn))
    return View(
        tiles=sheet.finished(before),
        here=(place.x, place.y),
        turn=world.turn,
        hp=health.hp,
        max_hp=most_hit_points(player, world),
        foes=len(around.bodies),
        lines=messages.lines,
        ending=ending,
        epitaph=_victory(player, world) if ending is Ending.WON else messages.epitaph,
        coda=() if ending is None else coda_of(player, world, catalogue.endings),
        seed=world.seed,
        death=messages.death,
        conduct=() if ending is None else conduct.lines(),
        belongings=() if ending is None else _belongings(player, conduct, world),
        level=place.level,
        levels=levels,
        place=kind_of_place,
        foes_at=tuple(around.foes_at),
        foes_seen=around.foes_seen(),
        allies=tuple(around.allies),
        peril=around.peril(),
        stances=tuple(around.stances.items()),
        spilling=spillings_from_now(player, world),
        threatened=tuple([Threat((x, y), by, sheet.is_bare(x, y)) for (x, y), by in threats]),
        pack=holdings.held(),
        ground=legend.lit[sheet.rows[place.y][place.x]].kind,
        underfoot=tuple(counted_name(player, item, world) for item in underfoot),
        kinds_underfoot=tuple(item[Look].kind for item in underfoot),
        gear_underfoot=holdings.gear_among(underfoot),
        source="" if source is None else name_of(source),
        things_at=tuple(around.lying_at),
        harm_at=() if covered is None else covered.harmful,
        mana=0 if mana is None else mana.mana,
        max_mana=0 if mana is None else mana.most,
        comes_back=comes_back(world, player),
        spells=_spells(player, world),
        missiles=_missiles(player, world),
        shooting=_SHOOTING if what_is(world, player, "ranged") > 0 else None,
        wounds=() if body is None else tuple(body.taken),
        longest_name=LONGEST_NAME,
        longest_words=LONGEST_WORDS,
        max_wounds=0 if body is None else body.most,
        speech=odds_of_speech(player, world),
        hunger="" if stomach is None else stomach.feeling,
        improvements=improvements,
        improvements_told=improvements_told(player, world),
        improvements_due=learned.due if learned is not None and improvements else 0,
        experience_level=1 if learned is None else learned.level,
        offers=offerings_in(world, catalogue.abouts),
        bond=bond_in(world, catalogue.abouts),
        boons=boons_of(player, world),
        score=score_of(parts),
        score_parts=parts,
        achieved=tuple((each.name, each.about) for each in achieved),
        unseen=Unseen in player,
        lasting=tuple(
            (kinds[timer.kind].stage(timer.kind, timer.level), timer.remaining(world.turn))
            for timer in timers
        ),
        healing=tuple(
            (each["health"] * timer.level, kinds[timer.kind].every, timer.remaining(world.turn))
            for timer in timers
            if "health" in (each := kinds[timer.kind].each)
        ),
    )


def _belongings(player: Entity, conduct: Conduct, world: World) -> tuple[str, ...]:
    held = things_of(player) if player.alive else {}
    names = [counted_name(player, item, world) for item in held.values()]
    return tuple(names or conduct.belongings)


def _missiles(player: Entity, world: World) -> int | None:
    """Return the number of missiles for the wielded weapon, or None if it needs none."""
    which = world.ask(WhichMissile(player))
    return which.count if which.kind and Quiver in player else None


def _victory(player: Entity, world: World) -> str:
    if (campaign := world.root.get(Campaign)) is not None:
        return victory_of(campaign)
    prize = next((item for item in things_of(player).values() if Prize in item), None)
    foes = phrase("victories", "foes")
    return foes if prize is None else phrase("victories", "prize", prize=name_of(prize))


def _spells(player: Entity, world: World) -> tuple[Castable, ...]:
    kinds, caster = world.root[Spells].kinds, player.get(Caster)
    known = [] if caster is None else caster.spells
    return tuple(Castable(name, kinds[name].mana, aiming_of(kinds[name])) for name in known)


def _draw_remembered(sheet: Sheet, view: frozenset[Spot], player: Entity, world: World) -> None:
    """Draw the remembered items that are out of view and not on stairs."""
    for mark in player[Memory].marked:
        x, y = mark.x, mark.y
        if (x, y) not in view and sheet.rows[y][x] not in sheet.legend.stairs:
            name = a_thing(apparent_name_of(player, mark.name, mark.label, world))
            sheet.draw(x, y, tile_of(mark.glyph, mark.look, False, name, mark.kind))


def _cover(sheet: Sheet, covered: Covered, view: frozenset[Spot]) -> None:
    """Draw the gas and fire above the ground in view, and the darkness."""
    for spots, dark in covered.dark:
        for x, y in spots & view:  # in any order: each tile is drawn on its own
            if sheet.rows[y][x] == _FLOOR:
                sheet.draw(x, y, dark)
    for (x, y), above in covered.above.items():  # harmful covers go over darkness
        sheet.draw(x, y, above)
