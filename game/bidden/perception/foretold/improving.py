"""What each available improvement would do to a stat, in numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from bidden.components.body.health import Health
from bidden.components.body.recovery import Recovery
from bidden.components.knowledge.memory import Memory
from bidden.components.magic.casting import Caster, Mana
from bidden.events.effects import what_is
from bidden.intents import Improvable
from bidden.perception.foretold.dying import most_hit_points
from bidden.perception.told.character import every_so_many_turns, improvements_for
from bidden.rules.magic.spells import Spells
from bidden.state import AVERAGE, Fighter
from eventcore import Component, Entity, World

_WHOLE: Final = 100


def improvements_told(player: Entity, world: World) -> tuple[str, ...]:
    """Describe each improvement of ``improvements_for``, as in "Sight 9 → 10 tiles".

    If the player lacks the component, describe only the difference.

    Args:
        player: The player.
        world: The world.
    """
    return tuple(
        _TOLD[one](player, world, more) if _NEEDS[one] in player else _only(one, more)
        for one, more in improvements_for(player)
    )


def _hit_points(player: Entity, world: World, more: int) -> str:
    return f"Max HP {_now_and_then(most_hit_points(player, world), more)}"


def _attack(player: Entity, world: World, more: int) -> str:
    attack = what_is(world, player, "attack", player[Fighter].attack)
    hardest = (_hardest_blow(player, world, one) for one in (attack, attack + more))
    damage = " → ".join(f"1–{one}" if one > 1 else "1" for one in hardest)
    return f"Attack {_now_and_then(attack, more)}: {damage} damage, minus their Defence"


def _defence(player: Entity, world: World, more: int) -> str:
    defence = what_is(world, player, "defence", player[Fighter].defence)
    return f"Defence {_now_and_then(defence, more)}: less damage per hit, at least 1"


def _sight(player: Entity, world: World, more: int) -> str:
    return f"Sight {_now_and_then(what_is(world, player, 'sight'), more)} tiles"


def _mana(player: Entity, world: World, more: int) -> str:
    most = player[Mana].most
    kinds, caster = world.root[Spells].kinds, player.get(Caster)
    costs = {name: kinds[name].mana for name in ([] if caster is None else caster.spells)}
    paid = [name for name, cost in costs.items() if most < cost <= most + more]
    oftener = {
        name: (most // cost, (most + more) // cost)
        for name, cost in sorted(costs.items(), key=lambda one: -one[1])
        if 0 < cost <= most and most // cost < (most + more) // cost
    }
    means = [f"enough for {name}" for name in paid]
    means += [f"{name} {now} → {then} times" for name, (now, then) in [*oftener.items()][:1]]
    told = f"Max mana {_now_and_then(most, more)}"
    return f"{told}: {', '.join(means)}" if means else told


def _regeneration(player: Entity, world: World, more: int) -> str:
    return _rate("regeneration", "HP", player, world, more)


def _mana_regeneration(player: Entity, world: World, more: int) -> str:
    return _rate("mana regeneration", "MP", player, world, more)


def _rate(stat: str, point: str, player: Entity, world: World, more: int) -> str:
    recovery = player[Recovery]
    nature = recovery.health if stat == "regeneration" else recovery.mana
    rate = what_is(world, player, stat, nature)
    now, then = every_so_many_turns(rate), every_so_many_turns(rate + more)
    if not (now and then):  # as where something stops it for now
        return _only(stat, more)
    return f"{stat.capitalize()}: 1 {point} per {now} → {then} turns"


_TOLD: Final[Mapping[Improvable, Callable[[Entity, World, int], str]]] = MappingProxyType(
    {
        "hp": _hit_points,
        "attack": _attack,
        "defence": _defence,
        "sight": _sight,
        "regeneration": _regeneration,
        "mana": _mana,
        "mana regeneration": _mana_regeneration,
    }
)


_NEEDS: Final[Mapping[Improvable, type[Component]]] = MappingProxyType(
    {
        "hp": Health,
        "attack": Fighter,
        "defence": Fighter,
        "sight": Memory,
        "regeneration": Recovery,
        "mana": Mana,
        "mana regeneration": Recovery,
    }
)
"""The component that each improvement changes."""


def _hardest_blow(player: Entity, world: World, attack: int) -> int:
    """Return the maximum damage of the player's blow, before defence."""
    strength = what_is(world, player, "strength", player[Fighter].strength)
    weak = max(0, _WHOLE + what_is(world, player, "blows"))
    return max(1, -(-(attack + (strength - AVERAGE) // 5) * weak // _WHOLE))


def _now_and_then(value: int, more: int) -> str:
    return f"{value} → {value + more}"


def _only(stat: str, more: int) -> str:
    """Describe an improvement of which only the difference is known."""
    return f"{'Max HP' if stat == 'hp' else stat.capitalize()} +{more}"
