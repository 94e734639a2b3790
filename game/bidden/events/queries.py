"""Queries about tiles, sight and ways, which rules of the world answer."""

from __future__ import annotations

import attrs

from eventcore import Entity, Query, event


@event
class WhatIsAmong(Query):
    """What is on any of these tiles of a level?

    Attributes:
        tiles: The tiles, as (column, row).
        found: The things there, in order of id.
    """

    tiles: frozenset[tuple[int, int]]
    level: int
    found: list[Entity] = attrs.Factory(list)


@event
class WhatIsAt(Query):
    """What is on a tile?

    Attributes:
        found: The things there, in order of id.
    """

    x: int
    y: int
    level: int
    found: list[Entity] = attrs.Factory(list)


@event
class WhatIsInTheWay(Query):
    """What stops a missile on its way from one tile to another?

    Attributes:
        x, y: The tile where it starts.
        to_x, to_y: The target tile.
        struck: The creature that stops it, or None.
        end_x, end_y: The last tile that it reaches.
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
    """Which tiles, as (column, row), are visible from a tile within a radius?"""

    x: int
    y: int
    radius: int
    level: int
    tiles: frozenset[tuple[int, int]] = frozenset()


@event
class WhatShows(Query):
    """How does a level look, with its doors and stairs?

    Attributes:
        rows: A string for each row; the query starts with the bare ground. ``#`` wall, ``.`` floor
            or the glyph of its cover in ``ground.toml``; ``+`` closed door, ``X`` locked door,
            ``'`` open door, ``<`` stairs up, ``>`` stairs down.
    """

    level: int
    rows: list[str]


@event
class WhichFoe(Query):
    """Which is the nearest enemy that a creature sees? Enacted by the observer.

    Attributes:
        radius: The sight radius, in tiles, Euclidean.
        found: The enemy, or None; of two equally near, the one with the lower id.
    """

    radius: int
    found: Entity | None = None


@event
class WhichKey(Query):
    """Which item that a creature holds opens a lock? Enacted by the holder.

    Attributes:
        lock: The name of the lock's key.
    """

    lock: str
    level: int
    found: Entity | None = None


@event
class WhichMissile(Query):
    """Which ammunition is there for the wielded weapon? Enacted by the shooter.

    Attributes:
        kind: The kind of missile that the weapon takes; empty if it takes none.
        found: The missile in the first such slot, or None.
        count: The number of missiles held in all.
    """

    kind: str = ""
    found: Entity | None = None
    count: int = 0


@event
class WhichStep(Query):
    """Which step brings a creature nearer to a tile, or away from it? Enacted by the creature.

    The step avoids ground that harms it, as in ``WhatHarms``.

    Attributes:
        to_x, to_y: The tile.
        opens_doors: Whether closed doors count as open, and locked ones if it has the key.
        away: Whether to lead away from the tile.
        step: The columns and rows of the step, or None.
    """

    to_x: int
    to_y: int
    opens_doors: bool = False
    away: bool = False
    step: tuple[int, int] | None = None
