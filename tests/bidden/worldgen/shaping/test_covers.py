"""Ground covers are placed on a level without changing anything else."""

from __future__ import annotations

import pytest

from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.rules.ground.ground import Ground
from bidden.session import Session
from bidden.state import Levels, Stair

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
    """Count the tiles of each kind on the first level."""
    count: dict[str, int] = {}
    for patch in session.world.root[Ground].on("covers", 1).values():
        count[patch.kind] = count.get(patch.kind, 0) + 1
    return count


@pytest.mark.parametrize("place", PLACES)
def test_each_place_has_exactly_the_kinds_listed_for_it(place: str) -> None:
    for seed in range(3):
        assert {*kinds_on(Session(seed, level=place))} <= PLACES[place]
    assert {*kinds_on(Session(1, level=place))} == PLACES[place]


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
