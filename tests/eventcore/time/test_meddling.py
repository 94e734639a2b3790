"""Timers: what is asked of them in the midst of a turn they live through."""

from __future__ import annotations

from typing import Any

import pytest

from eventcore import MODIFY, REACT, RESOLVE, Component, Entity, World, component, handles
from eventcore.errors import TimerError
from eventcore.time import (
    ExtendTimer,
    Freeze,
    HoldTimer,
    Packet,
    ReleaseTimer,
    StartTimer,
    StopTimer,
    Thaw,
    Tick,
    TimerKind,
    Timers,
    add_timers,
)
from tests.eventcore.time.scenes import Diary, Said, Sting, scene, start, telling, tick, timers_of

Deeds = dict[str, list[Any]]


def meddler(deeds: Deeds) -> type[Component]:
    """What does something to timers at a moment, once."""

    def meddle(moment: str, world: World) -> None:
        for deed in deeds.pop(moment, []):
            world.publish(deed)

    @component
    class Meddler(Component):
        @handles(Tick, RESOLVE, via="world")
        def before_the_timers(self, tick: Tick, world: World) -> None:
            meddle(f"{world.turn} before", world)

        @handles(Said, REACT, via="world")
        def after_a_word(self, said: Said, world: World) -> None:
            assert said.timer is not None
            meddle(f"{world.turn} {said.word} {said.timer.kind}", world)

    return Meddler


def meddled(debug: bool, glow: TimerKind) -> tuple[World, Entity, Deeds]:
    """A world in which something happens at a moment; the timer "early" is older than others."""
    deeds: Deeds = {}
    meddles = meddler(deeds)
    world, one = scene(debug, meddles, early=telling(start=None, half=None), glow=glow)
    world.attach(world.root, meddles())
    start(world, world.spawn(Diary()), "early", 99)
    return world, one, deeds


def lines(one: Entity) -> str:
    return ", ".join(one[Diary].lines)


def test_what_is_started_as_a_turn_begins_lives_from_the_next_one_on(debug: bool) -> None:
    world, one, deeds = meddled(debug, telling(half=None))
    deeds["1 before"] = [StartTimer(world.root, one, "glow", 2)]
    tick(world, 4)
    assert lines(one) == "1 start 2, 2 tick 2, 3 tick 1, 3 end 0"


def test_what_is_refreshed_by_an_older_timer_lives_from_the_next_turn_on(debug: bool) -> None:
    world, one, deeds = meddled(debug, telling(half=None, start=None))
    start(world, one, "glow", 2)
    deeds["2 tick early"] = [StartTimer(world.root, one, "glow", 2)]
    tick(world, 5)
    assert lines(one) == "1 tick 2, 3 tick 2, 4 tick 1, 4 end 0"


@pytest.mark.parametrize("moment", ["2 before", "2 tick early"])
@pytest.mark.parametrize("freezes", [False, True])
def test_no_turn_is_lost_to_being_held_before_it_was_lived_through(
    debug: bool, moment: str, freezes: bool
) -> None:
    world, one, deeds = meddled(debug, telling(start=None))
    hold, release = (Freeze, Thaw) if freezes else (HoldTimer, ReleaseTimer)
    more = () if freezes else ("glow",)
    start(world, one, "glow", 4)
    deeds[moment] = [hold(world.root, one, *more)]
    tick(world, 5)
    assert lines(one) == "1 tick 4"
    world.publish(release(world.root, one, *more))
    tick(world, 5)
    assert lines(one) == "1 tick 4, 6 tick 3, 6 half 2, 7 tick 2, 8 tick 1, 8 end 0"


def test_half_time_is_told_though_the_timer_was_held_in_its_turn(debug: bool) -> None:
    world, one, deeds = meddled(debug, telling(start=None, tick=None))
    start(world, one, "glow", 4)
    deeds["2 tick early"] = [HoldTimer(world.root, one, "glow")]
    tick(world, 3)
    world.publish(ReleaseTimer(world.root, one, "glow"))
    tick(world, 4)
    assert lines(one) == "4 half 2, 6 end 0"
    assert len(timers_of(world).wheel._due) == 1


def test_what_is_held_in_its_last_tick_and_made_longer_stands_still(debug: bool) -> None:
    world, one, deeds = meddled(debug, telling(start=None, half=None))
    start(world, one, "glow", 2)
    deeds["2 tick glow"] = [
        HoldTimer(world.root, one, "glow"),
        ExtendTimer(world.root, one, "glow", 2),
    ]
    tick(world, 6)
    assert lines(one) == "1 tick 2, 2 tick 1"
    world.publish(ReleaseTimer(world.root, one, "glow"))
    tick(world, 6)
    assert lines(one) == "1 tick 2, 2 tick 1, 7 tick 2, 8 tick 1, 8 end 0"


