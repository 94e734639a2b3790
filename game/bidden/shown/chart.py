"""The chart: what the player remembers of rooms and levels."""

from __future__ import annotations

import attrs

from bidden.shown.tiles import Tile


@attrs.frozen
class ChartedRoom:
    """A room that the player remembers.

    Attributes:
        name: What it is called; empty where the player has only seen into it.
        where: In which part of its level it is, as in "in the north-west".
        box: The column and row of its upper left corner, and how wide and high it is, in tiles.
        here: Whether the player is in it.
        lying: What is remembered to lie there: names, as in "a ration".
    """

    name: str
    where: str
    box: tuple[int, int, int, int]
    here: bool = False
    lying: tuple[str, ...] = ()

    def __contains__(self, tile: tuple[int, int]) -> bool:
        x, y, width, height = self.box
        return 0 <= tile[0] - x < width and 0 <= tile[1] - y < height


@attrs.frozen
class ChartedLevel:
    """What the player remembers of a level.

    Attributes:
        level: Which, 1 at the top.
        place: Of which place it is, such as ``"labyrinth"``.
        rooms: The rooms that have names, those first that were visited.
        ways: Stairs, locks, keys and passages, each in words.
        lying: What is remembered to lie in no room that is told of, each with where that is.
        tiles: The ground with what lies on it, row by row, and where the player is.
    """

    level: int
    place: str
    rooms: tuple[ChartedRoom, ...] = ()
    ways: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    tiles: tuple[tuple[Tile, ...], ...] = ()


@attrs.frozen
class Chart:
    """What the player remembers of all levels.

    Attributes:
        here: The level the player is on.
        levels: The levels the player was on, from the top down.
    """

    here: int = 1
    levels: tuple[ChartedLevel, ...] = ()

    def room_at(self, tile: tuple[int, int]) -> ChartedRoom | None:
        """Give the room of the player's level that holds a tile, if one with a name does."""
        rooms = [room for one in self.levels if one.level == self.here for room in one.rooms]
        return next((room for room in rooms if tile in room), None)
