"""The character sheet: each stat with its parts, and the kinds of items that are identified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bidden.components.body.experience import Experience
from bidden.components.body.health import Health
from bidden.components.body.metabolism import Recovery, Stomach
from bidden.components.body.wounds import Wounds
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.casting import Mana
from bidden.content.blueprints import Blueprint
from bidden.events.body import IMPROVEMENTS
from bidden.events.combat import HARMS, resistance_to
from bidden.events.effects import WhatIs, what_is
from bidden.events.turns import NORMAL
from bidden.intents import Improvable
from bidden.rules.body.maiming import Maiming
from bidden.rules.knowledge.appearances import Appearances
from bidden.shown.character import BASE, Discovery, Riddle
from bidden.state import Fighter, Look, Title, Unidentified
from bidden.view import Character, Stat
from bidden.words import phrase, tables
from eventcore import Entity, World

_WHOLE: Final = 1000
"""A rate is counted in thousandths of a point."""
_WHOLE_STATS: Final[Mapping[str, int]] = {"blows": 0, "stride": 0, "aim": 100, "voice": 100}
"""Stats that are shown only if something changes them, with their natural values."""
_CALLED: Final = {"nature": BASE, "experience": "upgrades"}
"""The words for two parts of a stat."""


def character_of(
    world: World, player: Entity, blueprints: Mapping[str, Blueprint], abouts: Mapping[str, str]
) -> Character:
    """Return the character sheet of a player, without stats that it does not have.

    ``blueprints`` are the parts of all kinds of things, by name; ``abouts`` their descriptions, by
    title.
    """
    mana, stomach, learned = player.get(Mana), player.get(Stomach), player.get(Experience)
    body, kinds = player.get(Wounds), world.root[Maiming].kinds
    heals_every, recovers_every = comes_back(world, player)
    return Character(
        stats=tuple(_stats(world, player)),
        mana=0 if mana is None else mana.mana,
        max_mana=0 if mana is None else mana.most,
        food=0 if stomach is None else stomach.food,
        max_food=0 if stomach is None else stomach.most,
        food_about="" if stomach is None else _about_food(stomach),
        level=1 if learned is None else learned.level,
        experience=0 if learned is None else learned.points,
        next_level_at=0 if learned is None else learned.next_level_at,
        kills=() if learned is None else tuple(learned.kills.items()),
        wounds=() if body is None else tuple((name, kinds[name].about) for name in body.taken),
        heals_every=heals_every,
        recovers_every=recovers_every,
        discoveries=tuple(_discoveries(player, blueprints, abouts)),
        riddles=tuple(_riddles(player, world)),
    )


def _about_food(stomach: Stomach) -> str:
    return phrase("character", "starves" if stomach.starves else "food")


def improvements_for(player: Entity) -> tuple[tuple[Improvable, int], ...]:
    """Return the improvements that are available now, with their amounts."""
    learned = player.get(Experience)
    if learned is None or not learned.due or not player.alive:
        return ()
    return tuple((option, IMPROVEMENTS[option]) for option in learned.open)


def comes_back(world: World, player: Entity) -> tuple[int, int]:
    """Return the number of turns per hit point and per point of mana regained; 0 for never."""
    recovery = player.get(Recovery)
    if recovery is None:
        return 0, 0
    health = what_is(world, player, "regeneration", recovery.health)
    mana = what_is(world, player, "mana regeneration", recovery.mana)
    return every_so_many_turns(health), every_so_many_turns(mana)


def every_so_many_turns(rate: int) -> int:
    """Return the number of turns per point, for a rate in thousandths; 0 for never."""
    return -(-_WHOLE // rate) if rate > 0 else 0


def _stats(world: World, player: Entity) -> Iterator[Stat]:
    fighter, memory, recovery = player.get(Fighter), player.get(Memory), player.get(Recovery)
    if fighter is not None:
        yield _stat(world, player, "attack", fighter.attack)
        yield _stat(world, player, "defence", fighter.defence)
        yield _stat(world, player, "strength", fighter.strength)
    ranged = _stat(world, player, "ranged", 0)
    if ranged.parts:
        yield ranged
    if memory is not None:
        yield _stat(world, player, "sight", 0)
    yield _stat(world, player, "speed", NORMAL)
    health = player.get(Health)
    vigour = {} if health is None else {"vigour": health.most}
    for name, nature in (vigour | dict(_WHOLE_STATS)).items():
        stat = _stat(world, player, name, nature)
        if any(of != BASE for of, _ in stat.parts):
            yield stat
    if recovery is not None:
        yield _stat(world, player, "regeneration", recovery.health)
        yield _stat(world, player, "mana regeneration", recovery.mana)
    for kind in HARMS:
        resistance = _stat(world, player, resistance_to(kind), 0)
        if resistance.parts:
            yield resistance


def _stat(world: World, player: Entity, name: str, nature: int) -> Stat:
    parts: list[tuple[str, int]] = []
    value = world.ask(WhatIs(player, name, nature, parts)).value
    learned = player.get(Experience)
    if not player.alive and learned is not None:  # stats of dead creatures cannot be queried
        chosen = [option for option in learned.chosen if option == name]
        more = sum(learned.chosen[option] * IMPROVEMENTS[option] for option in chosen)
        value, parts = nature + more, [("upgrades", more)] if more else []
    parts = [(_CALLED.get(of, of), amount) for of, amount in parts]
    label, written = tables()["stats"].get(name, (name, "{}"))
    if name in _WHOLE_STATS:  # the causes of a change are shown without numbers
        return Stat(label, value, tuple((of, 0) for of, _ in parts), written)
    base = ((BASE, nature),) if nature else ()
    return Stat(label, value, (*base, *parts), written)


def _discoveries(
    player: Entity, blueprints: Mapping[str, Blueprint], abouts: Mapping[str, str]
) -> Iterator[Discovery]:
    """Yield every kind that starts unidentified, in the order of the tables."""
    knowledge = player.get(ItemKnowledge)
    known = [] if knowledge is None else knowledge.known
    for name, parts in blueprints.items():
        fields: dict[type, Mapping[str, Any]] = dict(parts)
        hidden = fields.get(Unidentified)
        if hidden is not None:
            title = str(fields.get(Title, {}).get("name", name))
            kind = str(fields.get(Look, {}).get("kind", ""))
            about = abouts.get(title, "")
            yield Discovery(str(hidden["appearance"]), title, kind, title in known, about)


def _riddles(player: Entity, world: World) -> Iterator[Riddle]:
    """Yield the unidentified kinds that the player has tried or named."""
    knowledge, looks = player.get(ItemKnowledge), world.root.get(Appearances)
    if knowledge is None or looks is None:
        return
    named = {
        look: knowledge.given[true]
        for true, look in looks.looks.items()
        if true in knowledge.given and true not in knowledge.known
    }
    unknown = [look for true, look in looks.looks.items() if true not in knowledge.known]
    for look in sorted({*named, *(tried for tried in knowledge.tried if tried in unknown)}):
        yield Riddle(look, look in knowledge.tried, named.get(look, ""))
