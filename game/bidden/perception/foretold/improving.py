"""Each available improvement of a stat, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from eventcore import Component, Entity, World
from eventcore.time import Timers


def improvements_told(player: Entity, world: World) -> tuple[str, ...]:
    """Describe each improvement of ``improvements_for``, as in "Sight 9 → 10 tiles".

    If the player lacks the component, describe only the difference.
    """
    return tuple(
        _TOLD[option][1](player, world, more)
        if _TOLD[option][0] in player
        else _difference(option, more)
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
    return f"Max HP {_now_and_then(most_hit_points(player, world), more)}"


_STRONG: Final = 10  # the Attack of a strong foe, as an example


def _attack(player: Entity, world: World, more: int) -> str:
    attack = _lasting(world, player, "attack", player[Fighter].attack)
    now, then = (hardest_blow(player, world, each, _lasting) for each in (attack, attack + more))
    told = f"Attack {_now_and_then(attack, more)}"
    return told if now == then else f"{told}: your hits deal up to {then} damage (now {now})"


def _defence(player: Entity, world: World, more: int) -> str:
    defence = _lasting(world, player, "defence", player[Fighter].defence)
    now, then = (max(1, _STRONG - each) for each in (defence, defence + more))
    told = f"Defence {_now_and_then(defence, more)}"
    hit = f"an enemy with Attack {_STRONG} hits you for up to {then} (now {now})"
    return told if now == then else f"{told}: {hit}"


def _sight(player: Entity, world: World, more: int) -> str:
    return f"Sight {_now_and_then(_lasting(world, player, 'sight'), more)} tiles"


def _mana(player: Entity, world: World, more: int) -> str:
    most = player[Mana].most
    kinds, caster = world.root[Spells].kinds, player.get(Caster)
    costs = {name: kinds[name].mana for name in ([] if caster is None else caster.spells)}
    means = [f"enough for {name}" for name, cost in costs.items() if most < cost <= most + more]
    for name, cost in sorted(costs.items(), key=lambda spell: -spell[1]):
        if 0 < cost <= most and most // cost < (most + more) // cost:
            means.append(f"enough for {(most + more) // cost} casts of {name} (now {most // cost})")
            break
    told = f"Max mana {_now_and_then(most, more)}"
    return f"{told}: {', '.join(means)}" if means else told


def _regeneration(player: Entity, world: World, more: int) -> str:
    return _rate("regeneration", "HP", player[Recovery].health, player, world, more)


def _mana_regeneration(player: Entity, world: World, more: int) -> str:
    return _rate("mana regeneration", "MP", player[Recovery].mana, player, world, more)


def _rate(
    stat: Improvable, point: str, nature: int, player: Entity, world: World, more: int
) -> str:
    rate = _lasting(world, player, stat, nature)
    now, then = every_so_many_turns(rate), every_so_many_turns(rate + more)
    if not (now and then):  # something stops it for now
        return _difference(stat, more)
    return f"{stat.capitalize()}: 1 {point} per {now} → {then} turns"


_TOLD: Final[Mapping[Improvable, tuple[type[Component], Callable[[Entity, World, int], str]]]] = (
    MappingProxyType(
        {
            "hp": (Health, _hit_points),
            "attack": (Fighter, _attack),
            "defence": (Fighter, _defence),
            "sight": (Memory, _sight),
            "regeneration": (Recovery, _regeneration),
            "mana": (Mana, _mana),
            "mana regeneration": (Recovery, _mana_regeneration),
        }
    )
)
"""For each improvement, the component that it changes, and the function that describes it."""


def _now_and_then(value: int, more: int) -> str:
    return f"{value} → {value + more}"


def _difference(stat: str, more: int) -> str:
    return f"{'Max HP' if stat == 'hp' else stat.capitalize()} +{more}"
