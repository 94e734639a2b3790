"""Position: where a thing is, and how a step takes it to another tile (Bidden's XY)."""

from __future__ import annotations

from bidden.events.movement import Arrive, Displace, Leave, Move
from eventcore import AIM, APPLY, REACT, RESOLVE, Component, World, component, handles


@component
class Position(Component):
    """Where a thing is, in tiles; what means to move goes from there to the next tile.

    Attributes:
        x: Column, 0 in the west.
        y: Row, 0 in the north.
        level: How deep down, 1 at the top.
    """

    x: int
    y: int
    level: int = 1

    def distance(self, other: Position) -> int | None:
        """Give how many steps there are to another position if nothing is in the way.

        None where that is on another level.
        """
        if self.level != other.level:
            return None
        return max(abs(self.x - other.x), abs(self.y - other.y))

    @handles(Move, AIM)
    def aim_at_a_tile(self, move: Move, world: World) -> None:
        """Say which tile the step leads to."""
        move.x, move.y = self.x + move.dx, self.y + move.dy

    @handles(Move, AIM + 5)
    def insist_on_one_step(self, move: Move, world: World) -> None:
        """Refuse to stand still or to leap."""
        if max(abs(move.dx), abs(move.dy)) != 1:
            move.fail("still" if move.dx == move.dy == 0 else "far")

    @handles(Move, APPLY)
    def step(self, move: Move, world: World) -> None:
        """Go to the tile of the step."""
        move.from_x, move.from_y = self.x, self.y
        self.x, self.y = move.x, move.y

    @handles(Displace, RESOLVE, role="target")
    def leave(self, displace: Displace, world: World) -> None:
        """Publish that its entity leaves the tile."""
        world.publish(Leave(displace.target))

    @handles(Displace, APPLY, role="target")
    def be_elsewhere(self, displace: Displace, world: World) -> None:
        """Take the place on the other tile."""
        self.x, self.y, self.level = displace.x, displace.y, displace.level

    @handles(Displace, REACT, role="target")
    def arrive(self, displace: Displace, world: World) -> None:
        """Publish that its entity arrives on the other tile."""
        world.publish(Arrive(displace.target))
