"""The cellar: rooms by binary space partition, joined by tunnels, as in the original Bidden.

tcod's BSP stores the tree; every choice is drawn from the given stream, so the level depends only
on the seed.
"""

from __future__ import annotations

import tcod.bsp

from bidden.grid.neighbours import STRAIGHT
from bidden.worldgen.plan import LevelPlan, Measures, Room, Site, Tile
from eventcore import Stream


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: all of its floor is connected, and its edge is wall."""
    return _Digger(site.measures, stream).dig()


class _Digger:
    def __init__(self, measures: Measures, stream: Stream) -> None:
        self._measures = measures
        self._stream = stream
        self._rows = [["#"] * measures.width for _ in range(measures.height)]
        self._rooms: list[Room] = []

    def dig(self) -> LevelPlan:
        # One column and row less, because each plot has its walls in the west and north.
        tree = tcod.bsp.BSP(0, 0, self._measures.width - 1, self._measures.height - 1)
        self._split(tree, self._measures.depth)
        self._connect(tree)
        return LevelPlan(
            tuple("".join(row) for row in self._rows), tuple(self._rooms), self._doors()
        )

    def _split(self, node: tcod.bsp.BSP, depth: int) -> None:
        plot = self._measures.plot
        wide, high = node.width >= 2 * plot, node.height >= 2 * plot
        if depth == 0 or not (wide or high):
            return
        # Tiles look twice as high as wide on a terminal, so plots are cut to match.
        across = high and (not wide or node.height * 2 > node.width)
        start, size = (node.y, node.height) if across else (node.x, node.width)
        node.split_once(across, start + self._stream.roll(plot, size - plot))
        for child in node.children:
            self._split(child, depth - 1)

    def _connect(self, node: tcod.bsp.BSP) -> Tile:
        """Dig a node's rooms and the tunnel between its halves; return a tile of its floor."""
        if not node.children:
            return self._dig_room(node)
        one, other = (self._connect(child) for child in node.children)
        self._dig_tunnel(one, other)
        return self._stream.pick((one, other))

    def _dig_room(self, node: tcod.bsp.BSP) -> Tile:
        least, roll = self._measures.least_room, self._stream.roll
        width, height = roll(least, node.width - 1), roll(least, node.height - 1)
        x = roll(node.x + 1, node.x + node.width - width)
        y = roll(node.y + 1, node.y + node.height - height)
        room = Room(x, y, width, height)
        self._rooms.append(room)
        for row in self._rows[y : y + height]:
            row[x : x + width] = "." * width
        return room.centre

    def _dig_tunnel(self, one: Tile, other: Tile) -> None:
        (x, y), (to_x, to_y) = one, other
        corner = (to_x, y) if self._stream.chance(1, 2) else (x, to_y)
        for start, end in ((one, corner), (corner, other)):
            for column in range(min(start[0], end[0]), max(start[0], end[0]) + 1):
                for row in range(min(start[1], end[1]), max(start[1], end[1]) + 1):
                    self._rows[row][column] = "."

    def _doors(self) -> tuple[Tile, ...]:
        doors: list[Tile] = []
        # A doorway between two rooms is found from both sides, but counts once.
        for tile in dict.fromkeys(tile for room in self._rooms for tile in self._doorways(room)):
            apart = all((tile[0] + dx, tile[1] + dy) not in doors for dx, dy in STRAIGHT)
            if apart and self._stream.chance(self._measures.door_percent, 100):
                doors.append(tile)
        return tuple(doors)

    def _doorways(self, room: Room) -> list[Tile]:
        """Return the tiles just outside a room through which a narrow way leads."""
        found = []
        for x in range(room.x, room.x + room.width):
            found += [(x, y) for y in (room.y - 1, room.y + room.height) if self._gap(x, y, 1, 0)]
        for y in range(room.y, room.y + room.height):
            found += [(x, y) for x in (room.x - 1, room.x + room.width) if self._gap(x, y, 0, 1)]
        return found

    def _gap(self, x: int, y: int, dx: int, dy: int) -> bool:
        rows = self._rows
        if rows[y][x] != ".":
            return False
        walls = rows[y + dy][x + dx] == rows[y - dy][x - dx] == "#"
        return walls and rows[y + dx][x + dy] == rows[y - dx][x - dy] == "."
