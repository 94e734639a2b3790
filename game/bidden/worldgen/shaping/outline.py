"""Outlines: convex shapes, in which each row is one stretch of columns."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from bidden.state import WALL
from bidden.worldgen.plan import Room, Tile


@attrs.frozen
class Outline:
    """A shape of tiles; ``spans`` has the first and the last column of each row."""

    spans: dict[int, tuple[int, int]]

    @classmethod
    def rectangle(cls, room: Room) -> Outline:
        """Create the outline of a rectangle."""
        last = room.x + room.width - 1
        return cls(dict.fromkeys(range(room.y, room.y + room.height), (room.x, last)))

    @classmethod
    def round(cls, room: Room) -> Outline:
        """Create a rectangle with round corners: a superellipse of degree four."""
        wide, high = room.width, room.height
        spans = {}
        for row in range(high):
            down = (2 * row + 1 - high) ** 4 * wide**4
            left = next(
                x
                for x in range(wide)
                if (2 * x + 1 - wide) ** 4 * high**4 + down <= (wide * high) ** 4
            )
            spans[room.y + row] = (room.x + left, room.x + wide - 1 - left)
        return cls(spans)

    @classmethod
    def around(cls, rows: Sequence[str]) -> Outline:
        """Create the outline of everything but walls."""
        spans = {}
        for y, row in enumerate(rows):
            if row.strip(WALL):
                left = len(row) - len(row.lstrip(WALL))
                spans[y] = (left, len(row.rstrip(WALL)) - 1)
        return cls(spans)

    @property
    def room(self) -> Room:
        """The smallest rectangle that holds it."""
        left = min(span[0] for span in self.spans.values())
        right = max(span[1] for span in self.spans.values())
        return Room(left, min(self.spans), right - left + 1, len(self.spans))

    @property
    def is_round(self) -> bool:
        """Whether its first row is shorter than another."""
        first, last = self.spans[min(self.spans)]
        return last - first + 1 < self.room.width

    @property
    def tiles(self) -> list[Tile]:
        """Its tiles, row by row."""
        return [(x, y) for y, (left, right) in self.spans.items() for x in range(left, right + 1)]

    def within(self, steps: int) -> Outline:
        """Return the tiles at least some steps away from the outside, including diagonal steps."""
        spans = self.spans
        for _ in range(steps):
            inner = {}
            for y in spans:
                if y - 1 in spans and y + 1 in spans:
                    near = [spans[row] for row in (y - 1, y, y + 1)]
                    left, right = max(span[0] for span in near), min(span[1] for span in near)
                    if left + 1 <= right - 1:
                        inner[y] = (left + 1, right - 1)
            spans = inner
        return Outline(spans)
