"""The layout: which cells of a console are header, map, log and side bar, at any size.

Drawing on the map and reading the mouse both use it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import attrs
import tcod.console
from numpy.typing import NDArray

from bidden.frontend.drawing.canvas import HEIGHT, WIDTH, SideBar, SidedConsole
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Spot

WIDE: Final = 104
"""The minimum number of columns for a side bar."""
LARGE: Final = 112, 34
"""The minimum numbers of columns and rows for screens with more details, in two columns."""


@attrs.frozen
class Rect:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def __contains__(self, cell: Spot) -> bool:
        return 0 <= cell[0] - self.x < self.width and 0 <= cell[1] - self.y < self.height

    @property
    def right(self) -> int:
        """The column after the last one."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The row after the last one."""
        return self.y + self.height

    def cells(self, console: tcod.console.Console) -> NDArray[Any]:
        """Return its cells on a console, by row and column."""
        return console.rgb[self.y : self.bottom, self.x : self.right]


@attrs.frozen
class Layout:
    """The areas of a console."""

    width: int
    height: int
    header: Rect
    map: Rect
    log: Rect
    side: Rect | None

    @property
    def is_large(self) -> bool:
        """Whether screens have room for more details, in two columns."""
        return self.width >= LARGE[0] and self.height >= LARGE[1]

    def tile_at(self, x: int, y: int) -> Spot | None:
        """Return the tile that a cell shows, as (column, row), or None outside the map."""
        return (x - self.map.x, y - self.map.y) if (x, y) in self.map else None

    def direction_at(self, x: int, y: int, here: Spot) -> Spot | None:
        """Return the direction from a tile to the one that a cell shows, or None."""
        tile = self.tile_at(x, y)
        if tile is None or tile == here:
            return None
        dx, dy = tile[0] - here[0], tile[1] - here[1]
        return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)

    def cell_of(self, tile: Spot) -> Spot:
        """Return the cell that shows a tile, as (column, row)."""
        return tile[0] + self.map.x, tile[1] + self.map.y


@lru_cache(maxsize=64)
def layout_of(width: int, height: int, side_bar: SideBar = "right") -> Layout:
    """Lay out a console: the side bar has all columns beside the map, the log the rows beneath.

    Without a side bar the map stands at the left, and the log is as wide as the console.
    """
    side = width - MAP_WIDTH - 2 if width >= WIDE and side_bar != "none" else 0
    before = side + 1 if side and side_bar == "left" else 0
    rows = max(0, height - 1 - MAP_HEIGHT)
    on_map = Rect(before, 1, MAP_WIDTH, MAP_HEIGHT)
    log = Rect(on_map.x if side else 0, on_map.bottom, MAP_WIDTH if side else width, rows)
    beside = Rect(0 if before else on_map.right + 1, 1, side, max(0, height - 2))
    return Layout(width, height, Rect(0, 0, width, 1), on_map, log, beside if side else None)


def layout_for(console: tcod.console.Console) -> Layout:
    """Return the layout of a console."""
    if isinstance(console, SidedConsole):
        return layout_of(console.width, console.height, console.side_bar)
    return layout_of(console.width, console.height)


LEAST: Final = layout_of(WIDTH, HEIGHT)
"""The layout of the smallest console."""
