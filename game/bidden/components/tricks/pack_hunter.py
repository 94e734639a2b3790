"""Pack hunting: stronger blows with allies around."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.minds import side_of
from bidden.events.queries import WhatIsAmong
from bidden.grid.neighbours import AROUND
from bidden.state import Side
from eventcore import MODIFY, Component, World, component, handles


@component
class PackHunter(Component):
    """Adds to the attacks of its creature for each ally beside the target.

    Attributes:
        each: Added to the strength for each ally.
        most: The maximum number of allies that count.
    """

    each: Annotated[int, Meta(ge=1)] = 1
    most: Annotated[int, Meta(ge=1)] = 3

    @handles(Attack, MODIFY + 2)
    def strike_together(self, attack: Attack, world: World) -> None:
        who, there = attack.enactor, attack.target[Position]
        tiles = frozenset((there.x + dx, there.y + dy) for dx, dy in AROUND)
        near = world.ask(WhatIsAmong(world.root, tiles, there.level)).found
        mine = side_of(world, who)
        fellows = [one for one in near if Side in one and one is not who]
        count = sum(side_of(world, one) == mine for one in fellows)
        attack.strength += self.each * min(count, self.most)
