"""Growing rooms from a frontier: each new room sprouts from the wall of an existing one.

Rooms are blocks of a lattice with uneven distances, and share their walls, so that a way from one
room to the next is a single tile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

import attrs

from bidden.grid.neighbours import STRAIGHT
from bidden.worldgen.plan import Room, Tile
from eventcore import Stream

Cell: TypeAlias = tuple[int, int]
Size: TypeAlias = tuple[int, int]


@attrs.frozen
class Opening:
    """A tile in the wall between two rooms, through which a way leads.

    Attributes:
        tile: The tile.
        ends: The numbers of the rooms; the western or northern one is first.
        dx: 1 if the second room lies to the east, else 0.
        dy: 1 if it lies to the south, else 0.
    """

    tile: Tile
    ends: tuple[int, int]
    dx: int
    dy: int

    def other(self, number: int) -> int:
        """Return the room at the other end."""
        one, two = self.ends
        return two if number == one else one


def lines(length: int, count: int, stream: Stream) -> list[int]:
    """Draw the lines of a lattice that divide a length into parts of at least two tiles of floor.

    The first and the last line are at its ends. A length has at least three tiles per part.
    """
    found = [number * (length - 1) // count for number in range(count + 1)]
    for number in range(1, count):
        moved = found[number] + stream.roll(-1, 1)
        if moved - found[number - 1] > 2 and found[number + 1] - moved > 2:
            found[number] = moved
    return found


class Growth:
    """Rooms that grow into a lattice; ``parents`` has the room from which each one sprouted."""

    def __init__(self, columns: Sequence[int], rows: Sequence[int], stream: Stream) -> None:
        self._columns, self._rows, self._stream = columns, rows, stream
        self._free = {(x, y) for y in range(len(rows) - 1) for x in range(len(columns) - 1)}
        self._blocks: list[tuple[Cell, ...]] = []
        self.rooms: list[Room] = []
        self.parents: list[int] = []

    @property
    def cells(self) -> list[Cell]:
        """The free cells, row by row."""
        return sorted(self._free, key=lambda cell: (cell[1], cell[0]))

    def bar(self, cells: Iterable[Cell]) -> None:
        """Bar rooms from these cells."""
        self._free.difference_update(cells)

    def unbar(self, cells: Iterable[Cell]) -> None:
        """Allow rooms in these cells again."""
        self._free.update(cells)

    def sprout(self, sources: Iterable[int], sizes: Sequence[Size]) -> int | None:
        """Grow a room from one of these rooms, or the first room of all. Return its number.

        Sizes are in cells. Return None if there is no space.
        """
        frontier = [
            (cell, source)
            for source in sources
            for cell in self._beside(self._blocks[source])
            if cell in self._free
        ]
        if not self.rooms:
            frontier = [(cell, 0) for cell in self.cells]
        self._stream.shuffle(frontier)
        for cell, source in frontier:
            made = self._put(cell, sizes, source)
            if made is not None:
                return made
        return None

    def _put(self, cell: Cell, sizes: Sequence[Size], parent: int) -> int | None:
        for wide, high in self._stream.shuffled(sizes):
            corners = [(cell[0] - x, cell[1] - y) for x in range(wide) for y in range(high)]
            for left, top in self._stream.shuffled(corners):
                block = tuple((left + x, top + y) for y in range(high) for x in range(wide))
                if self._free.issuperset(block):
                    self._free.difference_update(block)
                    self._blocks.append(block)
                    self.parents.append(parent)
                    x, y = self._columns[left] + 1, self._rows[top] + 1
                    across, down = self._columns[left + wide] - x, self._rows[top + high] - y
                    self.rooms.append(Room(x, y, across, down))
                    return len(self.rooms) - 1
        return None

    def _beside(self, block: Collection[Cell]) -> Iterator[Cell]:
        for x, y in block:
            for dx, dy in STRAIGHT:
                if (x + dx, y + dy) not in block:
                    yield x + dx, y + dy

    def openings(self) -> list[Opening]:
        """Draw an opening in the wall between any two adjacent rooms."""
        found = []
        for number, one in enumerate(self.rooms):
            for after, other in enumerate(self.rooms[number + 1 :], number + 1):
                opening = self._opening((number, one), (after, other))
                if opening is not None:
                    found.append(opening)
        return found

    def _opening(self, one: tuple[int, Room], other: tuple[int, Room]) -> Opening | None:
        for (first, a), (second, b) in ((one, other), (other, one)):
            if a.x + a.width + 1 == b.x:
                shared = range(max(a.y, b.y), min(a.y + a.height, b.y + b.height))
                if shared:
                    return Opening((b.x - 1, self._inner(shared)), (first, second), 1, 0)
            if a.y + a.height + 1 == b.y:
                shared = range(max(a.x, b.x), min(a.x + a.width, b.x + b.width))
                if shared:
                    return Opening((self._inner(shared), b.y - 1), (first, second), 0, 1)
        return None

    def _inner(self, shared: range) -> int:
        """Draw a column or row, if possible not at the ends."""
        return self._stream.pick(shared[1:-1] or shared)
