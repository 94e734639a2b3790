"""Levels that are like others: who lives there, level by level of a place."""

from __future__ import annotations

from collections import Counter

import pytest

from bidden.content.catalogue import Catalogue, load_catalogue, read_catalogue
from bidden.content.kinds.level_kinds import Lots
from bidden.order import COMPONENTS
from bidden.rules.places.level_making import LevelMaking
from bidden.session import Session
from bidden.worldgen.places import PLACES
from tests.bidden.content.complaints import complaint_of
from tests.bidden.content.test_catalogue import ZOMBIE

SIZE = "width = 40\nheight = 20\ndepth = 2\nleast_room = 4\ndoor_percent = 60\ncreatures = {}\n"
WAY = f"""
[way]
{SIZE}
place = {{ cave = 1 }}
dwellers = {{ cave = {{ count = 1, of = {{ zombie = 1 }} }} }}
[[way.deeper]]
place = {{ tower = 1, ruin = 1 }}
dwellers.tower = {{ count = 2, of = {{ zombie = 1 }} }}
dwellers.ruin = {{ count = 9, of = {{ zombie = 1 }} }}
[[way.deeper]]
dwellers = {{ tower = {{ count = 3, of = {{ zombie = 1 }} }} }}
"""
KEEP = f"""
[keep]
{SIZE}
place = {{ tower = 1, slum = 1 }}
dwellers_like = "way"
dwellers = {{ slum = {{ count = 7, of = {{ zombie = 1 }} }} }}
[[keep.deeper]]
[[keep.deeper]]
[[keep.deeper]]
place = {{ cave = 1 }}
"""
CATALOGUE = load_catalogue(COMPONENTS)


def read(levels: str) -> Catalogue:
    return read_catalogue({"creatures.toml": ZOMBIE, "levels.toml": levels}, COMPONENTS)


def zombies(count: int) -> Lots:
    return Lots(count, {"zombie": 1})


def test_each_level_of_a_place_has_the_dwellers_of_that_level_of_it() -> None:
    keep = read(WAY + KEEP).level("keep")
    assert keep.dwellers == {"tower": zombies(2), "slum": zombies(7)}
    assert [deeper.dwellers for deeper in keep.deeper] == [
        {"tower": zombies(3)},
        {"tower": zombies(3)},  # the last there is
        {"cave": zombies(1)},
    ]


def test_one_that_is_not_there_is_told() -> None:
    said = complaint_of({"creatures.toml": ZOMBIE, "levels.toml": KEEP})
    assert said.startswith("levels.toml: keep.dwellers_like: there is no such table")


@pytest.mark.parametrize("place", sorted(set(PLACES) - {"cellar"}))
def test_in_the_scenario_of_a_place_live_those_who_live_there_in_play(place: str) -> None:
    kind = CATALOGUE.level(place)
    model = CATALOGUE.level(kind.dwellers_like)
    given = [
        one[place] for one in (model.dwellers, *(d.dwellers for d in model.deeper)) if place in one
    ]
    assert kind.creatures == {}
    assert [kind.dwellers, *(deeper.dwellers for deeper in kind.deeper)] == [
        {place: given[min(number, len(given) - 1)]} for number in range(kind.levels)
    ]
    for seed in range(3):
        session = Session(seed, level=place)
        builder = session.world.root[LevelMaking].builder
        names, _ = builder.names(place, 1, session.world.stream)
        assert Counter(names).total() == given[0].count
        assert set(names) <= set(given[0].of)
