"""Blinking: teleporting to a tile in view."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.magic import Blink, CanApply, MayComeTo
from bidden.events.movement import Arrive, Leave
from bidden.events.queries import WhatIsAt
from bidden.grid.tiles import is_free
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from eventcore import APPLY, MODIFY, REACT, Component, World, component, handles


@component
class Blinking(Component):
    """Teleports a creature to a free tile in view, chosen or drawn."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_room(self, question: CanApply, world: World) -> None:
        """Answer False if no tile is free."""
        if isinstance(question.instant, Blink):
            question.could &= bool(_spots(question.instant, world))

    @handles(MayComeTo, MODIFY, via="world")
    def tell_whether_it_looks_free(self, question: MayComeTo, world: World) -> None:
        """Answer True for a free tile, and for one where only an unnoticed creature stands."""
        who, level = question.enactor, question.enactor[Position].level
        question.free = is_free(question.x, question.y, level, world) or any(
            is_unnoticed(who, one, world)
            for one in world.ask(WhatIsAt(world.root, question.x, question.y, level)).found
        )

    @handles(Blink, APPLY, via="world")
    def move_to_the_tile(self, blink: Blink, world: World) -> None:
        """Move the target to the chosen tile. If there is none, or if it is taken, draw one."""
        spots = _spots(blink, world)
        if (blink.x, blink.y) not in spots:  # somebody unseen may stand there
            blink.x, blink.y = world.stream("magic").pick(spots)
        world.publish(Leave(blink.target))
        place = blink.target[Position]
        place.x, place.y = blink.x, blink.y

    @handles(Blink, REACT, via="world")
    def publish_the_arrival(self, blink: Blink, world: World) -> None:
        world.publish(Arrive(blink.target))


def _spots(blink: Blink, world: World) -> list[tuple[int, int]]:
    """Return the free tiles in view within range, row by row."""
    here = blink.target[Position]
    near = (
        (x, y)
        for x, y in in_view_of(blink.target, world)
        if max(abs(x - here.x), abs(y - here.y)) <= blink.within
    )
    return sorted((x, y) for x, y in near if is_free(x, y, here.level, world))