def test_what_is_held_in_its_last_tick_has_lived_its_life(debug: bool) -> None:
    world, one, deeds = meddled(debug, telling(start=None, half=None))
    start(world, one, "glow", 1)
    deeds["1 tick glow"] = [HoldTimer(world.root, one, "glow")]
    tick(world)
    assert lines(one) == "1 tick 1, 1 end 0"


@pytest.mark.parametrize("end", [None, Packet("Sting")])
@pytest.mark.parametrize("duration", [3, 4, 5])
def test_what_tells_little_lives_through_a_turn_as_what_tells_much(
    debug: bool, end: Packet | None, duration: int
) -> None:
    world, one, deeds = meddled(debug, TimerKind(end=end))
    start(world, one, "glow", duration)
    deeds["3 tick early"] = [HoldTimer(world.root, one, "glow")]
    tick(world, 9)
    assert [timer.remaining(world.turn) for timer in timers_of(world).of(one)] == [duration - 2]
    world.publish(ReleaseTimer(world.root, one, "glow"))
    tick(world, duration - 3)
    assert len(timers_of(world).of(one)) == 1
    tick(world)
    assert timers_of(world).of(one) == ()


def test_a_start_that_changes_nothing_is_refused_and_takes_no_credit(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None, half=None))
    other = world.spawn()
    start(world, one, "glow", 9)
    assert world.publish(StartTimer(other, one, "glow", 3)).reason == "already"
    assert [timer.source for timer in timers_of(world).of(one)] == [world.root]
    assert lines(one) == "0 start 9"


def test_a_start_for_as_long_as_is_left_changes_nothing(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None, half=None))
    start(world, one, "glow", 9)
    tick(world, 2)
    assert start(world, one, "glow", 7).reason == "already"
    assert start(world, one, "glow", 8).reason is None


def test_what_is_told_of_a_start_counts_the_turn_that_is_still_to_come(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None, half=None, most=3))
    start(world, one, "glow", 5)
    world.advance()
    start(world, one, "glow", 2, level=2)
    world.publish(StopTimer(world.root, one, "glow"))
    assert lines(one) == "0 start 5, 1 start 5, 1 end 5"


def test_a_held_timer_that_tells_nobody_is_kept(debug: bool) -> None:
    world, one = scene(debug, glow=TimerKind(), hum=TimerKind())
    start(world, one, "glow", 3)
    world.publish(HoldTimer(world.root, one, "glow"))
    for owner in [world.spawn() for _ in range(99)]:
        start(world, owner, "hum", 1)
    tick(world, 9)
    assert [timer.remaining(9) for timer in timers_of(world).of(one)] == [3]
    world.publish(ReleaseTimer(world.root, one, "glow"))
    tick(world, 3)
    assert timers_of(world).of(one) == ()


def test_what_a_handler_stops_at_once_is_not_told(debug: bool) -> None:
    @component
    class Cure(Component):
        @handles(StartTimer, REACT - 1, via="world")
        def cure(self, start: StartTimer, world: World) -> None:
            world.publish(StopTimer(start.target, start.target, start.kind, quiet=True))

    world, one = scene(debug, Cure, glow=telling())
    world.attach(world.root, Cure())
    start(world, one, "glow", 3)
    tick(world, 4)
    assert lines(one) == ""


def test_turns_without_a_tick_pass_for_each_timer_in_its_turn(debug: bool) -> None:
    world, one = scene(
        debug, glow=telling(start=None, tick=None), hum=telling(start=None, tick=None)
    )
    start(world, one, "glow", 2)
    start(world, one, "hum", 6)
    for _ in range(4):
        world.advance()
    tick(world)
    assert lines(one) == "5 half 0, 5 end 0, 5 half 1"
    tick(world)
    assert lines(one) == "5 half 0, 5 end 0, 5 half 1, 6 end 0"


def test_what_an_error_kept_from_its_turn_comes_with_the_next(debug: bool) -> None:
    world, one, deeds = meddled(debug, telling(start=None, half=None, tick=None))
    start(world, one, "glow", 2)
    deeds["2 tick early"] = [StartTimer(world.root, one, "none", 1)]
    tick(world)
    with pytest.raises(TimerError):
        tick(world)
    tick(world)
    assert lines(one) == "3 end 0"


def test_a_turn_is_lived_through_once_however_many_ticks_it_has(debug: bool) -> None:
    world, one = scene(debug, glow=telling(half=None, start=None))
    start(world, one, "glow", 2)
    tick(world)
    world.publish(Tick(world.root))
    tick(world)
    assert lines(one) == "1 tick 2, 2 tick 1, 2 end 0"


