"""Which creatures are asleep on a new level. Sleeping creatures are not on the agenda."""

from __future__ import annotations

from typing import Final

from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.events.places import MakeLevel
from eventcore import REACT, Component, World, component, handles

_ALL: Final = 100


@component
class Sleep(Component):
    """Draws who sleeps, by the percentage in a creature's awareness."""

    # After the level was filled, at REACT - 10.
    @handles(MakeLevel, REACT - 5, via="world")
    def let_some_sleep(self, make: MakeLevel, world: World) -> None:
        for one in world.having(Wits, Position):
            wits = one[Wits]
            if not wits.asleep or one[Position].level != make.level or one not in world.agenda:
                continue
            if world.stream(f"sleep-{make.level}").chance(wits.asleep, _ALL):
                wits.state = "asleep"
                world.agenda.cancel(one)
