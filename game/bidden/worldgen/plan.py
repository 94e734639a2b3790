"""What a generator hands over: the ground, and where things go. No entity yet."""

from __future__ import annotations

from typing import Final

import attrs

MAP_WIDTH: Final = 80
"""Width of a level at the most, and of its map on screen, in tiles."""
MAP_HEIGHT: Final = 20
"""Height of a level at the most, and of its map on screen, in tiles."""


@attrs.frozen
class Placement:
    """What is to be spawned on a tile of a level.

    Attributes:
        what: What it is, by the name of its table of content.
        x: Its column.
        y: Its row.
        to: The level it leads to, for a stair; 0 for all else.
    """

    what: str
    x: int
    y: int
    to: int = 0


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
