"""Each available improvement of a stat, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from bidden.components.body.health import Health
from bidden.components.body.metabolism import Recovery
from bidden.components.body.wounds import Wounds
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.casting import Caster, Mana
from bidden.events.effects import WhatIs
from bidden.intents import Improvable
from bidden.perception.cards.things import hardest_blow
from bidden.perception.told.character import every_so_many_turns, improvements_for
from bidden.rules.body.maiming import Maiming
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.spells import Spells
from bidden.state import Fighter
from bidden.words import phrase
from eventcore import Component, Entity, World
from eventcore.time import Timers


def improvements_told(player: Entity, world: World) -> tuple[str, ...]:
    """Describe each improvement of ``improvements_for``, as in "Sight 9 → 10 tiles".

    If the player lacks the component, describe only the difference.
    """
    return tuple(
        _TOLD[option][1](player, world, more)
        if _TOLD[option][0] in player
        else phrase("improvements_more", option, more=more)
        for option, more in improvements_for(player)
    )


def most_hit_points(who: Entity, world: World) -> int:
    """Return a creature's maximum hit points, also after its death."""
    health, body = who[Health], who.get(Wounds)
    if who.alive or body is None or not body.taken:
        return health.vigour(world)
    kinds = world.root[Maiming].kinds
    return max(1, health.most + sum(kinds[kind].changes.get("vigour", 0) for kind in body.taken))


def _lasting(world: World, who: Entity, stat: str, nature: int = 0) -> int:
    """Return a stat of a creature without effects, which end."""
    asked, kinds = WhatIs(who, stat, nature, []), world.root[Effects].kinds
    effects = {kinds[one.kind].stage(one.kind, one.level) for one in world.root[Timers].of(who)}
    value, parts = world.ask(asked).value, asked.parts or ()
    return value - sum(amount for source, amount in parts if source in effects)


def _hit_points(player: Entity, world: World, more: int) -> str:
    return _now_and_then("hp", most_hit_points(player, world), more)


_STRONG: Final = 10  # the Attack of a strong foe, as an example


def _attack(player: Entity, world: World, more: int) -> str:
    attack = _lasting(world, player, "attack", player[Fighter].attack)
    now, then = (hardest_blow(player, world, each, _lasting) for each in (attack, attack + more))
    means = [phrase("improvements", "your hits", now=now, then=then)] if now != then else []
    return _now_and_then("attack", attack, more, means)


def _defence(player: Entity, world: World, more: int) -> str:
    defence = _lasting(world, player, "defence", player[Fighter].defence)
    now, then = (max(1, _STRONG - each) for each in (defence, defence + more))
    hits = phrase("improvements", "hits on you", attack=_STRONG, now=now, then=then)
    return _now_and_then("defence", defence, more, [hits] if now != then else [])


def _sight(player: Entity, world: World, more: int) -> str:
    return _now_and_then("sight", _lasting(world, player, "sight"), more)


def _mana(player: Entity, world: World, more: int) -> str:
    most = player[Mana].most
    kinds, caster = world.root[Spells].kinds, player.get(Caster)
    costs = {name: kinds[name].mana for name in ([] if caster is None else caster.spells)}
    able = [name for name, cost in costs.items() if most < cost <= most + more]
    means = [phrase("improvements", "enough", spell=name) for name in able]
    for name, cost in sorted(costs.items(), key=lambda spell: -spell[1]):
        now, then = (most // cost, (most + more) // cost) if cost > 0 else (0, 0)
        if 0 < now < then:
            means.append(phrase("improvements", "casts", spell=name, now=now, then=then))
            break
    return _now_and_then("mana", most, more, means)


def _rate(stat: Improvable, player: Entity, world: World, more: int) -> str:
    recovery = player[Recovery]
    nature = recovery.health if stat == "regeneration" else recovery.mana
    rate = _lasting(world, player, stat, nature)
    now, then = every_so_many_turns(rate), every_so_many_turns(rate + more)
    if not (now and then):  # something stops it for now
        return phrase("improvements_more", stat, more=more)
    return phrase("improvements_told", stat, now=now, then=then)


_Told = Callable[[Entity, World, int], str]
_TOLD: Final[Mapping[Improvable, tuple[type[Component], _Told]]] = MappingProxyType(
    {
        "hp": (Health, _hit_points),
        "attack": (Fighter, _attack),
        "defence": (Fighter, _defence),
        "sight": (Memory, _sight),
        "regeneration": (Recovery, partial(_rate, "regeneration")),
        "mana": (Mana, _mana),
        "mana regeneration": (Recovery, partial(_rate, "mana regeneration")),
    }
)
"""For each improvement, the component that it changes, and the function that describes it."""


def _now_and_then(stat: Improvable, value: int, more: int, means: Sequence[str] = ()) -> str:
    told = phrase("improvements_told", stat, now=value, then=value + more)
    return f"{told}: {', '.join(means)}" if means else told
