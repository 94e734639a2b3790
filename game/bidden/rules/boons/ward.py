"""The boon of warding: blows are turned back on who deals them."""

from __future__ import annotations

from bidden.events.boons import TurnBack, UseBoon
from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import Affect, what_is
from bidden.rules.boons.having import HavingBoons
from eventcore import (
    AIM,
    APPLY,
    REACT,
    Component,
    World,
    component,
    handles,
)
from eventcore.time import Timers

_ANSWERS = {"ember ward": "burning", "hollow ward": "oblivion"}
"""What a warped ward brings upon who strikes, by the stat that tells of it."""


@component
class Ward(Component):
    """Raises wards, and turns blows at who has one back, by the striker's own strength."""

    @handles(UseBoon, REACT - 24, via="world")
    def raise_it(self, use: UseBoon, world: World) -> None:
        """Publish that the ward lasts for a while."""
        if use.boon == "ward":
            effect, turns = world.root[HavingBoons].kinds["ward"].effect_of(use.warp)
            world.publish(Affect(use.enactor, use.enactor, effect, turns))

    # Whoever has nothing that lasts on them has no ward. Before a body takes the blow with a part.
    @handles(Attack, AIM - 5, via="world")
    def turn_it_back(self, attack: Attack, world: World) -> None:
        """Let a blow at somebody with a ward become one that is turned back."""
        who, target = attack.enactor, attack.target
        timers = world.root.get(Timers)
        if who is target or timers is None or not timers.of(target):
            return
        if what_is(world, target, "ward") > 0:
            attack.replace(TurnBack(who, target))

    @handles(TurnBack, APPLY, via="world")
    def strike_oneself(self, turning: TurnBack, world: World) -> None:
        """Publish the blow of who struck, at themselves, and what a warped ward does to them."""
        who, target = turning.enactor, turning.target
        world.publish(Attack(who, who))
        for stat, effect in _ANSWERS.items():
            if who.alive and what_is(world, target, stat) > 0:
                world.publish(Affect(target, who, effect))

    @handles(TakeDamage, AIM, via="world")
    def have_the_credit(self, damage: TakeDamage, world: World) -> None:
        """Give the credit for what is turned back to who has the ward."""
        blow = damage.cause
        turning = blow.cause if isinstance(blow, Attack) else None
        if isinstance(turning, TurnBack) and damage.enactor is not turning.target:
            by, to = turning.target, damage.target
            damage.replace(TakeDamage(by, to, damage.strength, source="the ward", kind=damage.kind))
