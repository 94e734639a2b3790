"""Whether a level can be solved: what is behind locks, secret doors and one-way passages."""

from __future__ import annotations

import pytest
from attrs import evolve

from bidden.worldgen.plan import Keyed, LevelPlan, Room, Tile, Way
from bidden.worldgen.solving import flaw_of

ROWS = ("#########", "#...#...#", "#.......#", "#########")
ROUND = ("#########", "#...#...#", "#...#...#", "#.......#", "#########")


PLAN = LevelPlan(ROWS, (Room(1, 1, 1, 1),))


@pytest.mark.parametrize(
    ("key", "flaw"), [((2, 1), ""), ((6, 1), "7 tiles are not reached, such as (4, 2)")]
)
def test_a_key_has_to_lie_before_its_lock(key: Tile, flaw: str) -> None:
    locked = evolve(PLAN, locks=(Keyed((4, 2), "iron key"),), keys=(Keyed(key, "iron key"),))
    assert flaw_of(locked) == flaw


def test_what_a_level_says_of_a_tile_asks_for_floor() -> None:
    flaw = "what is to be at (4, 1) is not on floor"
    assert flaw_of(evolve(PLAN, doors=((4, 2),), treasures=((6, 1),))) == ""
    assert flaw_of(evolve(PLAN, doors=((4, 1),))) == flaw
    assert flaw_of(evolve(PLAN, treasures=((4, 1),))) == flaw


def test_a_treasure_may_lie_behind_a_secret_door_and_a_stair_not() -> None:
    assert flaw_of(evolve(PLAN, secrets=((4, 2),), treasures=((6, 1),))) == ""
    assert flaw_of(evolve(PLAN, secrets=((4, 2),), down=(6, 1))) == (
        "(6, 1) is not reached without a secret door"
    )


def test_from_behind_a_one_way_passage_another_way_leads_back() -> None:
    flaw = "there is no way back from the one-way passage at (4, 2)"
    assert flaw_of(evolve(PLAN, ways=(Way((4, 2), 1, 0),))) == flaw
    rows = (*ROUND[:2], ROWS[2], *ROUND[3:])
    assert flaw_of(evolve(PLAN, rows=rows, ways=(Way((4, 2), 1, 0),))) == ""
