"""Where the stairs of a level go: into its rooms, apart, and in nobody's way."""

from __future__ import annotations

from collections.abc import Collection

from bidden.worldgen.plan import LevelPlan, Room
from eventcore import Stream

Tile = tuple[int, int]


def put_stairs(
    plan: LevelPlan, count: int, taken: Collection[Tile], stream: Stream
) -> tuple[Tile, ...]:
    """Choose tiles for stairs, in rooms other than the first, and each in another while it can.

    A stair leads away whoever steps on it, so there is a way around it on all sides,
    wherever a room has such a tile.

    Args:
        plan: The level.
        count: How many stairs.
        taken: Tiles that are no longer free.
        stream: The chance of it.
    """
    found: list[Tile] = []
    rooms = [*plan.rooms[1:]]
    stream.shuffle(rooms)
    for room in [*rooms, *plan.rooms[:1]] * count:
        if len(found) == count:
            break
        free = [t for t in _tiles(room) if t not in {*taken, *found, *plan.doors}]
        roomy = [tile for tile in free if _has_a_way_around(plan, tile)]
        if roomy or free:
            found.append(stream.pick(roomy or free))
    return tuple(found)


def _tiles(room: Room) -> list[Tile]:
    columns, rows = range(room.x, room.x + room.width), range(room.y, room.y + room.height)
    return [(x, y) for y in rows for x in columns]


def _has_a_way_around(plan: LevelPlan, tile: Tile) -> bool:
    x, y = tile
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return all(plan.rows[row][column] == "." for column, row in around) and not any(
        spot in plan.doors for spot in around
    )
