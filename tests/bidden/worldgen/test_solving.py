"""Whether a level is solvable: locks, secret doors and one-way passages."""

from __future__ import annotations

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

from bidden.worldgen.plan import Keyed, LevelPlan, Room, Tile, Way
from bidden.worldgen.solving import flaw_of

ROWS = ("#########", "#...#...#", "#.......#", "#########")
ROUND = ("#########", "#...#...#", "#...#...#", "#.......#", "#########")


PLAN = LevelPlan(ROWS, (Room(1, 1, 1, 1),))


@pytest.mark.parametrize("key", [(2, 1), (6, 1)])
def test_key_must_be_reachable_without_passing_its_lock(
    key: Tile, snapshot: SnapshotAssertion
) -> None:
    locked = evolve(PLAN, locks=(Keyed((4, 2), "iron key"),), keys=(Keyed(key, "iron key"),))
    assert flaw_of(locked) == snapshot


def test_doors_and_treasures_must_lie_on_floor_tiles(snapshot: SnapshotAssertion) -> None:
    assert flaw_of(evolve(PLAN, doors=((4, 2),), treasures=((6, 1),))) == ""
    assert flaw_of(evolve(PLAN, doors=((4, 1),))) == snapshot
    assert flaw_of(evolve(PLAN, treasures=((4, 1),))) == snapshot


def test_secret_door_may_hide_a_treasure_but_not_a_stair(
    snapshot: SnapshotAssertion,
) -> None:
    assert flaw_of(evolve(PLAN, secrets=((4, 2),), treasures=((6, 1),))) == ""
    assert flaw_of(evolve(PLAN, secrets=((4, 2),), down=(6, 1))) == snapshot


def test_one_way_passage_needs_another_way_back(snapshot: SnapshotAssertion) -> None:
    assert flaw_of(evolve(PLAN, ways=(Way((4, 2), 1, 0),))) == snapshot
    rows = (*ROUND[:2], ROWS[2], *ROUND[3:])
    assert flaw_of(evolve(PLAN, rows=rows, ways=(Way((4, 2), 1, 0),))) == ""
