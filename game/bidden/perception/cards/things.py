"""The card of an item: its effects, the comparison with your gear, and guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from bidden.components.combat.blows import Reach
from bidden.components.combat.marksman import Launcher
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.things.gear import Gear, Quality, lacks_a_hand
from bidden.components.things.readable import Book
from bidden.content.catalogue import Catalogue
from bidden.content.references import unidentified
from bidden.events.effects import what_is
from bidden.events.queries import WhichMissile
from bidden.narration.grammar import capitalised
from bidden.perception.cards.card import Card, CardLine
from bidden.perception.cards.effects import power_told
from bidden.perception.cards.parts import item_parts, say
from bidden.perception.senses.names import apparent_name, counted_name, is_known, is_tried
from bidden.perception.told.boons import warpings_told
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.spells import Spells
from bidden.state import AVERAGE, Fighter, Item, Look, TwoHanded, Unidentified, enumerated, name_of
from bidden.text import signed
from bidden.words import phrase, tables
from eventcore import Entity, World

_WHOLE: Final = 100


def thing_card(
    thing: Entity, player: Entity, about: str, world: World, catalogue: Catalogue
) -> Card:
    """Return the card of an item that the player has or sees.

    ``about`` is the line that describes its kind; it may be empty.
    """
    look = thing[Look]
    if is_known(player, thing):
        lines = [*_lines(thing, player, about, world)]
    else:
        lines = [*_guesses(thing, player, world, catalogue)]
    return Card(counted_name(player, thing, world), look.glyph, look.look, tuple(lines))


def could_be(thing: Entity, player: Entity, world: World, catalogue: Catalogue) -> list[str]:
    """Return the titles that an unidentified item may have, in the order of their tables.

    A user identifies an item that visibly does something. If a tried item is still unidentified,
    it is none of those that always do something.
    """
    knowledge = player.get(ItemKnowledge)
    known = [] if knowledge is None else knowledge.known
    looks_like = thing[Unidentified].appearance
    titles: Iterable[str] = unidentified(looks_like, catalogue.blueprints.values())
    if is_tried(player, thing, world):
        titles = catalogue.doubts.get(name_of(thing), ())
    return [title for title in titles if title not in known]


def _guesses(
    thing: Entity, player: Entity, world: World, catalogue: Catalogue
) -> Iterator[CardLine]:
    if is_tried(player, thing, world):
        yield CardLine(say("items", "tried"), "news")
    titles = could_be(thing, player, world, catalogue)
    if titles:
        yield CardLine(say("items", "could_be", titles=_either(titles)), "news")
    else:
        yield CardLine(say("items", "unidentified"), "news")


def _either(titles: Sequence[str]) -> str:
    """Write titles as alternatives: "potion of health, mending or mana"."""
    if len({title.partition(" of ")[0] for title in titles}) == 1:
        titles = [titles[0], *(title.partition(" of ")[2] or title for title in titles[1:])]
    return enumerated([*titles], "or")


def _lines(thing: Entity, player: Entity, about: str, world: World) -> Iterator[CardLine]:
    kinds, gear = world.root[Effects].kinds, thing.get(Gear)
    yield from map(CardLine, warpings_told(thing, player, world), ("news", "plain"))
    # Gear is described by its numbers, other items by their line. Both would repeat each other.
    if about and gear is None:
        yield CardLine(about)
    if thing.owner is player:
        yield CardLine(say("items", "equipped"))
    if gear is not None and gear.worth:
        yield from map(CardLine, _compared(thing, gear, player, world))
    if gear is not None or not about:
        yield from map(CardLine, item_parts(thing, kinds))
    for name in thing[Book].spells if Book in thing else ():
        spell = world.root[Spells].kinds.get(name)
        if spell is not None:
            told, name = power_told(spell, kinds), capitalised(name)
            yield CardLine(phrase("spell_card", "in book", name=name, mana=spell.mana, told=told))
    if TwoHanded in thing:
        lacks = lacks_a_hand(player, thing, world)
        yield CardLine(say("items", "no_hand" if lacks else "two_handed"))
    if Launcher in thing and thing.owner is player:
        yield CardLine(say("items", "missiles", world.ask(WhichMissile(player))))
    added = thing[Item].thrown if Item in thing else 0
    if added > 1 and (gear is not None or not about):
        yield CardLine(say("items", "thrown", added=added))


def _compared(thing: Entity, gear: Gear, player: Entity, world: World) -> Iterator[str]:
    """Yield the bonuses of gear, and the comparison with the gear in its place."""
    yield f"{_bonuses(worth_of(thing))}."
    if gear.attack and gear.is_weapon:
        yield say("items", "damage", most=_blow_with(thing, player, world))
    if thing.owner is player:
        return
    others = [worn for worn in player.owned if Gear in worn and _would_go(worn, thing)]
    if not others:
        yield say("items", "empty", kind=gear.kind)
        return
    theirs = map(sum, zip(*map(_worth_and_reach, others), strict=True))
    changes = zip(_worth_and_reach(thing), theirs, strict=True)
    against = _bonuses([own - other for own, other in changes])
    names = enumerated([f"your {apparent_name(player, worn, world)}" for worn in others])
    yield say("items", "compared" if against else "same", others=names, against=against)


def _worth_and_reach(thing: Entity) -> tuple[int, ...]:
    return *worth_of(thing), thing[Reach].tiles - 1 if Reach in thing else 0


def _bonuses(worth: Iterable[int]) -> str:
    stats = zip(worth, tables()["gear_stats"].values(), strict=False)
    return ", ".join(f"{signed(amount)} {stat}" for amount, stat in stats if amount)


def _blow_with(thing: Entity, player: Entity, world: World) -> int:
    """Return the most damage of the player with a weapon, before Defence."""
    attack = what_is(world, player, "attack", player[Fighter].attack)
    if thing.owner is not player:
        worn = [one for one in player.owned if Gear in one and _would_go(one, thing)]
        attack += worth_of(thing)[0] - sum(worth_of(one)[0] for one in worn)
    return hardest_blow(player, world, attack)


def hardest_blow(
    player: Entity, world: World, attack: int, stat_of: Callable[..., int] = what_is
) -> int:
    """Return the maximum damage of the player's blow with some Attack, before defence."""
    strength = stat_of(world, player, "strength", player[Fighter].strength)
    weak = max(0, _WHOLE + stat_of(world, player, "blows"))
    return max(1, -(-(attack + (strength - AVERAGE) // 5) * weak // _WHOLE))


def worth_of(thing: Entity) -> tuple[int, int, int]:
    """Return the bonuses of gear to Attack, Defence and missile damage, with its quality."""
    gear, quality = thing[Gear], thing.get(Quality)
    more = {} if quality is None else {quality.stat: quality.better}
    attack, defence = gear.attack + more.get("attack", 0), gear.defence + more.get("defence", 0)
    return attack, defence, gear.ranged + more.get("ranged", 0)


def _would_go(worn: Entity, thing: Entity) -> bool:
    old, new = worn[Gear], thing[Gear]
    both = (TwoHanded in thing and old.off_hand) or (new.off_hand and TwoHanded in worn)
    return old.kind == new.kind or both
