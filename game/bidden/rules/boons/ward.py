"""The warding boon: blows hit those who strike them."""

from __future__ import annotations

from bidden.events.boons import TurnBack, UseBoon
from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import Affect, what_is
from bidden.rules.boons.having import HavingBoons
from eventcore import AIM, APPLY, REACT, Component, World, component, handles
from eventcore.time import Timers

_ANSWERS = {"ember ward": "burning", "hollow ward": "oblivion"}
"""The stat of a warped ward, and the effect that it has on an attacker."""


@component
class Ward(Component):
    """Raises wards, and turns a blow at a warded creature back with the attacker's own strength."""

    @handles(UseBoon, REACT - 24, via="world")
    def raise_it(self, use: UseBoon, world: World) -> None:
        if use.boon == "ward":
            effect, turns = world.root[HavingBoons].kinds["ward"].effect_of(use.warp)
            world.publish(Affect(use.enactor, use.enactor, effect, turns))

    # Before a body lets one of its parts take the blow. A creature without effects has no ward.
    @handles(Attack, AIM - 5, via="world")
    def turn_it_back(self, attack: Attack, world: World) -> None:
        """Replace a blow at a warded creature with one that is turned back."""
        who, target = attack.enactor, attack.target
        timers = world.root.get(Timers)
        if who is target or timers is None or not timers.of(target):
            return
        if what_is(world, target, "ward") > 0:
            attack.replace(TurnBack(who, target))

    @handles(TurnBack, APPLY, via="world")
    def strike_oneself(self, turning: TurnBack, world: World) -> None:
        """Publish a blow of the attacker at itself, and the effect of a warped ward on it."""
        who, target = turning.enactor, turning.target
        world.publish(Attack(who, who))
        for stat, effect in _ANSWERS.items():
            if who.alive and what_is(world, target, stat) > 0:
                world.publish(Affect(target, who, effect))

    @handles(TakeDamage, AIM, via="world")
    def have_the_credit(self, damage: TakeDamage, world: World) -> None:
        """Credit the warded creature with the damage."""
        blow = damage.cause
        turning = blow.cause if isinstance(blow, Attack) else None
        if isinstance(turning, TurnBack) and damage.enactor is not turning.target:
            by, to = turning.target, damage.target
            damage.replace(TakeDamage(by, to, damage.strength, source="the ward", kind=damage.kind))
