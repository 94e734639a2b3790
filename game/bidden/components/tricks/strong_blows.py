"""Stronger blows: with allies around, or after a run in a straight line."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.minds import side_of
from bidden.events.movement import Displace, Move, Wait
from bidden.events.queries import WhatIsAmong
from bidden.grid.neighbours import AROUND
from bidden.state import Side
from eventcore import APPLY, MODIFY, REACT, Component, World, component, handles


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
        fellows = [thing for thing in near if Side in thing and thing is not who]
        count = sum(side_of(world, fellow) == mine for fellow in fellows)
        attack.strength += self.each * min(count, self.most)


@component
class Charge(Component):
    """Adds to an attack in the direction of its creature's run.

    Attributes:
        each: Added to the strength for each tile of the run.
        most: The maximum number of tiles that count.
        run: The length of its run in a straight line, in tiles.
        dx: The direction of its run to the east.
        dy: The direction of its run to the south.
    """

    each: Annotated[int, Meta(ge=1)] = 2
    most: Annotated[int, Meta(ge=1)] = 4
    run: Annotated[int, Meta(ge=0)] = 0
    dx: int = 0
    dy: int = 0

    @handles(Move, APPLY + 10)
    def run_on(self, move: Move, world: World) -> None:
        """Count the step. A step in another direction starts a new run."""
        on = (move.dx, move.dy) == (self.dx, self.dy)
        self.run = self.run + 1 if on else 1
        self.dx, self.dy = move.dx, move.dy

    @handles(Attack, MODIFY + 3)
    def strike_with_the_run(self, attack: Attack, world: World) -> None:
        """Add to the strength of a blow straight ahead."""
        here, there = attack.enactor[Position], attack.target[Position]
        if (there.x - here.x, there.y - here.y) == (self.dx, self.dy):
            attack.strength += self.each * min(self.run, self.most)

    @handles(Wait, APPLY + 10)
    @handles(Displace, APPLY + 10, role="target")
    @handles(Attack, REACT - 5)
    def stop_running(self, _stop: Wait | Displace | Attack, world: World) -> None:
        """Reset the run after a rest, a blow, and a move without a step."""
        self.run = 0
