"""The rule of summoning: creatures that come out of nowhere, and serve."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from bidden.components.movement.position import Position
from bidden.events.effects import Affect
from bidden.events.magic import CanApply, Summon
from bidden.events.movement import Arrive
from bidden.grid.tiles import free_beside
from eventcore import APPLY, MODIFY, REACT, Component, World, component, handles

__all__ = ["Summoning"]


@component
class Summoning(Component):
    """Lets creatures come to be beside who summons them."""

    _make: Callable[[str], list[Component]] | None = attrs.field(
        default=None, init=False, repr=False
    )

    def made_by(self, make: Callable[[str], list[Component]]) -> None:
        """Say what makes the components of a creature, given the name of its table."""
        self._make = make

    @handles(CanApply, MODIFY, via="world")
    def tell_whether_there_is_room(self, question: CanApply, world: World) -> None:
        """Answer no where there is no free tile."""
        if isinstance(question.instant, Summon):
            question.could &= any(
                True for _ in free_beside(question.instant.target[Position], world)
            )

    @handles(Summon, APPLY, via="world")
    def let_them_come(self, summon: Summon, world: World) -> None:
        """Make them."""
        if self._make is None:
            raise AssertionError("nobody said what creatures are made of")
        here = summon.target[Position]
        for x, y in [*free_beside(here, world)][: summon.count]:
            comer = world.spawn(Position(x, y, here.level), *self._make(summon.what))
            world.publish(Arrive(comer))
            world.agenda.schedule(comer, priority=1)
            summon.come.append(comer)

    @handles(Summon, REACT, via="world")
    def bind_them(self, summon: Summon, world: World) -> None:
        """Let them serve who summoned them."""
        for comer in summon.come:
            world.publish(Affect(summon.target, comer, summon.bond))
