"""Timers: how they end, are made longer, are held, and stand still with those they last on."""

from __future__ import annotations

import json

import pytest

from eventcore import save_world
from eventcore.time import (
    TURN,
    ExtendTimer,
    Freeze,
    HoldTimer,
    Packet,
    ReleaseTimer,
    StopTimer,
    Thaw,
    TimerKind,
    next_actor,
    run,
    start_clock,
)
from tests.eventcore.time.scenes import Diary, scene, start, telling, tick, timers_of


@pytest.mark.parametrize("quiet", [False, True])
def test_a_timer_may_be_stopped_with_its_end_or_without(debug: bool, quiet: bool) -> None:
    world, one = scene(debug, glow=telling(half=None))
    start(world, one, "glow", 5)
    tick(world, 2)
    assert world.publish(StopTimer(world.root, one, "glow", quiet)).done
    tick(world, 9)
    ended = [] if quiet else ["2 end 3"]
    assert one[Diary].lines == ["0 start 5", "1 tick 5", "2 tick 4", *ended]
    assert world.publish(StopTimer(world.root, one, "glow")).reason == "no timer"


def test_a_timer_may_be_made_to_last_longer(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None, half=None, start=None))
    assert world.publish(ExtendTimer(world.root, one, "glow", 3)).reason == "no timer"
    start(world, one, "glow", 2)
    world.publish(ExtendTimer(world.root, one, "glow", 3))
    tick(world, 9)
    assert one[Diary].lines == ["5 end 0"]


def test_no_time_passes_for_a_timer_that_is_held(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None), hum=TimerKind(end=Packet("Sting")))
    for kind in ("glow", "hum"):
        start(world, one, kind, 4)
    tick(world)
    assert world.publish(ReleaseTimer(world.root, one, "glow")).reason == "not held"
    assert world.publish(HoldTimer(world.root, one, "glow")).done
    assert world.publish(HoldTimer(world.root, one, "glow")).reason == "held"
    tick(world, 10)
    assert one[Diary].lines == ["1 tick 4"]
    assert [timer.kind for timer in timers_of(world).of(one)] == ["glow"]
    world.publish(ExtendTimer(world.root, one, "glow", 1))
    assert world.publish(ReleaseTimer(world.root, one, "glow")).done
    tick(world, 9)
    assert one[Diary].lines == [
        "1 tick 4", "12 tick 4", "13 tick 3", "13 half 2", "14 tick 2", "15 tick 1", "15 end 0",
    ]  # fmt: skip


def test_a_held_timer_may_be_stopped(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None))
    start(world, one, "glow", 4)
    world.publish(HoldTimer(world.root, one, "glow"))
    world.publish(StopTimer(world.root, one, "glow"))
    assert one[Diary].lines == ["0 end 4"]
    tick(world, 9)
    assert one[Diary].lines == ["0 end 4"]


def test_no_time_passes_for_who_is_left_behind(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None, half=None), hum=TimerKind())
    start(world, one, "glow", 4)
    tick(world)
    assert world.publish(Thaw(world.root, one)).reason == "not frozen"
    assert world.publish(Freeze(world.root, one)).done
    assert world.publish(Freeze(world.root, one)).reason == "frozen"
    start(world, one, "hum", 3)
    tick(world, 10)
    assert one[Diary].lines == ["1 tick 4"]
    assert [t.remaining(world.turn) for t in timers_of(world).of(one)] == [3, 3]
    assert world.publish(Thaw(world.root, one)).done
    tick(world, 3)
    assert one[Diary].lines == ["1 tick 4", "12 tick 3", "13 tick 2", "14 tick 1", "14 end 0"]
    assert timers_of(world).of(one) == ()


def test_what_is_held_for_itself_stays_so_when_its_owner_is_back(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None), hum=telling(start=None))
    for kind in ("glow", "hum"):
        start(world, one, kind, 9)
    world.publish(HoldTimer(world.root, one, "glow"))
    world.publish(Freeze(world.root, one))
    world.publish(HoldTimer(world.root, one, "hum"))
    world.publish(ReleaseTimer(world.root, one, "hum"))
    tick(world)
    assert one[Diary].lines == []
    world.publish(Thaw(world.root, one))
    tick(world)
    assert one[Diary].lines == ["2 tick 9"]
    assert [t.remaining(world.turn) for t in timers_of(world).of(one)] == [9, 8]


