"""The journey: across some land, then down through one place, each with its own dwellers."""

from __future__ import annotations

from collections import Counter

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.components.movement.position import Position
from bidden.content.datafiles import ContentError
from bidden.events.places import MakeLevel
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.state import Levels, Side, name_of
from bidden.worldgen.level_builder import LevelBuilder
from eventcore import Stream
from tests.bidden.scenes import catalogue, read_catalogue, texts

LANDS = {"valley", "mountain", "desert", "cave"}
PLACES = {"tower", "ruin", "temple", "labyrinth", "slum"}


def journey(seed: int) -> Session:
    """Begin a game and generate all its levels."""
    session = Session(seed, catalogue=catalogue())
    for depth in range(2, 5):
        session.world.publish(MakeLevel(session.world.root, depth))
    return session


def test_journey_has_one_land_level_then_levels_of_one_place() -> None:
    places = [[level.place for level in journey(seed).world.root[Levels].dug] for seed in range(4)]
    for land, *down in places:
        assert land in LANDS
        assert len(set(down)) == 1
        assert down[0] in PLACES
    assert len({tuple(one) for one in places}) > 1


def drawn(place: str, depth: int, seed: int) -> Counter[str]:
    """Count the creatures on a level of a place, except in handmade rooms."""
    builder = LevelBuilder(catalogue(), catalogue().level("first"))
    names, _ = builder.names(place, depth, lambda name: Stream(seed, name))
    return Counter(names)


@pytest.mark.parametrize(("place", "many"), [("ruin", "mummy"), ("tower", "harpy")])
def test_dwellers_depend_on_the_place(place: str, many: str) -> None:
    here = sum(drawn(place, 2, seed)[many] for seed in range(40))
    there = sum(drawn("slum", 2, seed)[many] for seed in range(40))
    assert here > 20
    assert there == 0


def test_drawn_dwellers_are_present_on_each_level() -> None:
    session = journey(3)
    dug = session.world.root[Levels].dug
    for depth in range(1, 5):
        there = Counter(
            name_of(one).split(", ")[-1]  # a champion's name comes before its kind
            for one in session.world.having(Side, Position)
            if one[Position].level == depth
        )
        assert drawn(dug[depth - 1].place, depth, 3) <= there


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[first.dwellers]\nvalley", "[first.dwellers]\nmoon"),
        ("zombie = 6, orc = 1", "zombi = 6"),
        ("harpy = 3, gargoyle", "elf = 3, gargoyle"),
        ("valley = { count = 4", "valley = { count = 4000"),
    ],
)
def test_invalid_dwellers_are_reported(
    before: str, after: str, snapshot: SnapshotAssertion
) -> None:
    own = texts()
    assert before in own["levels.toml"]
    wrong = own["levels.toml"].replace(before, after, 1)
    with pytest.raises(ContentError) as caught:
        read_catalogue(own | {"levels.toml": wrong}, COMPONENTS)
    assert str(caught.value) == snapshot
