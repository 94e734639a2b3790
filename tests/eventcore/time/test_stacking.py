"""Timers: what becomes of one that runs when another of its kind is started."""

from __future__ import annotations

import pytest

from eventcore.time import Stacking, TimerKind
from tests.eventcore.time.scenes import Diary, scene, start, telling, tick, timers_of


@pytest.mark.parametrize(
    ("stacking", "again", "left", "level", "lines"),
    [
        (Stacking.REFRESH, 6, 6, 3, ["0 start 4", "2 start 6"]),
        (Stacking.REFRESH, 1, 2, 3, ["0 start 4", "2 start 2"]),
        (Stacking.EXTEND, 6, 8, 1, ["0 start 4"]),
        (Stacking.INTENSIFY, 6, 6, 3, ["0 start 4", "2 start 6"]),
        (Stacking.INTENSIFY, 1, 2, 3, ["0 start 4", "2 start 2"]),
        (Stacking.IGNORE, 6, 2, 1, ["0 start 4"]),
    ],
)
def test_a_timer_started_again_goes_by_the_rule_of_its_kind(
    debug: bool, stacking: Stacking, again: int, left: int, level: int, lines: list[str]
) -> None:
    world, one = scene(debug, glow=telling(tick=None, half=None, stacking=stacking, most=3))
    start(world, one, "glow", 4)
    tick(world, 2)
    begun = start(world, one, "glow", again, level=9)
    assert begun.reason == ("already" if stacking is Stacking.IGNORE else None)
    (timer,) = timers_of(world).of(one)
    assert (timer.remaining(world.turn), timer.level) == (left, level)
    assert one[Diary].lines == lines
    tick(world, left)
    assert one[Diary].lines == [*lines, f"{2 + left} end 0"]
    assert timers_of(world).of(one) == ()


def test_levels_of_what_intensifies_add_up(debug: bool) -> None:
    world, one = scene(debug, glow=TimerKind(stacking=Stacking.INTENSIFY, most=9))
    for level in (2, 1, 3):
        start(world, one, "glow", 4, level=level)
    assert [timer.level for timer in timers_of(world).of(one)] == [6]


def test_half_time_comes_again_where_a_timer_counts_anew(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None))
    start(world, one, "glow", 4)
    tick(world, 3)
    start(world, one, "glow", 4)
    tick(world, 4)
    assert one[Diary].lines == [
        "0 start 4", "2 half 2", "3 start 4", "5 half 2", "7 end 0",
    ]  # fmt: skip


def test_half_time_is_put_off_with_the_end_and_told_once(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None, start=None, stacking=Stacking.EXTEND))
    start(world, one, "glow", 4)
    tick(world)
    start(world, one, "glow", 4)
    tick(world, 4)
    assert one[Diary].lines == ["4 half 4"]
    start(world, one, "glow", 2)
    tick(world, 9)
    assert one[Diary].lines == ["4 half 4", "10 end 0"]


def test_a_owner_has_one_timer_of_a_kind_and_another_owner_its_own(debug: bool) -> None:
    world, one = scene(debug, glow=telling(), hum=TimerKind())
    other = world.spawn(Diary())
    for owner, kind in ((one, "glow"), (other, "glow"), (one, "hum")):
        start(world, owner, kind, 5)
    timers = timers_of(world)
    assert [timer.kind for timer in timers.of(one)] == ["glow", "hum"]
    assert [timer.number for timer in timers.of(other)] == [2]
    assert timers.find(other, "hum") is None


def test_half_time_is_told_once_though_a_ticking_timer_comes_by_it_again(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None, stacking=Stacking.EXTEND))
    start(world, one, "glow", 4)
    tick(world, 2)
    start(world, one, "glow", 4)
    tick(world, 9)
    assert [line for line in one[Diary].lines if "half" in line] == ["2 half 2"]


def test_refresh_for_as_long_as_is_left_counts_anew_where_the_level_rises(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None))
    start(world, one, "glow", 6)
    tick(world, 2)
    assert start(world, one, "glow", 4, level=2).done
    (timer,) = timers_of(world).of(one)
    assert (timer.duration, timer.level, timer.ends) == (4, 2, 6)
    tick(world, 4)
    assert one[Diary].lines == ["0 start 6", "2 start 4", "4 half 2", "6 end 0"]
