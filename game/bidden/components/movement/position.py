"""Position: where a thing is, how it steps to another tile (Bidden's XY), and waiting."""

from __future__ import annotations

from bidden.events.movement import Arrive, Displace, Leave, Move, Wait
from eventcore import AIM, APPLY, REACT, RESOLVE, Component, World, component, handles


@component
class Position(Component):
    """The place of a thing, in tiles.

    Attributes:
        x: Column, 0 in the west.
        y: Row, 0 in the north.
        level: Depth, 1 at the top.
    """

    x: int
    y: int
    level: int = 1

    @property
    def tile(self) -> tuple[int, int]:
        """Its column and row."""
        return self.x, self.y

    @property
    def spot(self) -> tuple[int, int, int]:
        """Its column, row and level."""
        return self.x, self.y, self.level

    def distance(self, other: Position) -> int | None:
        """Return the number of steps to another position on open ground.

        Return None if it is on another level.
        """
        if self.level != other.level:
            return None
        return max(abs(self.x - other.x), abs(self.y - other.y))

    @handles(Move, AIM)
    def aim_at_a_tile(self, move: Move, world: World) -> None:
        move.x, move.y = self.x + move.dx, self.y + move.dy

    @handles(Move, AIM + 5)
    def insist_on_one_step(self, move: Move, world: World) -> None:
        """Fail unless the step leads to a neighbouring tile."""
        if max(abs(move.dx), abs(move.dy)) != 1:
            move.fail("still" if move.dx == move.dy == 0 else "far")

    @handles(Move, APPLY)
    def step(self, move: Move, world: World) -> None:
        move.from_x, move.from_y = self.x, self.y
        self.x, self.y = move.x, move.y

    @handles(Displace, RESOLVE, role="target")
    def leave(self, displace: Displace, world: World) -> None:
        world.publish(Leave(displace.target))

    @handles(Displace, APPLY, role="target")
    def be_elsewhere(self, displace: Displace, world: World) -> None:
        self.x, self.y, self.level = displace.x, displace.y, displace.level

    @handles(Displace, REACT, role="target")
    def arrive(self, displace: Displace, world: World) -> None:
        world.publish(Arrive(displace.target))


@component
class Waiting(Component):
    """Lets its entity wait.

    Attributes:
        waited: The number of turns waited.
    """

    waited: int = 0

    @handles(Wait, APPLY)
    def let_time_pass(self, wait: Wait, world: World) -> None:
        self.waited += 1
