"""The rival game: the engine of the tcod tutorial (version 2), as people usually write it.

Entities are kept in a set, and actions are small objects with a perform method. The player's field
of view is computed once a turn. Each turn, every monster in view builds a cost array from the
walkable tiles, adds 10 for each blocking entity, and takes the first step of tcod's path to the
player. A monster out of view follows its last path.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import tcod.constants
import tcod.map
import tcod.path

__all__ = ["TOUGH", "TutorialGame"]

TOUGH = 1_000_000_000
"""Hit points high enough that nobody dies in a benchmark."""

Spot = tuple[int, int]


class TutorialEntity:
    """An entity of the tutorial."""

    def __init__(self, x: int, y: int, power: int, defense: int) -> None:
        self.x = x
        self.y = y
        self.blocks_movement = True
        self.hp = TOUGH
        self.power = power
        self.defense = defense


class TutorialMap:
    """A map of the tutorial."""

    def __init__(self, rows: Sequence[str]) -> None:
        walkable = np.array([[cell != "#" for cell in row] for row in rows], dtype=np.bool_)
        self.tiles: Any = np.asfortranarray(walkable.T)
        self.width, self.height = self.tiles.shape
        self.visible: Any = np.zeros_like(self.tiles, order="F")
        self.entities: set[TutorialEntity] = set()

    def get_blocking_entity_at(self, x: int, y: int) -> TutorialEntity | None:
        for entity in self.entities:
            if entity.blocks_movement and entity.x == x and entity.y == y:
                return entity
        return None


class Impossible(Exception):
    """Raised by an action that cannot be performed."""


class TutorialAction:
    """An action of the tutorial: an entity acts in a direction."""

    def __init__(self, game_map: TutorialMap, entity: TutorialEntity, dx: int, dy: int) -> None:
        self.game_map = game_map
        self.entity = entity
        self.dx = dx
        self.dy = dy

    @property
    def dest_xy(self) -> Spot:
        return self.entity.x + self.dx, self.entity.y + self.dy

    @property
    def blocking_entity(self) -> TutorialEntity | None:
        return self.game_map.get_blocking_entity_at(*self.dest_xy)

    def perform(self) -> None:
        raise NotImplementedError


class MeleeAction(TutorialAction):
    """Attack the entity in that direction."""

    def perform(self) -> None:
        target = self.blocking_entity
        if target is None:
            raise Impossible("Nothing to attack.")
        damage = self.entity.power - target.defense
        if damage > 0:
            target.hp -= damage


class MovementAction(TutorialAction):
    """Move in that direction."""

    def perform(self) -> None:
        x, y = self.dest_xy
        if not (0 <= x < self.game_map.width and 0 <= y < self.game_map.height):
            raise Impossible("That way is blocked.")
        if not self.game_map.tiles[x, y]:
            raise Impossible("That way is blocked.")
        if self.blocking_entity is not None:
            raise Impossible("That way is blocked.")
        self.entity.x, self.entity.y = x, y


class BumpAction(TutorialAction):
    """Attack the entity in that direction, or move if the tile is free."""

    def perform(self) -> None:
        kind = MeleeAction if self.blocking_entity else MovementAction
        kind(self.game_map, self.entity, self.dx, self.dy).perform()


class HostileEnemy:
    """The AI of a monster in the tutorial."""

    def __init__(self, game_map: TutorialMap, entity: TutorialEntity) -> None:
        self.game_map = game_map
        self.entity = entity
        self.path: list[list[int]] = []

    def get_path_to(self, dest_x: int, dest_y: int) -> list[list[int]]:
        cost = np.array(self.game_map.tiles, dtype=np.int8)
        for entity in self.game_map.entities:
            if entity.blocks_movement and cost[entity.x, entity.y]:
                cost[entity.x, entity.y] += 10
        graph = tcod.path.SimpleGraph(cost=cost, cardinal=2, diagonal=3)
        pathfinder = tcod.path.Pathfinder(graph)
        pathfinder.add_root((self.entity.x, self.entity.y))
        path: list[list[int]] = pathfinder.path_to((dest_x, dest_y))[1:].tolist()
        return path

    def perform(self, target: TutorialEntity) -> None:
        dx, dy = target.x - self.entity.x, target.y - self.entity.y
        if self.game_map.visible[self.entity.x, self.entity.y]:
            if max(abs(dx), abs(dy)) <= 1:
                MeleeAction(self.game_map, self.entity, dx, dy).perform()
                return
            self.path = self.get_path_to(target.x, target.y)
        if self.path:
            x, y = self.path.pop(0)
            dx, dy = x - self.entity.x, y - self.entity.y
            MovementAction(self.game_map, self.entity, dx, dy).perform()


class TutorialGame:
    """A level of the tutorial, with the player on the first spot and monsters on the others."""

    def __init__(self, rows: Sequence[str], spots: Sequence[Spot], *, radius: int = 0) -> None:
        """Create the map and its entities.

        Args:
            rows: The map, one string per row, with ``#`` for walls.
            spots: Starting positions as (column, row), the player's first.
            radius: The sight radius of the player; 0 for unlimited.
        """
        self.map = TutorialMap(rows)
        self.player = TutorialEntity(*spots[0], power=5, defense=1)
        monsters = [TutorialEntity(*spot, power=5, defense=0) for spot in spots[1:]]
        self.map.entities = {self.player, *monsters}
        self.minds = [HostileEnemy(self.map, monster) for monster in monsters]
        self._radius = radius

    def turn(self, step: Spot) -> int:
        """Let the player act, then the monsters; return the number of monsters."""
        self.map.visible = tcod.map.compute_fov(
            self.map.tiles,
            (self.player.x, self.player.y),
            radius=self._radius,
            algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST,
        )
        with suppress(Impossible):
            BumpAction(self.map, self.player, *step).perform()
        for mind in self.minds:
            with suppress(Impossible):
                mind.perform(self.player)
        return len(self.minds)
