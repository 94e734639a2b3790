"""The site of a level for a generator, and its result: ground, and where things go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias

import attrs

from bidden.bindings import Task
from bidden.state import CHASM

Tile: TypeAlias = tuple[int, int]
"""A column and a row of a level."""

MAP_WIDTH: Final = 80
"""The maximum width of a level, and the width of its map on screen, in tiles."""
MAP_HEIGHT: Final = 20
"""The maximum height of a level, and the height of its map on screen, in tiles."""


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

    @property
    def under_chasms(self) -> list[Tile]:
        """The tiles below the chasms of the level above, row by row."""
        rows = enumerate(self.above)
        return [(x, y) for y, row in rows for x, cell in enumerate(row) if cell == CHASM]


@attrs.frozen
class Placement:
    """A thing to spawn on a tile of a level.

    Attributes:
        what: The name of its table.
        x: Its column.
        y: Its row.
        to: The target level of a stair; else 0.
        lock: The name of the key of a locked door; else empty.
        secret: Whether it is a hidden door.
        opens: The level of the locks that a key opens; else 0.
        dx: The direction of a one-way passage, in tiles east, or the columns of a room beyond its
            own; else 0.
        dy: The same in tiles south, or rows.
    """

    what: str
    x: int
    y: int
    to: int = 0
    lock: str = ""
    secret: bool = False
    opens: int = 0
    dx: int = 0
    dy: int = 0


@attrs.frozen
class Goal(Placement):
    """The goal of a task, to spawn on a tile of a level.

    Attributes:
        task: The task. For a delivery, the goal is its destination.
        called: A name that replaces its table's name; empty to keep the table's name.
        lots: The table in creatures.toml with the features of a hunted champion; else empty.
    """

    task: Task = "hunt"
    called: str = ""
    lots: str = ""


class Area(Protocol):
    """Connected floor of a level, into which creatures and items are put."""

    @property
    def name(self) -> str:
        """The name of the place, or ""."""

    @property
    def tiles(self) -> Sequence[Tile]:
        """Its tiles, row by row."""

    @property
    def centre(self) -> Tile:
        """One of its tiles, in the middle."""

    def __contains__(self, tile: Tile) -> bool: ...


@attrs.frozen
class Room:
    """The floor of a room, in tiles; its walls lie around it."""

    x: int
    y: int
    width: int
    height: int
    name: str = ""

    @property
    def tiles(self) -> list[Tile]:
        """Its tiles as (column, row), row by row."""
        columns, rows = range(self.x, self.x + self.width), range(self.y, self.y + self.height)
        return [(x, y) for y in rows for x in columns]

    @property
    def centre(self) -> Tile:
        """The tile in the middle, as (column, row)."""
        return self.x + self.width // 2, self.y + self.height // 2

    def __contains__(self, tile: Tile) -> bool:
        x, y = tile
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@attrs.frozen
class Hollow:
    """Floor of any shape, as in a cave: its tiles, row by row, and its name or ""."""

    tiles: tuple[Tile, ...]
    name: str = ""

    @property
    def centre(self) -> Tile:
        """The tile nearest to the mean of all its tiles."""
        count = len(self.tiles)
        across, down = (sum(tile[axis] for tile in self.tiles) for axis in (0, 1))
        return min(
            self.tiles,
            key=lambda tile: (abs(count * tile[0] - across) + abs(count * tile[1] - down), *tile),
        )

    def __contains__(self, tile: Tile) -> bool:
        return tile in self.tiles


@attrs.frozen
class Keyed:
    """A lock, or a key that opens such locks; ``key`` is the name of the key."""

    tile: Tile
    key: str


@attrs.frozen
class Way:
    """A one-way passage between walls. The step onto it goes ``dx`` tiles east and ``dy`` south."""

    tile: Tile
    dx: int
    dy: int


@attrs.frozen
class LevelPlan:
    """The plan of a level.

    Attributes:
        rows: A text for each row, ``#`` for wall, ``.`` for floor and ``:`` for a chasm, which
            leads to the level below.
        rooms: The areas; the first is the one where the player enters the level.
        doors: The tiles of ordinary doors.
        up: The tile of the stair up; None for any.
        down: The tile of the stair down; None for any.
        goal: The tile of the goal; None for any.
        locks: Locked doors, none of them in ``doors``.
        keys: The keys to open them.
        ways: One-way passages.
        secrets: Hidden doors, none of them in ``doors``.
        treasures: The tiles of rewards.
    """

    rows: tuple[str, ...]
    rooms: tuple[Area, ...]
    doors: tuple[Tile, ...] = ()
    up: Tile | None = None
    down: Tile | None = None
    goal: Tile | None = None
    locks: tuple[Keyed, ...] = ()
    keys: tuple[Keyed, ...] = ()
    ways: tuple[Way, ...] = ()
    secrets: tuple[Tile, ...] = ()
    treasures: tuple[Tile, ...] = ()

    @property
    def openings(self) -> list[Tile]:
        """All tiles that lead from one area to another by a door or a passage."""
        locks, ways = (lock.tile for lock in self.locks), (way.tile for way in self.ways)
        return [*self.doors, *locks, *ways, *self.secrets]

    @property
    def kept(self) -> list[Tile]:
        """All tiles whose contents the plan decides."""
        spots = [spot for spot in (self.up, self.down, self.goal) if spot is not None]
        return [*self.openings, *spots, *(key.tile for key in self.keys), *self.treasures]
