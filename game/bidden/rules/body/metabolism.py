"""The rule of metabolism: bodies live through the turns of the world."""

from __future__ import annotations

from bidden.components.body.recovery import Recovery
from bidden.events.body import Live
from eventcore import REACT, Component, World, component, handles
from eventcore.time import Tick


@component
class Metabolism(Component):
    """Lets each body that recovers live through each turn."""

    # Before what a scenario brings about in the turn, so that bodies live through it first.
    @handles(Tick, REACT - 10, via="world")
    def let_bodies_live(self, tick: Tick, world: World) -> None:
        """Publish a turn's living for each, in the order they came into the world."""
        for body in world.roster(Recovery):
            if body.alive and not world.agenda.frozen(body):
                world.publish(Live(body))
