"""Dying: who can leave the world, and what corpse is left."""

from __future__ import annotations

from bidden.events.combat import Die
from eventcore import APPLY, Component, World, component, handles


@component
class LeavesCorpse(Component):
    """Lets its entity die.

    Attributes:
        corpse: The name of its corpse; by default its own name with "corpse".
    """

    corpse: str = ""

    @handles(Die, APPLY, role="target")
    def depart(self, die: Die, world: World) -> None:
        """Leave the world, once all that follows from it has happened."""
        world.despawn(die.target)
