"""The common workload: construct a Move and send it through four working handlers.

The first two reject it at walls and at occupied tiles, the third changes the position,
and the last counts. Handlers get the position through the enactor, as users would.
"""

from __future__ import annotations

from benchmarks.measure import Contender, WorkError
from eventcore import (
    APPLY,
    REACT,
    VALIDATE,
    Action,
    Component,
    Entity,
    World,
    component,
    event,
    handles,
    role,
)

__all__ = [
    "GRID",
    "NICHE",
    "OCCUPIED",
    "START",
    "Bump",
    "Collision",
    "Count",
    "Move",
    "Pass",
    "Position",
    "make_world",
    "prove",
    "spawn_mover",
]

SIZE = 64
START = (30, 30)
WALL = (34, 30)
NICHE = (21, 50)
PILLARS = {WALL, (20, 50), (22, 50), (9, 13), (9, 19), (41, 7), (52, 52)}

# START is in a corridor with a wall at one end and a crate at the other. In the NICHE, a
# mover is blocked on both sides.

GRID = [
    [x in (0, SIZE - 1) or y in (0, SIZE - 1) or (x, y) in PILLARS for x in range(SIZE)]
    for y in range(SIZE)
]
"""True for each wall tile, by row and column."""

OCCUPIED = {(26, 30): "crate", (12, 40): "troll", (55, 8): "altar"}
"""Occupants by tile."""


@event
class Move(Action):
    """A step with one role."""

    dx: int
    dy: int


@event
class Pass(Action):
    """A step with two roles: handlers of a second entity run too."""

    target: Entity = role()
    dx: int
    dy: int


@component
class Position(Component):
    x: int = START[0]
    y: int = START[1]

    @handles(Move, APPLY)
    def step(self, event: Move, world: World) -> None:
        self.x += event.dx
        self.y += event.dy

    @handles(Pass, APPLY)
    def step_past(self, event: Pass, world: World) -> None:
        self.x += event.dx
        self.y += event.dy


@component
class Collision(Component):
    @handles(Move, VALIDATE)
    def stop_at_walls(self, event: Move, world: World) -> None:
        position = event.enactor[Position]
        if GRID[position.y + event.dy][position.x + event.dx]:
            event.fail("wall")

    @handles(Pass, VALIDATE)
    def stop_passing_at_walls(self, event: Pass, world: World) -> None:
        position = event.enactor[Position]
        if GRID[position.y + event.dy][position.x + event.dx]:
            event.fail("wall")


@component
class Bump(Component):
    @handles(Move, VALIDATE + 1)
    def stop_at_others(self, event: Move, world: World) -> None:
        position = event.enactor[Position]
        if (position.x + event.dx, position.y + event.dy) in OCCUPIED:
            event.fail("occupied")

    @handles(Pass, VALIDATE + 1, role="target")
    def stop_passing_others(self, event: Pass, world: World) -> None:
        position = event.enactor[Position]
        if (position.x + event.dx, position.y + event.dy) in OCCUPIED:
            event.fail("occupied")


@component
class Count(Component):
    steps: int = 0

    @handles(Move, REACT)
    def count(self, event: Move, world: World) -> None:
        self.steps += 1

    @handles(Pass, REACT, role="target")
    def count_passing(self, event: Pass, world: World) -> None:
        self.steps += 1


def make_world(*others: type[Component], debug: bool = False) -> World:
    """Create a world with the four components, followed by any others."""
    return World(components=[Collision, Bump, Position, Count, *others], debug=debug)


def spawn_mover(world: World, x: int = START[0], y: int = START[1]) -> Entity:
    """Spawn an entity with the four components."""
    return world.spawn(Collision(), Bump(), Position(x, y), Count())


def prove(contender: Contender) -> None:
    """Check that a mover stops at walls and occupied tiles and counts its steps.

    A contender without a veto cannot stop, so it only moves on free tiles.

    Raises:
        WorkError: The position or the count is wrong.
    """
    steps = (1, 1, 1, 1, 1, 1, *(-1,) * 10, 1, 1, 1) if contender.veto else (1, 1, -1, 1, -1, -1)
    x, count = contender.tally()
    for dx in steps:
        contender.run((dx,))
        if not contender.veto or not (GRID[START[1]][x + dx] or (x + dx, START[1]) in OCCUPIED):
            x += dx
            count += 1
        found = contender.tally()
        if found != (x, count):
            raise WorkError(f"{contender.name}: x and count should be {(x, count)}, not {found}")
