"""Raising the dead: corpses become creatures."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.magic import CanApply, RaiseDead
from bidden.events.places import Spawn
from bidden.events.things import UseUp
from bidden.grid.tiles import is_free
from bidden.kinds import CORPSE
from bidden.perception.senses.sight import in_view_of
from bidden.state import Item, Look
from eventcore import MODIFY, RESOLVE, Component, Entity, World, component, handles
from eventcore.time import TURN


@component
class Raising(Component):
    """Turns a corpse into a creature, on the side in its table."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_a_corpse(self, question: CanApply, world: World) -> None:
        """Answer False if no corpse is in view and in range, on a free tile."""
        if isinstance(question.instant, RaiseDead):
            question.could &= _nearest(question.instant, world) is not None

    @handles(RaiseDead, RESOLVE, via="world")
    def raise_the_nearest(self, raising: RaiseDead, world: World) -> None:
        """Use up the corpse, and spawn the creature in its place."""
        corpse = _nearest(raising, world)
        if corpse is not None:
            by, place = raising.target, corpse[Position]
            spot = place.x, place.y, place.level
            if world.publish(UseUp(by, corpse)).done:
                raising.come = world.publish(Spawn(by, None, raising.what, *spot, TURN)).made


def _nearest(raising: RaiseDead, world: World) -> Entity | None:
    """Return the nearest corpse; of two equally near, the one with the lower id."""
    who = raising.target
    here, view, found = who[Position], in_view_of(who, world), []
    for thing in world.having(Item, Look, Position):
        there = thing[Position]
        if thing[Look].kind != CORPSE or there.level != here.level:
            continue
        far = (there.x - here.x) ** 2 + (there.y - here.y) ** 2
        near = far <= raising.within**2 and (there.x, there.y) in view
        if near and is_free(there.x, there.y, there.level, world):
            found.append((far, thing.id, thing))
    return min(found, key=lambda one: one[:2])[2] if found else None
