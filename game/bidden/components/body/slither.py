"""Slithering: each part of a serpent follows the one before, and the serpent can turn round."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.bodies import Pose
from bidden.events.movement import Move, Wait
from bidden.grid.room import is_shut_in
from eventcore import MODIFY, REACT, Component, World, component, handles


@component
class Slither(Component):
    """Moves the parts of a body after its head.

    If the head was teleported away, the parts lie coiled beneath it, and come out one by one as it
    moves.
    """

    # Before traps spring under the head, and the like.
    @handles(Move, REACT - 1)
    def draw_after(self, move: Move, world: World) -> None:
        """Move each part to the former place of the one before."""
        world.publish(Pose(move.enactor, move.from_x, move.from_y))

    @handles(Wait, REACT)
    def change_ends(self, wait: Wait, world: World) -> None:
        """Swap head and tail when it waits because it cannot move."""
        if is_shut_in(wait.enactor[Position], world):
            world.publish(Pose(wait.enactor, turns=True))

    @handles(Pose, MODIFY)
    def follow(self, pose: Pose, world: World) -> None:
        """Store the place of each part. A body shut in at both ends stays as it lies."""
        head = pose.x, pose.y
        names, tiles = [*pose.tiles], [*pose.tiles.values()]
        if not tiles:
            return
        if pose.turns:
            tail = Position(*tiles[-1], pose.enactor[Position].level)
            if is_shut_in(tail, world):
                return
            *tiles, (pose.x, pose.y) = [head, *tiles]
            tiles.reverse()
        elif pose.from_x >= 0:
            tiles = [(pose.from_x, pose.from_y), *tiles[:-1]]
        elif max(abs(tiles[0][0] - head[0]), abs(tiles[0][1] - head[1])) > 1:
            tiles = [head] * len(tiles)
        pose.tiles = dict(zip(names, tiles, strict=True))
