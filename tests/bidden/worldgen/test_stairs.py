"""The stairs of a level are in its rooms, apart, and out of the way."""

from itertools import permutations

from bidden.content.catalogue import load_catalogue
from bidden.order import COMPONENTS
from bidden.worldgen.places import cellar
from bidden.worldgen.plan import Area, LevelPlan, Room, Site
from bidden.worldgen.stairs import put_far_apart, put_stairs
from eventcore import Stream


def test_stairs_lie_in_different_rooms_with_a_way_around_each() -> None:
    measures = load_catalogue(COMPONENTS).level("first").measures
    for seed in range(30):
        plan = cellar.draw(Site(measures), Stream(seed, "level-2"))
        one, other = put_stairs(plan, 2, (), Stream(seed, "stairs-2"))
        rooms = [[room for room in plan.rooms if spot in room] for spot in (one, other)]
        assert rooms[0] != rooms[1]
        assert plan.rooms[0] not in rooms[0] + rooms[1]
        for x, y in (one, other):
            assert {plan.rows[y + dy][x + dx] for dx in (-1, 0, 1) for dy in (-1, 0, 1)} == {"."}


HALL = ("#" * 32, *("#" + "." * 30 + "#",) * 3, "#" * 32)
WEST, MIDDLE, EAST = (Room(x, 1, 5, 3) for x in (1, 13, 26))


def rooms_with_ends(plan: LevelPlan) -> list[list[Area]]:
    """Return the rooms of the stair up, the stair down and the goal."""
    spots = [spot for spot in (plan.up, plan.down, plan.goal) if spot is not None]
    return [[room for room in plan.rooms if spot in room] for spot in spots]


def test_stairs_and_goal_lie_far_apart_and_the_first_room_has_the_stair_up() -> None:
    for seed in range(20):
        drawn = LevelPlan(HALL, (WEST, MIDDLE, EAST))
        plan = put_far_apart(drawn, Stream(seed, "level-2"))
        first, *others = plan.rooms
        assert (first, others) in [(WEST, [MIDDLE, EAST]), (EAST, [WEST, MIDDLE])]
        last = EAST if first == WEST else WEST
        assert rooms_with_ends(plan) == [[first], [last], [MIDDLE]]
        assert {spot and spot[1] for spot in (plan.up, plan.down, plan.goal)} == {2}


def test_stairs_and_goal_are_placed_only_in_the_given_areas() -> None:
    drawn = LevelPlan(HALL, (WEST, Room(8, 1, 3, 3), MIDDLE, EAST))
    for seed in range(20):
        plan = put_far_apart(drawn, Stream(seed, "level-2"), [WEST], [MIDDLE, EAST])
        up, down, goal = rooms_with_ends(plan)
        assert goal == [WEST]
        assert [up, down] in [[[MIDDLE], [EAST]], [[EAST], [MIDDLE]]]


def test_stairs_are_a_third_of_the_width_apart_where_they_can_be() -> None:
    rooms = tuple(Room(x, 1, 3, 3) for x in (1, 9, 15))
    for seed in range(20):
        plan = put_far_apart(LevelPlan(HALL, rooms), Stream(seed, "level-2"))
        assert rooms_with_ends(plan) in [
            [[a], [b], [rooms[1]]] for a, b in permutations(rooms[::2])
        ]
