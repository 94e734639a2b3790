"""A path leads to the nearest goal, and is as short as a breadth-first search finds."""

from __future__ import annotations

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from bidden.bots.paths import Paths
from bidden.intents import Move
from bidden.view import Tile
from tests.bidden.bots.views import view_on

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))
SIZE = 7
CELLS = st.lists(
    st.text("......##  z<>!+X→←", min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE
)
SPOTS = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))


def admits(glyph: str, dx: int, dy: int) -> bool:
    if glyph in "→←":
        return dx == (1 if glyph == "→" else -1)
    return glyph not in "# "


def searched(
    tiles: tuple[tuple[Tile, ...], ...], here: tuple[int, int], wanted: set[tuple[int, int]]
) -> Move | None:
    """Find the same path by a plain breadth-first search."""
    came_from, queue = {here: here}, deque([here])
    while queue:
        spot = queue.popleft()
        if spot != here and spot in wanted:
            while came_from[spot] != here:
                spot = came_from[spot]
            return Move(spot[0] - here[0], spot[1] - here[1])
        if spot != here and tiles[spot[1]][spot[0]].glyph in "<>X":
            continue
        for dx, dy in STEPS:
            x, y = spot[0] + dx, spot[1] + dy
            inside = 0 <= y < len(tiles) and 0 <= x < len(tiles[y])
            if inside and (x, y) not in came_from and admits(tiles[y][x].glyph, dx, dy):
                came_from[x, y] = spot
                queue.append((x, y))
    return None


@given(rows=CELLS, here=SPOTS, wanted=st.sets(SPOTS, max_size=4))
def test_first_step_of_a_path_matches_a_tile_by_tile_search(
    rows: list[str], here: tuple[int, int], wanted: set[tuple[int, int]]
) -> None:
    drawn = [[*row] for row in rows]
    drawn[here[1]][here[0]] = "@"
    view = view_on("\n".join("".join(row).replace(" ", "#") for row in drawn))
    ways = Paths(view)
    assert ways.towards(ways.tiles(wanted)) == searched(view.tiles, here, wanted)


@given(rows=CELLS, here=SPOTS, wanted=st.sets(SPOTS, max_size=4))
def test_whole_path_matches_repeated_single_steps(
    rows: list[str], here: tuple[int, int], wanted: set[tuple[int, int]]
) -> None:
    wanted = wanted - {here}  # after the first step it would be the nearest goal again
    drawn = [[*row.replace(" ", "#")] for row in rows]
    under, drawn[here[1]][here[0]] = drawn[here[1]][here[0]], "@"
    view = view_on("\n".join(map("".join, drawn)))
    ways = Paths(view)
    way, gone = ways.way(ways.tiles(wanted)), list[tuple[int, int]]()
    drawn[here[1]][here[0]] = under if under in "→←" else "."
    at = here
    while at not in wanted:
        step = ways.towards(ways.tiles(wanted))
        if step is None:
            break
        at = at[0] + step.dx, at[1] + step.dy
        gone.append(at)
        ground = [[*row] for row in drawn]
        ground[at[1]][at[0]] = "@"
        ways = Paths(view_on("\n".join(map("".join, ground))))
    assert [*way] == gone


def test_only_the_into_method_finds_a_path_into_a_chasm() -> None:
    ways = Paths(view_on("######\n#@.:.#\n######"))
    assert ways.towards(ways.chasms) is None
    assert ways.into(ways.chasms) == Move(1, 0)
    assert ways.towards(ways.tiles([(4, 1)])) is None
