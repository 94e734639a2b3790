"""Time: the delay after each action, and the metabolism of creatures in each turn."""

from __future__ import annotations

from typing import Final

from bidden.components.body.metabolism import Recovery
from bidden.events.body import Live
from bidden.events.effects import what_is
from bidden.events.turns import NORMAL, SpendTime, TakeTurn
from eventcore import AIM, APPLY, REACT, Component, World, component, handles
from eventcore.time import Tick

_LEAST_COST: Final = 1
_LEAST_SPEED: Final = NORMAL // 10


@component
class Pacing(Component):
    """Delays an actor's next turn by the cost of its last action."""

    # After the mind has acted, at REACT - 5.
    @handles(TakeTurn, REACT, via="world")
    def end_the_turn(self, turn: TakeTurn, world: World) -> None:
        """Let a creature spend the time of its turn, unless it has left the agenda."""
        if turn.enactor in world.agenda:
            world.publish(SpendTime(turn.enactor, turn.cost))

    @handles(SpendTime, AIM, via="world")
    def tell_how_fast(self, spend: SpendTime, world: World) -> None:
        """Ask for the actor's speed."""
        spend.speed = what_is(world, spend.enactor, "speed", spend.speed)

    @handles(SpendTime, APPLY, via="world")
    def delay_the_next_action(self, spend: SpendTime, world: World) -> None:
        """Delay the next turn, within bounds that keep one creature from stopping the clock."""
        spend.cost = max(_LEAST_COST, spend.cost)
        spend.speed = max(_LEAST_SPEED, spend.speed)
        world.agenda.delay(spend.enactor, spend.cost, spend.speed)


@component
class Metabolism(Component):
    """Lets every creature with a metabolism live through each turn."""

    # Run before the handlers of scenarios, so that bodies live through the turn first.
    @handles(Tick, REACT - 10, via="world")
    def let_bodies_live(self, tick: Tick, world: World) -> None:
        """Publish a turn of metabolism for each creature, in order of id."""
        for body in world.roster(Recovery):
            if body.alive and not world.agenda.frozen(body):
                world.publish(Live(body))
