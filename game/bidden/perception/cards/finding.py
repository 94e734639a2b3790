"""The card of anything that the player sees, holds or knows."""

from __future__ import annotations

from functools import partial

from bidden.components.boons.source import Source
from bidden.components.magic.caster import Caster
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.things.pack import Pack, things_at
from bidden.components.tricks.disguise import is_disguised
from bidden.content.catalogue import Catalogue
from bidden.perception.cards.card import Card, CardLine, InPack, OfSpell, OnTile, Subject, Underfoot
from bidden.perception.cards.creatures import creature_card
from bidden.perception.cards.effects import effects_told
from bidden.perception.cards.spells import spell_card
from bidden.perception.cards.things import thing_card
from bidden.perception.senses.names import counted_name
from bidden.perception.senses.sight import seen_on, sees
from bidden.perception.told.boons import warping_told
from bidden.perception.told.telling import about_tile, line_about
from bidden.perception.told.tiles import tile_told
from bidden.rules.magic.effects import Effects
from bidden.state import Fighter, Item, Look
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
            known = caster is not None and name in caster.spells
            return spell_card(name, player, world) if known else None
    if thing is None:
        return None
    about = line_about(thing, world, catalogue.abouts)
    return thing_card(thing, player, about, world, catalogue)


def _on_tile(x: int, y: int, player: Entity, world: World, catalogue: Catalogue) -> Card | None:
    there = seen_on(x, y, player, world)
    beneath = any(Item in one or Source in one for one in there)
    for one in [one for one in there if one is not player or not beneath]:
        about = line_about(one, world, catalogue.abouts)
        plain = partial(_plain_card, one, about, player, world)
        if is_disguised(one):
            return plain()
        if Fighter in one and not sees(player, one, world):
            return plain(CardLine("You sense it, but can't see it."))
        if Fighter in one:
            return creature_card(one, player, about, world)
        if Item in one:
            return thing_card(one, player, about, world, catalogue)
        if Trap in one:
            told = effects_told(one[Trap].power.effects, world.root[Effects].kinds)
            return plain(CardLine(f"Triggered by a step: {told}.", "harm"))
        warping = warping_told(one, player, world)
        if warping:
            return plain(CardLine(warping, "news"))
    words = tile_told(x, y, player, world)
    if not words:
        return None
    return Card(words, lines=_only(about_tile(x, y, player, world, catalogue.abouts)))


def _plain_card(thing: Entity, about: str, player: Entity, world: World, *lines: CardLine) -> Card:
    name, look = counted_name(player, thing, world), thing[Look]
    return Card(name, look.glyph, look.look, (*_only(about), *lines))


def _only(about: str) -> tuple[CardLine, ...]:
    return (CardLine(about),) if about else ()