def test_the_events_of_one_that_dies_of_its_timer_are_left_out(debug: bool) -> None:
    @component
    class Frail(Component):
        @handles(Said, REACT)
        def die(self, said: Said, world: World) -> None:
            world.despawn(said.enactor)

    world, one = scene(debug, Frail, glow=telling(start=None), hum=telling(start=None))
    world.attach(one, Frail())
    for kind in ("glow", "hum"):
        start(world, one, kind, 1)
    tick(world, 3)
    assert lines(one) == "1 tick 1"


def test_whoever_began_it_last_is_who_it_comes_from(debug: bool) -> None:
    world, one = scene(debug, sting=TimerKind(tick=Packet("Sting")))
    other = world.spawn()
    stings: list[Sting] = []
    world.observe(Sting, stings.append, entity=other)
    world.publish(StartTimer(world.root, one, "sting", 5))
    last = world.publish(StartTimer(other, one, "sting", 6))
    tick(world)
    assert [(sting.enactor, sting.origin) for sting in stings] == [(other, last.sequence)]


@pytest.mark.parametrize(("left", "reason"), [(-20, "short"), (0, "short"), (1, None)])
def test_a_timer_is_not_extended_by_what_handlers_left_of_nothing(
    debug: bool, left: int, reason: str | None
) -> None:
    @component
    class Curse(Component):
        @handles(ExtendTimer, MODIFY, via="world")
        def shorten(self, extend: ExtendTimer, world: World) -> None:
            extend.turns = left

    world, one = scene(debug, Curse, glow=telling(start=None, tick=None, half=None))
    world.attach(world.root, Curse())
    start(world, one, "glow", 3)
    assert world.publish(ExtendTimer(world.root, one, "glow", 5)).reason == reason
    tick(world, 9)
    assert lines(one) == ("3 end 0" if reason else "4 end 0")


@pytest.mark.parametrize("field", ["duration", "level"])
def test_nothing_is_started_of_which_handlers_left_nothing(debug: bool, field: str) -> None:
    @component
    class Curse(Component):
        @handles(StartTimer, MODIFY, via="world")
        def lessen(self, start: StartTimer, world: World) -> None:
            setattr(start, field, 0)

    world, one = scene(debug, Curse, glow=telling())
    world.attach(world.root, Curse())
    assert start(world, one, "glow", 3).reason == "short"
    assert timers_of(world).of(one) == ()


def test_half_a_turn_is_a_clear_error(debug: bool) -> None:
    @component
    class Blessing(Component):
        @handles(StartTimer, MODIFY, via="world")
        def lengthen(self, start: StartTimer, world: World) -> None:
            start.duration *= 1.5  # type: ignore[assignment]  # as one might write it

    world, one = scene(debug, Blessing, glow=telling())
    world.attach(world.root, Blessing())
    with pytest.raises(TimerError, match=r"duration=4.5: a timer takes a whole number"):
        start(world, one, "glow", 3)
    assert timers_of(world).of(one) == ()


def test_a_level_never_rises_above_the_highest(debug: bool) -> None:
    world, one = scene(debug, glow=TimerKind(most=2))
    start(world, one, "glow", 3, level=9)
    assert [timer.level for timer in timers_of(world).of(one)] == [2]
    with pytest.raises(TimerError, match="timer kind 'odd': most=0"):
        add_timers(World(components=[Timers]), {"odd": TimerKind(most=0)})


@pytest.mark.parametrize("still", ["held", "frozen"])
@pytest.mark.parametrize("told", ["tick", "half", "end"])
def test_timer_that_goes_on_in_a_turn_lives_through_that_turn(
    debug: bool, still: str, told: str
) -> None:
    stop, go = (HoldTimer, ReleaseTimer) if still == "held" else (Freeze, Thaw)
    kind = {} if still == "frozen" else {"kind": "glow"}

    def play(meddles: bool) -> str:
        silent = {moment: None for moment in ("start", "tick", "half", "end") if moment != told}
        world, one, deeds = meddled(debug, telling(**silent))
        start(world, one, "glow", 3)
        if meddles:
            world.publish(stop(world.root, one, **kind))
            deeds["1 tick early"] = [go(world.root, one, **kind)]
        tick(world, 5)
        return lines(one)

    assert play(meddles=True) == play(meddles=False)


def test_timer_that_is_held_and_released_in_one_turn_ticks_once(debug: bool) -> None:
    world, one, deeds = meddled(debug, telling(start=None, half=None, end=None))
    start(world, one, "glow", 2)
    deeds["1 tick early"] = [
        HoldTimer(world.root, one, "glow"), ReleaseTimer(world.root, one, "glow")
    ]  # fmt: skip
    tick(world, 4)
    assert lines(one) == "1 tick 2, 2 tick 1"
