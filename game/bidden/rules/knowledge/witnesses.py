"""The rule of witnesses: whoever sees what a thing does learns what it is."""

from __future__ import annotations

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.movement.position import Position
from bidden.events.knowledge import Learn, Show
from bidden.events.minds import side_of
from bidden.perception.sight import sees
from bidden.state import Unidentified, name_of
from eventcore import REACT, Component, Entity, World, component, handles


@component
class Witnesses(Component):
    """Lets creatures learn from what they see."""

    @handles(Show, REACT, via="world")
    def let_all_learn(self, show: Show, world: World) -> None:
        """Teach all who see any of those it worked on; from the dead nothing is learned.

        Who finds out what a thing is tells those of the same side on its level.
        """
        if Unidentified not in show.item:
            return
        living, name = [one for one in show.on if one.alive], name_of(show.item)
        for witness in [*world.having(ItemKnowledge)]:
            learns = witness.alive and name not in witness[ItemKnowledge].known
            if learns and any(
                sees(witness, one, world) or _tells(show.enactor, witness, world) for one in living
            ):
                world.publish(Learn(show.enactor, witness, name))


def _tells(who: Entity, fellow: Entity, world: World) -> bool:
    """Say whether somebody who has found something out would tell another."""
    near = who is not fellow and who.alive and who[Position].level == fellow[Position].level
    return near and side_of(world, who) == side_of(world, fellow) != ""
