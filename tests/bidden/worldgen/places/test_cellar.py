"""Levels by binary space partition: whatever the seed and the measures, the law holds.

All floor is connected, the edge is wall, rooms lie within it and apart, each door stands
between two walls, and the same seed gives the same level.
"""

from collections.abc import Iterator

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.worldgen.places import cellar
from bidden.worldgen.plan import LevelPlan, Room
from bidden.worldgen.site import Measures, Site
from eventcore import Stream
from tests.bidden.scenes import catalogue, read

Tile = tuple[int, int]

MEASURES = st.integers(1, 8).flatmap(
    lambda least: st.builds(
        Measures,
        width=st.integers(least + 2, 80),
        height=st.integers(least + 2, 20),
        depth=st.integers(0, 7),
        least_room=st.just(least),
        door_percent=st.integers(0, 100),
    )
)
SEEDS = st.integers(0, 2**64)

levels = given(measures=MEASURES, seed=SEEDS)


def dug(measures: Measures, seed: int) -> LevelPlan:
    return cellar.draw(Site(measures), Stream(seed, "level-1"))


def rooms_of(plan: LevelPlan) -> list[Room]:
    """Its areas, which are rooms one and all."""
    rooms = [room for room in plan.rooms if isinstance(room, Room)]
    assert len(rooms) == len(plan.rooms)
    return rooms


def floor_of(plan: LevelPlan) -> set[Tile]:
    return {(x, y) for y, row in enumerate(plan.rows) for x, cell in enumerate(row) if cell == "."}


def beside(tile: Tile) -> Iterator[Tile]:
    x, y = tile
    yield from ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))


def reached(start: Tile, floor: set[Tile]) -> set[Tile]:
    """All floor that one can walk to without going slanting."""
    found, front = {start}, [start]
    while front:
        for tile in beside(front.pop()):
            if tile in floor and tile not in found:
                found.add(tile)
                front.append(tile)
    return found


@levels
def test_all_floor_is_connected(measures: Measures, seed: int) -> None:
    plan = dug(measures, seed)
    floor = floor_of(plan)
    assert reached(plan.rooms[0].centre, floor) == floor


@levels
def test_the_level_is_as_large_as_measured_and_its_edge_is_wall(
    measures: Measures, seed: int
) -> None:
    rows = dug(measures, seed).rows
    assert [len(row) for row in rows] == [measures.width] * measures.height
    assert set("".join(rows)) == {"#", "."}
    assert set(rows[0] + rows[-1]) == {"#"}
    assert {row[0] + row[-1] for row in rows} == {"##"}


@levels
def test_rooms_are_dug_within_the_edge_and_large_enough(measures: Measures, seed: int) -> None:
    plan = dug(measures, seed)
    floor = floor_of(plan)
    assert 1 <= len(plan.rooms) <= 2**measures.depth
    for room in rooms_of(plan):
        assert min(room.width, room.height) >= measures.least_room
        assert room.x >= 1
        assert room.x + room.width <= measures.width - 1
        assert room.y >= 1
        assert room.y + room.height <= measures.height - 1
        assert {
            (x, y)
            for x in range(room.x, room.x + room.width)
            for y in range(room.y, room.y + room.height)
        } <= floor


@levels
def test_between_two_rooms_there_is_a_wall(measures: Measures, seed: int) -> None:
    rooms = rooms_of(dug(measures, seed))
    for place, one in enumerate(rooms):
        for other in rooms[place + 1 :]:
            apart_across = one.x + one.width < other.x or other.x + other.width < one.x
            apart_down = one.y + one.height < other.y or other.y + other.height < one.y
            assert apart_across or apart_down


@levels
def test_a_door_stands_between_two_walls_with_floor_on_the_other_sides(
    measures: Measures, seed: int
) -> None:
    plan = dug(measures, seed)
    floor = floor_of(plan)
    for door in plan.doors:
        north, east, south, west = (tile in floor for tile in beside(door))
        assert door in floor
        assert (north, south, east, west) in [
            (True, True, False, False),
            (False, False, True, True),
        ]


@levels
def test_there_is_one_door_at_a_place_and_none_beside_it(measures: Measures, seed: int) -> None:
    doors = dug(measures, seed).doors
    assert len(doors) == len(set(doors))
    assert not any(tile in doors for door in doors for tile in beside(door))


@levels
def test_the_same_seed_digs_the_same_level(measures: Measures, seed: int) -> None:
    assert dug(measures, seed) == dug(measures, seed)


@given(SEEDS)
def test_doors_come_at_the_percentage_asked_for(seed: int) -> None:
    first = catalogue().level("first").measures
    none, some, every = (
        dug(attrs.evolve(first, door_percent=percent), seed).doors for percent in (0, 60, 100)
    )
    assert none == ()
    assert len(some) <= len(every)


def test_some_six_of_ten_doorways_get_a_door() -> None:
    first = catalogue().level("first").measures
    doors = ways = 0
    for seed in range(40):
        doors += len(dug(first, seed).doors)
        ways += len(dug(attrs.evolve(first, door_percent=100), seed).doors)
    assert 55 < 100 * doors / ways < 70


@settings(max_examples=20)
@given(SEEDS)
def test_the_first_level_has_room_for_everyone(seed: int) -> None:
    kind = catalogue().level("first")
    plan = dug(kind.measures, seed)
    others = floor_of(plan) - set(plan.doors)
    assert len(plan.rooms) > 4
    assert len(others) > 10 * sum(kind.creatures.values())


def test_seed_1_digs_this_level() -> None:
    plan = dug(Measures(width=48, height=16, depth=3, least_room=3, door_percent=60), 1)
    rows = [[*row] for row in plan.rows]
    for x, y in plan.doors:
        rows[y][x] = "+"
    assert ["".join(row) for row in rows] == read("""
        ################################################
        ###.............#################....###########
        ###.............#######.......###....#...#######
        ###.............#######.......###....#...#######
        ###.............#######.......+..........+....##
        ###.............#######.......###........####.##
        ###.............########+#+######....#...####.##
        ###.............######.....######....#...####.##
        #########+############.....######....#...####.##
        #######....###########.....########.#########.##
        #######....###########.....######.........#....#
        #######....###########.....######.........+....#
        #######..............+.....######.........#....#
        #######....###########.....######.........######
        #######....###########.....######.........######
        ################################################
    """)


def test_seed_1_digs_these_rooms() -> None:
    plan = dug(Measures(width=48, height=16, depth=3, least_room=3, door_percent=60), 1)
    assert [attrs.astuple(room)[:4] for room in rooms_of(plan)] == [
        (3, 1, 13, 7),
        (7, 9, 4, 6),
        (23, 2, 7, 4),
        (22, 7, 5, 8),
        (33, 1, 4, 8),
        (38, 2, 3, 7),
        (33, 10, 9, 5),
        (43, 10, 4, 3),
    ]
