"""Where the stairs of a level go: into its rooms, apart, and in nobody's way."""

from bidden.content.catalogue import load_catalogue
from bidden.order import COMPONENTS
from bidden.worldgen.bsp import dig
from bidden.worldgen.plan import LevelPlan, Room
from bidden.worldgen.stairs import put_stairs
from eventcore import Stream


def test_stairs_lie_in_different_rooms_with_a_way_around_each() -> None:
    measures = load_catalogue(COMPONENTS).level("first").measures
    for seed in range(30):
        plan = dig(measures, Stream(seed, "level-2"))
        one, other = put_stairs(plan, 2, (), Stream(seed, "stairs-2"))
        rooms = [[room for room in plan.rooms if spot in room] for spot in (one, other)]
        assert rooms[0] != rooms[1]
        assert plan.rooms[0] not in rooms[0] + rooms[1]
        for x, y in (one, other):
            assert {plan.rows[y + dy][x + dx] for dx in (-1, 0, 1) for dy in (-1, 0, 1)} == {"."}


def test_no_stair_lies_on_what_is_taken_or_on_a_door() -> None:
    plan = LevelPlan(("######", "#....#", "######"), (Room(1, 1, 4, 1),), ((2, 1),))
    assert put_stairs(plan, 2, {(1, 1), (3, 1)}, Stream(1, "stairs-1")) == ((4, 1),)
