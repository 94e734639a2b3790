"""Sundering: weapons break in the hand."""

from __future__ import annotations

from bidden.components.things.breakable import Breakable
from bidden.components.things.gear import Gear
from bidden.events.magic import CanApply, Sunder
from bidden.events.things import Break
from eventcore import MODIFY, RESOLVE, Component, Entity, World, component, handles


@component
class Sundering(Component):
    """Breaks a wielded weapon."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_it_can_break(self, question: CanApply, world: World) -> None:
        """Answer False if the creature wields no breakable weapon."""
        if isinstance(question.instant, Sunder):
            question.could &= _weapon_of(question.instant.target) is not None

    @handles(Sunder, RESOLVE, via="world")
    def break_it(self, sunder: Sunder, world: World) -> None:
        weapon = _weapon_of(sunder.target)
        if weapon is not None:
            world.publish(Break(sunder.enactor, sunder.target, weapon))


def _weapon_of(who: Entity) -> Entity | None:
    """Return the breakable weapon that a creature wields, or None."""
    for thing in who.owned:
        if Breakable in thing and Gear in thing and thing[Gear].is_weapon:
            return thing
    return None
