"""The card of anything that the player sees, holds or knows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import attrs

from bidden.components.boons.boons import Source
from bidden.components.magic.casting import Caster, Mana
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.things.pack import Pack, things_at
from bidden.components.tricks.disguise import is_disguised
from bidden.content.catalogue import Catalogue
from bidden.content.kinds.spell_kinds import Spell
from bidden.events.effects import what_is
from bidden.narration.grammar import capitalised
from bidden.perception.cards.card import Card, CardLine, InPack, OfSpell, OnTile, Subject, Underfoot
from bidden.perception.cards.creatures import creature_card
from bidden.perception.cards.effects import effects_told, power_told
from bidden.perception.cards.things import thing_card
from bidden.perception.senses.names import counted_name
from bidden.perception.senses.noticing import called_in_view
from bidden.perception.senses.sight import seen_on, sees
from bidden.perception.told.boons import warpings_told
from bidden.perception.told.tiles import about_tile, line_about, tile_told
from bidden.rules.magic.conditions import odds_of_speech
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.spells import Spells
from bidden.state import Fighter, Item, Look, enumerated
from bidden.words import phrase
from eventcore import Entity, World


def card_of(subject: Subject, player: Entity, world: World, catalogue: Catalogue) -> Card | None:
    """Return the card of a subject, or None if there is none."""
    match subject:
        case OnTile(x, y):
            return _on_tile(x, y, player, world, catalogue)
        case InPack(slot):
            pack = player.get(Pack)
            thing = None if pack is None else pack.things.get(slot)
        case Underfoot(index):
            there = things_at(player[Position], world)
            thing = there[index] if 0 <= index < len(there) else None
        case OfSpell(name):
            caster = player.get(Caster)
            spell = world.root[Spells].kinds.get(name)
            if caster is None or name not in caster.spells or spell is None:
                return None
            return Card(name, lines=tuple(_spell_lines(spell, player, world)))
    if thing is None:
        return None
    about = line_about(thing, player, world, catalogue.abouts)
    return thing_card(thing, player, about, world, catalogue)


def _on_tile(x: int, y: int, player: Entity, world: World, catalogue: Catalogue) -> Card | None:
    there = seen_on(x, y, player, world)
    beneath = any(Item in thing or Source in thing for thing in there)
    there = [thing for thing in there if thing is not player or not beneath]
    for at, thing in enumerate(there):
        if (card := _of_a_thing(thing, player, world, catalogue)) is not None:
            others = [called_in_view(other, player, world) for other in there[at + 1 :]]
            also = [CardLine(phrase("card", "also", things=enumerated(others)))] if others else []
            return attrs.evolve(card, lines=(*card.lines, *also))
    words = tile_told(x, y, player, world)
    if not words:
        return None
    about = about_tile(x, y, player, world, catalogue.abouts)
    return Card(words, lines=_only(about or phrase("card", "nothing")))


def _of_a_thing(thing: Entity, player: Entity, world: World, catalogue: Catalogue) -> Card | None:
    about = line_about(thing, player, world, catalogue.abouts)
    plain = partial(_plain_card, thing, about, player, world)
    if is_disguised(thing):
        return plain()
    if Fighter in thing and not sees(player, thing, world):
        return plain(CardLine(phrase("card", "sensed")))
    if Fighter in thing:
        return creature_card(thing, player, about, world)
    if Item in thing:
        return thing_card(thing, player, about, world, catalogue)
    if Trap in thing:
        told = effects_told(thing[Trap].power.effects, world.root[Effects].kinds)
        odds = phrase("card", "disarms", percent=thing[Trap].disarm_percent)
        return plain(CardLine(phrase("card", "springs", does=told), "harm"), CardLine(odds))
    if Source in thing:
        return plain(*map(CardLine, warpings_told(thing, player, world), ("news", "plain")))
    return None


def _plain_card(thing: Entity, about: str, player: Entity, world: World, *lines: CardLine) -> Card:
    name, look = counted_name(player, thing, world), thing[Look]
    return Card(name, look.glyph, look.look, (*_only(about), *lines))


def _only(about: str) -> tuple[CardLine, ...]:
    return (CardLine(about),) if about else ()


def _spell_lines(spell: Spell, player: Entity, world: World) -> Iterator[CardLine]:
    yield CardLine(capitalised(power_told(spell, world.root[Effects].kinds)))
    have = player[Mana].mana if Mana in player else 0
    costs = phrase("spell_card", "costs", mana=spell.mana, have=have)
    yield CardLine(costs, "harm" if have < spell.mana else "plain")
    odds = odds_of_speech(player, world)
    if odds < 100:
        yield CardLine(phrase("spell_card", "fails", percent=100 - odds), "harm")
    if what_is(world, player, "silenced") > 0:
        yield CardLine(phrase("spell_card", "silenced"), "harm")
