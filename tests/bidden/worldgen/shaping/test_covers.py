"""Covers: what lies on the ground of a level, and that nothing else moves by it."""

from __future__ import annotations

import attrs
import pytest

from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.content.catalogue import load_catalogue
from bidden.order import COMPONENTS
from bidden.rules.ground.ground import Ground
from bidden.session import Session
from bidden.state import Level, Levels, Stair
from bidden.worldgen.plan import Placement
from bidden.worldgen.shaping.covers import draw_covers
from eventcore import Fixed, World

PLACES = {
    "valley": {"deep water", "embers", "tall grass"},
    "mountain": {"embers", "tall grass", "vent"},
    "tower": {"rushes", "wood"},
    "temple": {"embers", "rushes", "wood"},
    "labyrinth": {"embers", "rushes", "vent", "wood"},
    "ruin": {"embers", "tall grass", "vent", "wood"},
    "desert": {"dry grass", "embers"},
    "cave": {"fissure", "vent"},
    "slum": {"embers", "fissure", "oil", "wood"},
}


def kinds_on(session: Session) -> dict[str, int]:
    """How many tiles of each kind there are on the first level."""
    count: dict[str, int] = {}
    for patch in session.world.root[Ground].covers[0]:
        count[patch.kind] = count.get(patch.kind, 0) + 1
    return count


@pytest.mark.parametrize("place", PLACES)
def test_each_place_has_what_its_kinds_say(place: str) -> None:
    for seed in range(3):
        assert {*kinds_on(Session(seed, level=place))} <= PLACES[place]
    assert {*kinds_on(Session(1, level=place))} == PLACES[place]


@pytest.mark.parametrize("place", ["cellar"])
def test_other_places_have_nothing_on_their_ground(place: str) -> None:
    assert Ground not in Session(1, level=place).world.root


def test_nothing_lies_on_walls_doors_and_stairs() -> None:
    games = [(place, 2) for place in PLACES] + [("slum", seed) for seed in range(12)]
    for place, seed in games:
        session = Session(seed, level=place)
        world = session.world
        level = world.root[Levels].at(1)
        covers = world.root[Ground].on("covers", 1)
        there = {tile for tile, patch in covers.items() if patch.kind != "wood"}
        assert not any(level.is_wall(*tile) for tile in there)
        fixed = [one for one in world.having(Position) if Door in one or Stair in one]
        assert not {(one[Position].x, one[Position].y) for one in fixed} & there


def test_creatures_and_things_are_where_they_would_be_without() -> None:
    shipped = load_catalogue(COMPONENTS)
    bare = attrs.evolve(shipped, ground=Fixed())
    with_it, without = (Session(5, level="valley", catalogue=one) for one in (shipped, bare))
    assert Ground not in without.world.root
    places = [
        [(who.id, who[Position].x, who[Position].y) for who in game.world.having(Position)]
        for game in (with_it, without)
    ]
    assert places[0] == places[1]
    drawn = [dict(game.world.draws()) for game in (with_it, without)]
    assert {name for name in drawn[0] if name not in drawn[1]} == {"ground-1"}


def test_a_level_of_a_seed_is_covered_the_same_each_time() -> None:
    covers = [Session(4, level="meadow").world.root[Ground].covers for _ in range(2)]
    assert covers[0] == covers[1]
    assert covers[0] != Session(5, level="meadow").world.root[Ground].covers


def test_a_scenario_may_have_its_own() -> None:
    assert {*kinds_on(Session(1, level="meadow"))} == {"tall grass"}
    assert {*kinds_on(Session(1, level="ford"))} == {"deep water", "tall grass"}
    assert {*kinds_on(Session(1, level="fumes"))} == {"fissure", "tall grass"}


def test_where_everything_is_grown_over_doors_and_stairs_are_bare() -> None:
    kinds = load_catalogue(COMPONENTS).ground
    level = Level(["#######", "#.....#", "#######"])
    things = [Placement("stair_down", 2, 1, 2), Placement("door", 4, 1), Placement("rock", 5, 1)]
    streams = World(seed=1, components=[]).stream
    covers = draw_covers(kinds, {"tall grass": 40, "fissure": 40}, level, things, 1, streams)
    assert covers == {"tall grass": [(1, 1), (3, 1), (5, 1)]}
    covers = draw_covers(kinds, {"fissure": 40, "tall grass": 40}, level, things, 1, streams)
    assert covers == {"fissure": [(1, 1), (3, 1)], "tall grass": [(5, 1)]}


@pytest.mark.parametrize("place", ["cave", "temple", "ruin"])
def test_some_places_are_dark_in_part(place: str) -> None:
    session = Session(2, level=place)
    level, darks = session.world.root[Levels].at(1), session.world.root[Ground].darks[0]
    floor = [(x, y) for y in range(level.height) for x in range(level.width)]
    floor = [one for one in floor if not level.is_wall(*one) and not level.is_chasm(*one)]
    assert {(one.x, one.y) for one in darks} <= {*floor}
    assert len(floor) // 20 < len(darks) < len(floor) * 3 // 4


def test_the_dark_lies_upon_what_covers_the_ground() -> None:
    kinds = load_catalogue(COMPONENTS).ground
    level = Level(["#######", "#.....#", "#######"])
    streams = World(seed=1, components=[]).stream
    counts = {"tall grass": 40, "darkness": 1}
    covers = draw_covers(kinds, counts, level, [Placement("door", 3, 1)], 1, streams)
    assert len(covers["tall grass"]) == 4
    assert covers["darkness"] == [(x, 1) for x in range(1, 6)]
