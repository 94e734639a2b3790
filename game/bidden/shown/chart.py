"""The chart: the player's memory of rooms and levels."""

from __future__ import annotations

import attrs

from bidden.shown.tiles import Tile


@attrs.frozen
class ChartedRoom:
    """A room that the player remembers."""

    name: str  # empty if the player has only seen into it
    where: str  # in the level, as in "in the north-west"
    box: tuple[int, int, int, int]  # column, row, width and height in tiles
    here: bool = False  # whether the player is in it
    lying: tuple[str, ...] = ()  # remembered items, as in "a ration"

    def __contains__(self, tile: tuple[int, int]) -> bool:
        x, y, width, height = self.box
        return 0 <= tile[0] - x < width and 0 <= tile[1] - y < height


@attrs.frozen
class ChartedLevel:
    """The player's memory of a level."""

    level: int  # 1 at the top
    place: str  # such as "labyrinth"
    rooms: tuple[ChartedRoom, ...] = ()  # named rooms, visited ones first
    ways: tuple[str, ...] = ()  # stairs, locks, keys and passages, in words
    lying: tuple[str, ...] = ()  # items outside the rooms, each with its place
    tiles: tuple[tuple[Tile, ...], ...] = ()  # by row, with items and the player


@attrs.frozen
class Chart:
    """The player's memory of all levels."""

    here: int = 1  # the level of the player
    levels: tuple[ChartedLevel, ...] = ()  # visited ones, from the top down

    def room_at(self, tile: tuple[int, int]) -> ChartedRoom | None:
        """Return the room with a name that has a tile of the player's level, or None."""
        rooms = [room for one in self.levels if one.level == self.here for room in one.rooms]
        return next((room for room in rooms if tile in room), None)
