"""Exploring prefers the direction of the bond's pull to nearer tiles."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.going.commands.explore import Explore
from bidden.going.known.notes import Notes
from bidden.intents import Move
from bidden.view import Bond, Line, Spot, View
from tests.bidden.going.walking import OPTIONS, level, walk

BOND = Bond("Ada", "hunt", "hunt a troll", "below", 300, False, 3, 400, 2)


def pulled(drawing: str, way: str, **changes: Any) -> View:
    lines = (Line("You go down to level 3.", "news", 7, 3), Line(way, "news", 7, 4))
    usual: dict[str, Any] = {"bond": BOND, "turn": 8, "lines": lines, "level": 3}
    return level(drawing, **usual | changes)


def spots_gone_over(start: Spot, done: list[Any]) -> set[Spot]:
    (x, y), gone = start, {start}
    for one in done:
        if isinstance(one, Move):
            x, y = x + one.dx, y + one.dy
            gone.add((x, y))
    return gone


@pytest.mark.parametrize("way", ["north", "south-east", "west", "south-west"])
def test_exploring_under_a_pull_covers_all_reachable_tiles_without_detours(way: str) -> None:
    drawing = """
        ..#..#...
        .##..#.#.
        ...@.....
        .#.##.#..
        .....#...
    """
    view = pulled(drawing, f"The bond pulls: your goal is to the {way}.")
    done, _ = walk(Explore(Notes(), OPTIONS), view, most=190)
    assert len(done) < 60
    paths_frontier = {
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.glyph in ".@"
        and any(
            view.tiles[y + dy][x + dx].glyph == " "
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if 0 <= y + dy < len(view.tiles) and 0 <= x + dx < len(row)
        )
    }
    assert paths_frontier <= spots_gone_over(view.here, done)
