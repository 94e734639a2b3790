"""The site of a level: the input of a generator."""

from __future__ import annotations

import attrs

from bidden.worldgen.plan import Tile


@attrs.frozen
class Measures:
    """The sizes of a level, in tiles.

    Attributes:
        width: The number of columns, including walls.
        height: The number of rows, including walls.
        depth: How often the ground of a cellar is halved, for up to ``2 ** depth`` rooms.
        least_room: The shortest side of a room's floor.
        door_percent: The percentage of possible doorways with a door; of two adjacent doorways,
            only one can have a door.
    """

    width: int
    height: int
    depth: int
    least_room: int
    door_percent: int

    @property
    def plot(self) -> int:
        """The shortest side of a plot: the smallest room, and a wall on either side."""
        return self.least_room + 2


@attrs.frozen
class Site:
    """The site of a level.

    Attributes:
        measures: The sizes; all places use the width and the height, and some use the others.
        number: The number of the level in its place, 1 at the top.
        count: The number of levels of the place.
        above: The ground of the level above, if that is of the same place; empty otherwise.
        landing: The stair down on the level above, if that is of the same place.
    """

    measures: Measures
    number: int = 1
    count: int = 1
    above: tuple[str, ...] = ()
    landing: Tile | None = None

    @property
    def width(self) -> int:
        """The number of columns, including walls."""
        return self.measures.width

    @property
    def height(self) -> int:
        """The number of rows, including walls."""
        return self.measures.height

    @property
    def last(self) -> bool:
        """Whether it is the lowest level of its place."""
        return self.number == self.count
