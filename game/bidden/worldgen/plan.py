"""What a generator hands over: the ground, and where things go. No entity yet."""

from __future__ import annotations

import attrs

__all__ = ["LevelPlan", "Room"]


@attrs.frozen
class Room:
    """The floor of a room, in tiles; its walls lie around it."""

    x: int
    y: int
    width: int
    height: int

    @property
    def tiles(self) -> list[tuple[int, int]]:
        """Its tiles as (column, row), row by row."""
        columns, rows = range(self.x, self.x + self.width), range(self.y, self.y + self.height)
        return [(x, y) for y in rows for x in columns]

    @property
    def centre(self) -> tuple[int, int]:
        """The tile in the middle, as (column, row)."""
        return self.x + self.width // 2, self.y + self.height // 2

    def __contains__(self, tile: tuple[int, int]) -> bool:
        x, y = tile
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@attrs.frozen
class LevelPlan:
    """A level as drawn up.

    Attributes:
        rows: One text a row, ``#`` for wall and ``.`` for floor.
        rooms: The rooms, in the order they were dug.
        doors: Tiles that get a door, as (column, row).
    """

    rows: tuple[str, ...]
    rooms: tuple[Room, ...]
    doors: tuple[tuple[int, int], ...]
