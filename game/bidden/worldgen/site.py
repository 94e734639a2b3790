"""A site: what a generator is given to draw a level on."""

from __future__ import annotations

import attrs

from bidden.worldgen.plan import Tile


@attrs.frozen
class Measures:
    """The sizes a level is dug by, in tiles.

    Attributes:
        width: Columns of the level, walls included.
        height: Rows of the level, walls included.
        depth: How often the ground is halved, so up to ``2 ** depth`` rooms.
        least_room: The shortest side of a room's floor.
        door_percent: How many of a hundred fitting doorways get a door; of two that are
            neighbours, only one.
    """

    width: int
    height: int
    depth: int
    least_room: int
    door_percent: int

    @property
    def plot(self) -> int:
        """The shortest side of a plot: a least room, and a wall on either side."""
        return self.least_room + 2


@attrs.frozen
class Site:
    """Where a level is to be drawn up.

    Attributes:
        measures: The sizes it is dug by; a place keeps to the width and the height, and to
            those of the others that mean something there.
        number: Which level of its place it is, 1 at the top.
        count: How many levels the place has.
        above: The ground of the level above, if that is of the same place; empty otherwise.
        landing: Where the stair down on the level above is, if that is of the same place.
    """

    measures: Measures
    number: int = 1
    count: int = 1
    above: tuple[str, ...] = ()
    landing: Tile | None = None

    @property
    def width(self) -> int:
        """Columns of the level, walls included."""
        return self.measures.width

    @property
    def height(self) -> int:
        """Rows of the level, walls included."""
        return self.measures.height

    @property
    def last(self) -> bool:
        """Whether it is the lowest level of its place."""
        return self.number == self.count
