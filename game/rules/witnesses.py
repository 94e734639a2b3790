"""The rule of witnesses: whoever sees what a thing does learns what it is."""

from __future__ import annotations

from eventcore import REACT, Component, World, component, handles
from game.components.scholar import Scholar
from game.events.lore import Learn, Show
from game.seeing import sees
from game.state import Guise, name_of

__all__ = ["Witnesses"]


@component
class Witnesses(Component):
    """Lets creatures learn from what they see."""

    @handles(Show, REACT, via="world")
    def let_all_learn(self, show: Show, world: World) -> None:
        """Teach all who see any of those it worked on; from the dead nothing is learned."""
        if Guise not in show.item:
            return
        living, name = [one for one in show.on if one.alive], name_of(show.item)
        for witness in [*world.having(Scholar)]:
            knows = name in witness[Scholar].known
            if not knows and witness.alive and any(sees(witness, one, world) for one in living):
                world.publish(Learn(show.enactor, witness, name))
