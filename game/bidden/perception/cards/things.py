"""The card of a thing: what it does, how that compares with what you wear, what is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from bidden.amounts import numbered
from bidden.components.combat.ambush import Ambush
from bidden.components.combat.blocking import Blocking
from bidden.components.combat.brand import Brand
from bidden.components.combat.launcher import Launcher
from bidden.components.combat.reach import Reach
from bidden.components.combat.resistances import Resistances
from bidden.components.combat.slaying import Slaying
from bidden.components.combat.sweep import Sweep
from bidden.components.combat.venom import Venom
from bidden.components.combat.wounding import Wounding
from bidden.components.magic.book import Book
from bidden.components.magic.magic import Magic
from bidden.components.things.breakable import Breakable
from bidden.components.things.edible import Edible
from bidden.components.things.gear import Gear, lacks_a_hand
from bidden.components.things.quality import Quality
from bidden.components.things.spill import Spill
from bidden.components.things.torch import Torch
from bidden.content.blueprints import Blueprint
from bidden.events.effects import what_is
from bidden.events.queries import WhichMissile
from bidden.perception.cards.card import Card, CardLine
from bidden.perception.cards.effects import effect_told
from bidden.perception.cards.guesses import could_be
from bidden.perception.cards.spells import power_told
from bidden.perception.senses.names import apparent_name, counted_name, is_known, is_tried
from bidden.perception.told.boons import warping_told
from bidden.rules.magic.effect_kinds import EffectKind
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.spells import Spells
from bidden.state import (
    AVERAGE,
    Ammunition,
    Fighter,
    Item,
    Look,
    Prize,
    TwoHanded,
    a_thing,
    count_of,
    enumerated,
)
from eventcore import Component, Entity, World

Kinds: TypeAlias = Mapping[str, EffectKind]
Teller: TypeAlias = Callable[[Any, Kinds], str]

_WHOLE: Final = 100
_STATS: Final = ("attack", "defence", "ranged")
_BEARS: Final[Mapping[str, str]] = MappingProxyType(
    {"armour": "wear", "weapon": "wield", "shield": "bear"}
)
"""What one does with gear that is put on, by its kind."""
_UNKNOWN: Final = "You do not know what it does."
_TRIED: Final = "You have tried one, and it showed nothing of what it is."


def thing_card(
    thing: Entity, player: Entity, about: str, world: World, blueprints: Mapping[str, Blueprint]
) -> Card:
    """Draw up the card of a thing that the player holds or sees.

    Args:
        thing: The thing.
        player: Whose knowledge it is.
        about: The line there is to tell of it; may be empty.
        world: Where they are.
        blueprints: Of what things are made, by the names of their tables.
    """
    look = thing[Look]
    if is_known(player, thing):
        lines = [*_lines(thing, player, about, world)]
    else:
        lines = [*_guesses(thing, player, world, blueprints)]
    return Card(counted_name(player, thing, world), look.glyph, look.look, tuple(lines))


def _guesses(
    thing: Entity, player: Entity, world: World, blueprints: Mapping[str, Blueprint]
) -> Iterator[CardLine]:
    """Say that a thing is not known, whether one was tried, and what it may be."""
    yield CardLine(_UNKNOWN, "news")
    tried = is_tried(player, thing, world)
    if tried:
        yield CardLine(_TRIED, "news")
    titles = could_be(thing, player, world, blueprints)
    if titles:
        less = ", as the others always show" if tried else ""
        yield CardLine(f"It may be {_either(titles)}{less}.")


def _either(titles: Sequence[str]) -> str:
    """Write titles as one of which it is: "a potion of health, mending or mana"."""
    heads = {title.partition(" of ")[0] for title in titles}
    first, *others = titles
    if len(heads) == 1:
        others = [title.partition(" of ")[2] or title for title in others]
    *most, last = [a_thing(first), *others]
    return f"{', '.join(most)} or {last}" if most else last


def _lines(thing: Entity, player: Entity, about: str, world: World) -> Iterator[CardLine]:
    kinds = world.root[Effects].kinds
    if about:
        yield CardLine(about)
    warping = warping_told(thing, player, world)
    if warping:
        yield CardLine(warping, "news")
    if thing.owner is player:
        yield CardLine(f"You {_BEARS[thing[Gear].kind] if Gear in thing else 'wear'} it.")
    yield from (CardLine(text) for text in _compared(thing, player, world))
    for cls, tell in TELLERS.items():
        if cls in thing:
            yield CardLine(tell(thing[cls], kinds))
    book = thing.get(Book)
    if book is not None:
        for name in book.spells:
            spell = world.root[Spells].kinds.get(name)
            if spell is not None:
                yield CardLine(f"{name}: {spell.mana} mana. {power_told(spell, kinds)}")
    if TwoHanded in thing:
        lacks = " You have not two sound hands." if lacks_a_hand(player, thing, world) else ""
        yield CardLine(f"Takes both hands: no shield goes with it.{lacks}")
    if Launcher in thing and thing.owner is player:
        which = world.ask(WhichMissile(player))
        yield CardLine(f"You hold {which.count} to shoot with it.")
    added = thing[Item].thrown if Item in thing else 0
    thrown = f"Thrown, it adds {added} to half your attack."
    if added > 1 and Gear not in thing and thrown != about:
        yield CardLine(thrown)
    if count_of(thing) > 1:
        yield CardLine(f"You can use it {count_of(thing)} times.")


def _compared(thing: Entity, player: Entity, world: World) -> Iterator[str]:
    """Say what gear adds, and what that is against what is worn in its place."""
    gear = thing.get(Gear)
    if gear is None or not gear.worth:
        return
    mine = worth_of(thing)
    yield f"Adds {enumerated([f'{amount:+} {stat}' for stat, amount in mine.items() if amount])}."
    if gear.attack and gear.is_weapon:
        yield f"Your blows with it cost up to {_blow_with(thing, player, world)} hp, less defence."
    if thing.owner is player:
        return
    others = [one for one in player.owned if Gear in one and _would_go(one, thing)]
    if not others:
        kind = "" if gear.is_weapon else " of that kind"
        yield f"You {_BEARS[gear.kind]} nothing{kind} now."
        return
    theirs = {stat: sum(worth_of(one)[stat] for one in others) for stat in _STATS}
    against = [
        f"{mine[stat] - theirs[stat]:+} {stat}" for stat in _STATS if mine[stat] != theirs[stat]
    ]
    instead = enumerated([f"your {apparent_name(player, one, world)}" for one in others])
    yield f"{enumerated(against) if against else 'No more and no less'} against {instead}."


def _blow_with(thing: Entity, player: Entity, world: World) -> int:
    """Give how hard the player would strike with a thing, before the defence is taken from it."""
    nature = player[Fighter]
    attack = what_is(world, player, "attack", nature.attack)
    strength = what_is(world, player, "strength", nature.strength)
    if thing.owner is not player:
        worn = [one for one in player.owned if Gear in one and _would_go(one, thing)]
        attack += worth_of(thing)["attack"] - sum(worth_of(one)["attack"] for one in worn)
    weak = max(0, _WHOLE + what_is(world, player, "blows"))
    return max(1, -(-(attack + (strength - AVERAGE) // 5) * weak // _WHOLE))


def worth_of(thing: Entity) -> dict[str, int]:
    """Give what gear adds to the stats of who wears it, its quality included."""
    gear, quality = thing.get(Gear), thing.get(Quality)
    worth = {stat: 0 if gear is None else getattr(gear, stat) for stat in _STATS}
    if quality is not None:
        worth[quality.stat] += quality.better
    return worth


def _would_go(worn: Entity, thing: Entity) -> bool:
    """Say whether something that is worn would be put off for a thing."""
    old, new = worn[Gear], thing[Gear]
    both = (TwoHanded in thing and old.off_hand) or (new.off_hand and TwoHanded in worn)
    return old.kind == new.kind or both


def _magic(magic: Magic, kinds: Kinds) -> str:
    told = [
        f"{verb}: {power_told(power, kinds)}"
        for verb, power in (("Quaffed", magic.quaff), ("Read", magic.read))
        if power is not None
    ]
    return " ".join(told)


def _breaks(of: Breakable, kinds: Kinds) -> str:
    does = "Cracked: breaks" if of.cracked else "Cracks, then breaks,"
    told = []
    if of.striking:
        told.append(f"{does} in {of.striking} of 1000 blows, in more against what is hard.")
    if of.struck:
        told.append(f"{does} in {of.struck} of 1000 blows at you, in more by what is heavy.")
    return " ".join(told) or "It can break."


TELLERS: Final[Mapping[type[Component], Teller]] = MappingProxyType(
    {
        Magic: _magic,
        Edible: lambda of, _: f"Eaten: {of.food:+} food.",
        Brand: lambda of, _: f"Its blows cost up to {of.strength} hp more, of {of.kind}.",
        Slaying: lambda of, _: f"{of.strength:+} to blows against the {of.side}.",
        Ambush: lambda of, _: f"Blows against who sleeps are {of.times} times as hard.",
        Reach: lambda of, _: f"Strikes {numbered('tile', of.tiles)} far in a straight line.",
        Sweep: lambda of, _: f"Each blow hurts another foe beside you, at {of.percent} %.",
        Venom: lambda of, kinds: (
            f"In {of.percent} % of cases its blows bring {effect_told(of.effect, kinds, of.turns)}."
        ),
        Wounding: lambda of, _: (
            f"Its blows wound outright: {of.percent} % for each tenth of hit points that they take."
        ),
        Blocking: lambda of, _: f"Stops {of.percent} % of blows and missiles.",
        Resistances: lambda of, _: " ".join(
            f"Spares you {percent} % of {kind}."
            if percent > 0
            else f"You suffer {-percent} % more of {kind}."
            for kind, percent in of.percent.items()
        ),
        Spill: lambda of, _: (
            f"Thrown, it breaks: {of.kind}"
            f"{', ' + numbered('tile', of.radius) + ' around' if of.radius else ''}"
            f"{', set alight' if of.lights else ''}."
        ),
        Launcher: lambda of, _: (
            f"Shoots {of.missile}s{f'; a shot takes {of.slow} % longer' if of.slow else ''}."
        ),
        Ammunition: lambda of, _: (
            f"Shot, it adds {of.strength}; it breaks in {of.breaks} % of shots."
        ),
        Torch: lambda of, _: f"Gives light {numbered('tile', of.radius)} far.",
        Breakable: _breaks,
        Prize: lambda of, _: "Hold it, and you have won.",
    }
)
"""By the class of a part, what makes the sentence that tells of it, in the order of cards."""
