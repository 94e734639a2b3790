"""Metabolism: each turn, creatures regenerate and grow hungry."""

from __future__ import annotations

from bidden.components.body.recovery import Recovery
from bidden.events.body import Live
from eventcore import REACT, Component, World, component, handles
from eventcore.time import Tick


@component
class Metabolism(Component):
    """Lets every creature with a metabolism live through each turn."""

    # Before what a scenario brings about in the turn, so that bodies live through it first.
    @handles(Tick, REACT - 10, via="world")
    def let_bodies_live(self, tick: Tick, world: World) -> None:
        """Publish a turn of metabolism for each creature, in order of id."""
        for body in world.roster(Recovery):
            if body.alive and not world.agenda.frozen(body):
                world.publish(Live(body))