def test_who_is_left_behind_keeps_its_place_in_the_order_of_turns(debug: bool) -> None:
    world, one = scene(debug)
    other = world.spawn(Diary())
    start_clock(world)
    for who in (one, other):
        world.agenda.schedule(who)
    world.agenda.delay(one, 30)
    world.publish(Freeze(world.root, one))
    for _ in range(3):
        assert next_actor(world) is other
        world.agenda.delay(other)
    world.publish(Thaw(world.root, one))
    assert world.agenda.due(one) == world.agenda.now + 30


def test_what_is_due_in_turns_without_a_tick_is_caught_up_with(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None), hum=TimerKind())
    other = world.spawn()
    start(world, one, "glow", 4)
    start(world, one, "hum", 3)
    start(world, other, "hum", 30)
    for _ in range(7):
        world.advance()
    assert [t.remaining(world.turn) for t in timers_of(world).of(one)] == [0, 0]
    tick(world)
    assert one[Diary].lines == ["8 tick 1", "8 half 0", "8 end 0"]
    assert timers_of(world).of(one) == ()
    assert len(timers_of(world).of(other)) == 1


def test_the_timers_of_the_gone_are_forgotten_in_silence(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None), hum=telling(start=None, tick=None))
    for kind in ("glow", "hum"):
        start(world, one, kind, 4)
    tick(world)
    world.despawn(one)
    sequence = world.sequence
    tick(world, 6)
    assert world.sequence == sequence + 6
    assert one[Diary].lines == ["1 tick 4"]
    assert timers_of(world).of(one) == ()
    assert timers_of(world).wheel._ticking == {}


def test_who_bears_many_that_ran_out_keeps_the_others(debug: bool) -> None:
    kinds = {name: TimerKind() for name in "abcde"}
    world, one = scene(debug, last=telling(start=None, tick=None, half=None), **kinds)
    crowd = [one, *(world.spawn() for _ in range(20))]
    for turn in range(1, 12):
        for owner in crowd:
            for number, kind in enumerate("abcde"):
                if not timers_of(world).find(owner, kind):
                    start(world, owner, kind, 1 + number)
            if turn == 5:
                start(world, owner, "last", 50)
        tick(world)
        assert all("e" in [t.kind for t in timers_of(world).of(b)] or turn % 5 == 0 for b in crowd)
    for _ in range(30):
        start(world, world.spawn(), "a", 1)
        tick(world)
    assert {tuple(t.kind for t in timers_of(world).of(b)) for b in crowd} == {("last",)}


@pytest.mark.parametrize("kind", ["glow", "hum"])
def test_whoever_bears_one_timer_after_another_is_not_slowed_by_the_old_ones(
    debug: bool, kind: str
) -> None:
    world, one = scene(debug, glow=telling(start=None, tick=None, half=None), hum=TimerKind())
    for owner in [world.spawn() for _ in range(60 if debug else 300)]:
        start(world, owner, kind, 90)
    for _ in range(50):
        start(world, one, kind, 1)
        tick(world)
        start(world, one, kind, 9)
        world.publish(StopTimer(world.root, one, kind))
    chain, timer = 0, timers_of(world).wheel.newest.get(one)
    while timer is not None:
        chain, timer = chain + 1, timer._next
    assert chain <= 1


def test_the_timers_of_the_gone_are_not_kept(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None), hum=TimerKind())
    dead = [world.spawn(Diary()) for _ in range(40)]
    for number, owner in enumerate(dead):
        start(world, owner, "glow" if number % 2 else "hum", 9_000)
        if number % 3:
            world.publish(Freeze(world.root, owner))
        world.despawn(owner)
    start(world, one, "hum", 9_000)
    assert timers_of(world).of(dead[0]) == ()
    assert [timer.owner for timer in timers_of(world).wheel] == [one]
    assert len(json.loads(save_world(world))["gone"]) == 0
    run(world, until=5_000 * TURN)
    tick(world)
    assert [*timers_of(world).wheel.newest] == [one]
    for owner in [world.spawn() for _ in range(20)]:
        world.publish(Freeze(world.root, owner))
        world.despawn(owner)
    assert len(world.agenda._still.places) <= 10


def test_many_that_ran_out_are_cleared_away(debug: bool) -> None:
    world, one = scene(debug, hum=TimerKind(), last=telling(start=None, tick=None, half=None))
    crowd = [world.spawn() for _ in range(200 if debug else 2000)]
    for number, owner in enumerate(crowd):
        start(world, owner, "hum", 1 + number % 5)
    for kind in ("hum", "last"):
        start(world, one, kind, 50)
    tick(world, 6)
    assert len(timers_of(world).wheel.newest) <= 1 + 64
    assert [timer.kind for timer in timers_of(world).of(one)] == ["hum", "last"]
    assert len(list(timers_of(world).wheel)) == 2
