"""Summoning: creatures that appear and serve their summoner."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.events.magic import CanApply, Summon
from bidden.events.places import Spawn
from bidden.grid.tiles import free_beside
from eventcore import MODIFY, REACT, RESOLVE, Component, World, component, handles


@component
class Summoning(Component):
    """Spawns creatures beside their summoner."""

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_room(self, question: CanApply, world: World) -> None:
        """Answer False if no tile is free."""
        if isinstance(question.instant, Summon):
            question.could &= any(
                True for _ in free_beside(question.instant.target[Position], world)
            )

    @handles(Summon, RESOLVE, via="world")
    def spawn_the_creatures(self, summon: Summon, world: World) -> None:
        by, here = summon.target, summon.target[Position]
        for x, y in [*free_beside(here, world)][: summon.count]:
            comer = world.publish(Spawn(by, None, summon.what, x, y, here.level)).made
            if comer is not None:
                summon.come.append(comer)

    @handles(Summon, REACT, via="world")
    def bind_the_creatures(self, summon: Summon, world: World) -> None:
        for comer in summon.come:
            world.publish(Affect(summon.target, comer, summon.bond))
