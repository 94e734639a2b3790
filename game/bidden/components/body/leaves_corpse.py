"""Dying: leaving the world, and the corpse."""

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
        """Leave the world after all other consequences."""
        world.despawn(die.target)
