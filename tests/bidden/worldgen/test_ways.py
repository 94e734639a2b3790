"""No creature waits beside a stair, and the prize is far off and guarded."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidden.components.movement.position import Position
from bidden.content.blueprints import toughness
from bidden.content.kinds.level_kinds import Deeper, Lots
from bidden.intents import Move
from bidden.state import Fighter, name_of
from bidden.worldgen.level_builder import LevelBuilder
from bidden.worldgen.places import PLACES
from bidden.worldgen.plan import Keyed, LevelPlan, Placement
from bidden.worldgen.surveying import apart_from, farthest, is_locked_away, steps_from
from eventcore import Stream
from tests.bidden.scenes import MakeLevels, catalogue
from tests.bidden.worldgen.surveyed import FULL

ROWS = ("#########", "#.......#", "#######.#", "#.......#", "#########")

every_place = pytest.mark.parametrize("place", sorted({*PLACES} - {"cellar"}))


def plan_with(**fields: Any) -> LevelPlan:
    """Return the winding path of ``ROWS``, without areas."""
    return LevelPlan(ROWS, (), **fields)


def test_tiles_too_near_are_left_out_as_long_as_there_are_others() -> None:
    steps = {(x, 1): x for x in range(9)}
    tiles = [(x, 1) for x in (8, 1, 7, 2, 6)]
    assert apart_from(steps, tiles, 3) == [(8, 1), (7, 1), (6, 1)]
    assert apart_from(steps, tiles, 4) == [(8, 1), (7, 1), (2, 1), (6, 1)]
    assert apart_from(steps, tiles, 9) == tiles
    assert apart_from({}, tiles, 9) == tiles  # without a stair, every tile is far


def test_farthest_tiles_are_at_the_end_of_the_path() -> None:
    assert farthest(plan_with(), (1, 1)) == [(1, 3)]
    assert farthest(plan_with(), (1, 3)) == [(1, 1)]
    assert farthest(plan_with(secrets=((7, 2),)), (1, 1)) == [(7, 1)]


def test_tile_reachable_only_through_a_lock_is_locked_away() -> None:
    locked = plan_with(locks=(Keyed((7, 2), "iron key"),))
    assert is_locked_away(locked, (1, 1), (1, 3))
    assert not is_locked_away(locked, (1, 1), (5, 1))


@cache
def builder(place: str, *, bare: bool) -> LevelBuilder:
    """Return a builder of three levels with the game's creatures and a final prize."""
    first = attrs.evolve(
        catalogue().level("cellar"),
        place={place: 1},
        creatures={"zombie": 8},
        prize="amulet",
        deeper=[
            Deeper(Lots(9, {"orc": 3, "bat": 1, "troll": 1}), place={}),
            Deeper(Lots(12, {"orc": 3, "troll": 2, "goblin": 1, "dragon": 1})),
        ],
    )
    assert first.measures == FULL
    return LevelBuilder(attrs.evolve(catalogue(), rooms={}) if bare else catalogue(), first)


def hold_to_the_law(place: str, seed: int, *, bare: bool) -> None:
    """Generate three levels of a place, and check all walking distances."""
    streams: dict[str, Stream] = {}

    def stream(name: str) -> Stream:
        return streams.setdefault(name, Stream(seed, name))

    above, landing = None, None
    for depth in (1, 2, 3):
        level, things = builder(place, bare=bare).draw(depth, stream, above, landing)
        hold_a_level(level.rows, things, depth, bare=bare)
        above = level
        landing = next(((one.x, one.y) for one in things if one.what == "stair_down"), None)


def hold_a_level(rows: list[str], things: list[Placement], depth: int, *, bare: bool) -> None:
    living = [one for one in things if is_alive(one.what)]
    stairs = [one for one in things if one.to]
    assert len(living) == (8, 9, 12)[depth - 1] or not bare
    for way in (*stairs, *(one for one in things if one.what == "you")):
        steps = steps_from(rows, (way.x, way.y))
        assert all(steps.get((one.x, one.y), 6) >= 6 for one in living), way
    if depth < 3:
        return
    (prize,) = (one for one in things if one.what == "amulet")
    (up,) = stairs
    around = steps_from(rows, (prize.x, prize.y))
    guards = [one.what for one in living if around.get((one.x, one.y), 9) <= 3]
    assert guards
    if bare:  # a handmade room may hold a tougher creature that guards its own loot
        assert max(map(toughness_of, guards)) == max(toughness_of(one.what) for one in living)
    steps = steps_from(rows, (up.x, up.y))
    locked = {(one.x, one.y) for one in things if one.lock or one.secret}
    shut = [
        "".join("#" if (x, y) in locked else cell for x, cell in enumerate(row))
        for y, row in enumerate(rows)
    ]
    if (prize.x, prize.y) in steps_from(shut, (up.x, up.y)):
        nearer = sum(count < steps[prize.x, prize.y] for count in steps.values())
        assert nearer * 10 >= len(steps) * 8  # it is in the farthest fifth


def is_alive(what: str) -> bool:
    parts = catalogue().blueprints.get(what, ())
    return what != "you" and any(cls is Fighter for cls, _ in parts)


def toughness_of(name: str) -> tuple[int, int, int]:
    return toughness(catalogue().blueprints[name])


@every_place
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_no_creature_starts_beside_a_stair_and_the_prize_is_guarded(place: str, seed: int) -> None:
    hold_to_the_law(place, seed, bare=True)
    hold_to_the_law(place, seed, bare=False)


def test_creature_waits_beside_the_stair_if_there_is_no_other_room(make_levels: MakeLevels) -> None:
    session = make_levels("#@>.#", "#<.z#", zombie={"Mind": None})
    session.perform(Move(1, 0))
    there = [one for one in session.world.having(Position) if one[Position].level == 2]
    assert [(name_of(one), one[Position].x) for one in there][-2:] == [
        *(("zombie", 3), ("stair up", 1))
    ]
