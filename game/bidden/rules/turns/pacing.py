"""The rule of pace: what an action takes of an actor's time, by its speed."""

from __future__ import annotations

from typing import Final

from bidden.events.effects import what_is
from bidden.events.turns import NORMAL, SpendTime, TakeTurn
from eventcore import AIM, APPLY, REACT, Component, World, component, handles

_LEAST_COST: Final = 1
_LEAST_SPEED: Final = NORMAL // 10


@component
class Pacing(Component):
    """Puts an actor's next action off by what the last one took."""

    # After the mind has acted, at REACT - 5.
    @handles(TakeTurn, REACT, via="world")
    def end_the_turn(self, turn: TakeTurn, world: World) -> None:
        """Let a creature that still acts spend the time its turn took."""
        if turn.enactor in world.agenda:
            world.publish(SpendTime(turn.enactor, turn.cost))

    @handles(SpendTime, AIM, via="world")
    def tell_how_fast(self, spend: SpendTime, world: World) -> None:
        """Ask how fast the actor is."""
        spend.speed = what_is(world, spend.enactor, "speed", spend.speed)

    @handles(SpendTime, APPLY, via="world")
    def delay_the_next_action(self, spend: SpendTime, world: World) -> None:
        """Delay the next action, within bounds, or one creature could stop the clock."""
        spend.cost = max(_LEAST_COST, spend.cost)
        spend.speed = max(_LEAST_SPEED, spend.speed)
        world.agenda.delay(spend.enactor, spend.cost, spend.speed)
