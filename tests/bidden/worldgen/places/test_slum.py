"""The slum: small houses with doors to lanes, to yards and to each other."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bidden.scenes import read
from tests.bidden.worldgen.surveyed import at_size, first_of, sketch

SEEDS = st.integers(0, 2**64)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_there_are_many_houses_and_all_are_small(seed: int) -> None:
    rooms = first_of("slum", seed).rooms
    assert len(rooms) >= 30
    assert max(len(area.tiles) for area in rooms) <= 32


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, width=st.integers(40, 80), height=st.integers(16, 20))
def test_all_doors_stand_in_walls(seed: int, width: int, height: int) -> None:
    plan = first_of("slum", seed, at_size(width, height))
    rows = plan.rows
    for x, y in plan.doors:
        sides = rows[y][x - 1] + rows[y][x + 1], rows[y - 1][x] + rows[y + 1][x]
        assert sorted(sides) == ["##", ".."]


def test_most_houses_have_a_door_besides_the_first() -> None:
    with_two = houses = 0
    for seed in range(20):
        plan = first_of("slum", seed)
        for area in plan.rooms:
            inside = set(area.tiles)
            doors = sum(
                bool({(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)} & inside)
                for x, y in plan.doors
            )
            houses += doors > 0
            with_two += doors > 1
    assert 3 * with_two > 2 * houses


def test_seed_2_draws_this_level() -> None:
    plan = first_of("slum", 2, at_size(60, 17))
    assert sketch(plan) == read("""
        ############################################################
        #.....#....####..+.......###...#############################
        #.....#....##.+..#.......###...+.......##.###........#######
        #.....+....##.#..#.......+.+...#.......##.###....<.........#
        #####.#######.#####+######.#####.......##.###........#####.#
        #####.#####...#.#.....#..#.#...###+###+##.####.##.########+#
        #####..####.###.#.....+..+.#...#....#...#.##...##.+....#...#
        #...........###.#.....#..#.#...+....#...+.##.####.#....#...#
        ###+#######.###.#####+####.###+#+########.##.####.#....#...#
        #.....#...#.###...................................##+#####+#
        #.....#...+.......#+######.##############.#+#####.+.....+..#
        #.....#...#.....>.#....###.#..#######...#.#.....#.#.....#..#
        ####+####+#.#.....#....###.+..#.....#...#.#.....#.#.....#..#
        #.....#...#.########+#####.#..+..&..+...+.#.....#.##+#####+#
        #.....#...+.+....+....#..######.....#####.#########....+...#
        #.....+...###....#....+..##########################....#...#
        ############################################################
    """)
