"""Questions that the world's rules answer; enacted by the world itself."""

from __future__ import annotations

import attrs

from eventcore import Entity, Query, event


@event
class WhatIsAmong(Query):
    """What stands on any of some tiles?

    Attributes:
        tiles: The tiles, as (column, row).
        level: Of which level, 1 at the top.
        found: The things there, in order of their ids.
    """

    tiles: frozenset[tuple[int, int]]
    level: int
    found: list[Entity] = attrs.Factory(list)


@event
class WhatIsAt(Query):
    """What stands on a tile?

    Attributes:
        x: Column.
        y: Row.
        level: Of which level, 1 at the top.
        found: The things there, in order of their ids.
    """

    x: int
    y: int
    level: int
    found: list[Entity] = attrs.Factory(list)


@event
class WhatIsInTheWay(Query):
    """What stops what flies from a tile to another?

    Attributes:
        x: Column it starts from.
        y: Row it starts from.
        to_x: Column aimed at.
        to_y: Row aimed at.
        level: The level, 1 at the top.
        struck: The creature that stops it; None where none does.
        end_x: The last column it comes to.
        end_y: The last row it comes to.
    """

    x: int
    y: int
    to_x: int
    to_y: int
    level: int
    struck: Entity | None = None
    end_x: int = -1
    end_y: int = -1


@event
class WhatIsInView(Query):
    """What can be seen from a tile?

    Attributes:
        x: Column of the eye.
        y: Row of the eye.
        radius: How far it sees, in tiles.
        level: The level it is on, 1 at the top.
        tiles: The tiles in view, as (column, row).
    """

    x: int
    y: int
    radius: int
    level: int
    tiles: frozenset[tuple[int, int]] = frozenset()


@event
class WhatShows(Query):
    """How does a level look, its doors and stairs in their places?

    Attributes:
        level: The level, 1 at the top.
        rows: One text a row; bare ground as it is asked. ``#`` wall, ``.`` floor, or what lies on
            it, by the glyphs of ``ground.toml``; ``+`` shut door, ``X`` locked door, ``'`` open
            door, ``<`` stair up, ``>`` stair down.
    """

    level: int
    rows: list[str]


@event
class WhichFoe(Query):
    """Which foe is the nearest that a creature sees? Asked of the one who looks.

    Attributes:
        radius: How far it sees, in tiles, Euclidean.
        found: The foe; None where it sees none. Of two as near it is the one that came
            into the world first.
    """

    radius: int
    found: Entity | None = None


@event
class WhichKey(Query):
    """Which of the things that a creature holds opens a lock? Asked of the one who holds them.

    Attributes:
        lock: What the lock is called: as its key is.
        level: The level it is on, 1 at the top.
        found: The key; None where it holds no such.
    """

    lock: str
    level: int
    found: Entity | None = None


@event
class WhichMissile(Query):
    """What is there to shoot with what is wielded? Asked of the one who shoots.

    Attributes:
        kind: Which kind of missile it takes; empty where it takes none.
        found: The missile, of what is held in the first slot; None where no such is held.
        count: How many are held in all.
    """

    kind: str = ""
    found: Entity | None = None
    count: int = 0


@event
class WhichStep(Query):
    """Which step brings a creature nearer to a tile, or away from it? Asked of the one who goes.

    Ground that harms it is no way, as ``WhatHarms`` has it.

    Attributes:
        to_x: The tile's column.
        to_y: The tile's row.
        opens_doors: Whether a shut door is no hindrance, and a locked one to whom its key is held.
        away: Whether it is to lead away from the tile.
        step: By how many columns and rows; None where there is no such step.
    """

    to_x: int
    to_y: int
    opens_doors: bool = False
    away: bool = False
    step: tuple[int, int] | None = None
