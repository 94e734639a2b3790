"""Boons that reach a creature: the double blow, the lash, and the ward against blows."""

from __future__ import annotations

from bidden.components.movement.collision import Rooted
from bidden.components.movement.position import Position
from bidden.events.boons import TurnBack, UseBoon
from bidden.events.combat import Attack, TakeDamage
from bidden.events.effects import Affect, what_is
from bidden.events.magic import Shove
from bidden.events.movement import Displace
from bidden.rules.boons.having import HavingBoons
from bidden.rules.boons.ways import first_ahead, tiles_ahead
from eventcore import AIM, APPLY, REACT, VALIDATE, Component, World, component, handles
from eventcore.time import Timers

_ANSWERS = {"ember ward": "burning", "hollow ward": "oblivion"}
"""The stat of a warped ward, and the effect that it has on an attacker."""


@component
class DoubleBlow(Component):
    """Strikes a neighbour twice and throws it back."""

    @handles(UseBoon, VALIDATE + 10, via="world")
    def find_whom_to_strike(self, use: UseBoon, world: World) -> None:
        """Fail if nobody is on the next tile."""
        if use.boon == "strike":
            use.target = first_ahead(use, world.root[HavingBoons].kinds["strike"].reach, world)
            if use.target is None:
                use.fail("nobody there")

    # Once the use is spent.
    @handles(UseBoon, REACT - 20, via="world")
    def strike_and_throw(self, use: UseBoon, world: World) -> None:
        """Publish the blows, then throw the target if it survives, and store where it lands."""
        who, target = use.enactor, use.target
        if use.boon != "strike" or target is None:
            return
        kind, there = world.root[HavingBoons].kinds["strike"], target[Position]
        use.tiles = [there.tile]
        for _ in range(kind.blows):
            if who.alive and target.alive:
                world.publish(Attack(who, target))
        if who.alive and target.alive:
            world.publish(Shove(who, target, kind.throws))
        if target.alive:
            use.tiles = [there.tile]


@component
class Lash(Component):
    """Pulls the first creature ahead close. Warped, it burns it or swaps places with it."""

    @handles(UseBoon, VALIDATE + 11, via="world")
    def find_whom_to_pull(self, use: UseBoon, world: World) -> None:
        """Fail if nobody is ahead, if they are already close, or if a wall is in the way."""
        if use.boon != "lash":
            return
        reach = world.root[HavingBoons].kinds["lash"].reach
        use.tiles = [*tiles_ahead(use, reach, world)]
        use.target = first_ahead(use, reach, world)
        if use.warp == "ember":
            if not use.tiles:
                use.fail("wall")
        elif use.target is None:
            use.fail("nobody there")
        elif Rooted in use.target or (
            not use.warp and use.enactor[Position].distance(use.target[Position]) == 1
        ):
            use.fail("beside")

    @handles(UseBoon, REACT - 21, via="world")
    def pull(self, use: UseBoon, world: World) -> None:
        """Publish the pull, or the exchange of places."""
        who, target = use.enactor, use.target
        if use.boon != "lash" or use.warp == "ember" or target is None:
            return
        there = target[Position]
        if not use.warp:
            gap = who[Position].distance(there) or 1
            world.publish(Shove(who, target, 1 - gap))
            return
        x, y, level = there.spot
        if world.publish(Displace(who, target, use.from_x, use.from_y, level)).done:
            world.publish(Displace(who, who, x, y, level))


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
