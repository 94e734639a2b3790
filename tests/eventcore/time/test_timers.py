"""Timers: their moments, their stacking, and what can be asked of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from eventcore import (
    DONE,
    GONE,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    Notice,
    RegistrationError,
    TimerError,
    World,
    component,
    event,
    handles,
    load_world,
    save_world,
    state_digest,
)
from eventcore.time import (
    ExtendTimer,
    Freeze,
    HoldTimer,
    Packet,
    ReleaseTimer,
    Stacking,
    StartTimer,
    StopTimer,
    Thaw,
    Tick,
    TimerKind,
    Timers,
    add_timers,
    next_actor,
    start_clock,
)
from tests.eventcore.fakes import Weight
from tests.eventcore.time.scenes import (
    Diary,
    Said,
    Skin,
    Sting,
    scene,
    start,
    telling,
    tick,
    timers_of,
)

pytestmark = pytest.mark.parametrize("debug", [False, True], ids=["compiled", "checked"])


# The moments


@pytest.mark.parametrize(
    ("duration", "lines"),
    [
        (1, ["0 start 1", "1 tick 1", "1 half 0", "1 end 0"]),
        (2, ["0 start 2", "1 tick 2", "1 half 1", "2 tick 1", "2 end 0"]),
        (3, ["0 start 3", "1 tick 3", "2 tick 2", "2 half 1", "3 tick 1", "3 end 0"]),
        (4, ["0 start 4", "1 tick 4", "2 tick 3", "2 half 2", "3 tick 2", "4 tick 1", "4 end 0"]),
    ],
)
def test_a_timer_has_its_start_a_tick_a_turn_half_time_and_its_end(
    debug: bool, duration: int, lines: list[str]
) -> None:
    world, one = scene(debug, glow=telling())
    start(world, one, "glow", duration)
    tick(world, duration + 3)
    assert one[Diary].lines == lines
    assert timers_of(world).of(one) == ()


def test_a_kind_says_only_what_it_has_to_say(debug: bool) -> None:
    world, one = scene(debug, quiet=TimerKind(), last=telling(start=None, tick=None, half=None))
    for kind in ("quiet", "last"):
        start(world, one, kind, 3)
    tick(world, 2)
    assert [timer.kind for timer in timers_of(world).of(one)] == ["quiet", "last"]
    tick(world)
    assert one[Diary].lines == ["3 end 0"]
    assert timers_of(world).of(one) == ()


def test_turns_are_the_worlds_and_not_the_bearers(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None, half=None))
    start(world, one, "glow", 2)
    world.schedule.enter(one)
    for _ in range(5):
        world.schedule.spend(one)
    assert one[Diary].lines == ["0 start 2"]
    tick(world, 2)
    assert one[Diary].lines == ["0 start 2", "2 end 0"]


def test_timers_of_a_turn_have_it_in_the_order_they_were_started(debug: bool) -> None:
    kinds = {word: TimerKind(end=Packet("Said", {"word": word})) for word in "abc"}
    world, one = scene(debug, **kinds)
    for kind, duration in (("c", 3), ("a", 2), ("b", 3)):
        start(world, one, kind, duration)
    world.publish(ExtendTimer(world.root, one, "a", 1))
    tick(world, 3)
    assert one[Diary].lines == ["3 c 0", "3 a 0", "3 b 0"]


def test_what_it_publishes_keeps_the_number_of_what_began_it(debug: bool) -> None:
    world, one = scene(debug, itch=TimerKind(tick=Packet("Sting", {"by": 2})))
    goblin = world.spawn()
    told: list[Sting] = []
    world.observe(Sting, told.append)
    began = world.publish(StartTimer(goblin, one, "itch", 2))
    world.despawn(goblin)
    tick(world, 2)
    assert [(sting.enactor, sting.target, sting.by, sting.outcome) for sting in told] == [
        (goblin, one, 2, DONE)
    ] * 2
    assert {sting.origin for sting in told} == {began.sequence}
    assert all(isinstance(sting.cause, Tick) for sting in told)
    assert one[Skin].stings == 4
    assert began.origin == 0


def test_each_event_has_data_of_its_own(debug: bool) -> None:
    @component
    class Spoiler(Component):
        @handles(Said, MODIFY)
        def spoil(self, said: Said, world: World) -> None:
            said.word += "!"

    world, _ = scene(debug, Spoiler, glow=TimerKind(tick=Packet("Said", {"word": "hum"})))
    other = world.spawn(Diary(), Spoiler())
    start(world, other, "glow", 2)
    tick(world, 2)
    assert other[Diary].lines == ["1 hum! 2", "2 hum! 1"]


def test_each_event_has_lists_and_dicts_of_its_own(debug: bool) -> None:
    @event
    class Listed(Notice):
        words: list[str]
        counts: dict[str, list[int]]

    @component
    class Writer(Component):
        told: int = 0

        @handles(Listed, MODIFY)
        def add(self, listed: Listed, world: World) -> None:
            listed.words.append("more")
            listed.counts["a"].append(1)

        @handles(Listed, REACT)
        def count(self, listed: Listed, world: World) -> None:
            self.told += len(listed.words) + len(listed.counts["a"])

    data = {"words": ["one"], "counts": {"a": [0]}}
    world, _ = scene(debug, Writer, glow=TimerKind(tick=Packet("Listed", data)))
    other = world.spawn(Writer())
    start(world, other, "glow", 3)
    tick(world, 3)
    assert other[Writer].told == 3 * (2 + 2)
    assert data == {"words": ["one"], "counts": {"a": [0]}}


# Chains


def test_a_component_may_veto_lengthen_or_cancel_a_timer(debug: bool) -> None:
    @component
    class Blood(Component):
        """Immune to one poison, and holds another longer."""

        @handles(StartTimer, VALIDATE, role="target")
        def resist(self, begun: StartTimer, world: World) -> None:
            if begun.kind == "weak":
                begun.fail("immune")

        @handles(StartTimer, MODIFY, role="target")
        def linger(self, begun: StartTimer, world: World) -> None:
            begun.duration += {"long": 2, "short": -9}.get(begun.kind, 0)

        @handles(Sting, VALIDATE, role="target")
        def shrug(self, sting: Sting, world: World) -> None:
            sting.fail("numb")

    poison = TimerKind(tick=Packet("Sting"))
    world, _ = scene(debug, Blood, weak=poison, long=poison, short=poison)
    one = world.spawn(Blood(), Skin())
    assert start(world, one, "weak", 3).reason == "immune"
    assert start(world, one, "short", 3).reason == "short"
    assert start(world, one, "long", 1).duration == 3
    assert [timer.ends for timer in timers_of(world).of(one)] == [3]
    tick(world, 3)
    assert one[Skin].stings == 0


def test_a_timer_may_be_ended_by_what_it_publishes(debug: bool) -> None:
    @component
    class Cure(Component):
        @handles(Said)
        def cure(self, said: Said, world: World) -> None:
            if said.word == "tick":
                world.publish(StopTimer(self.entity, self.entity, "glow", quiet=True))

    world, _ = scene(debug, Cure, glow=telling())
    one = world.spawn(Cure(), Diary())
    start(world, one, "glow", 3)
    tick(world, 4)
    assert one[Diary].lines == ["0 start 3", "1 tick 3"]


def test_half_time_is_not_told_of_what_its_tick_has_ended(debug: bool) -> None:
    @component
    class Cure(Component):
        @handles(Said)
        def cure(self, said: Said, world: World) -> None:
            if said.word == "tick":
                world.publish(StopTimer(self.entity, self.entity, "glow", quiet=True))

    world, _ = scene(debug, Cure, glow=telling())
    one = world.spawn(Cure(), Diary())
    start(world, one, "glow", 2)
    tick(world, 3)
    assert one[Diary].lines == ["0 start 2", "1 tick 2"]


def test_a_timer_may_be_started_again_by_its_end(debug: bool) -> None:
    @component
    class Loop(Component):
        @handles(Said)
        def again(self, said: Said, world: World) -> None:
            if said.word == "end":
                world.publish(StartTimer(self.entity, self.entity, "glow", 2))

    world, _ = scene(debug, Loop, glow=telling(half=None))
    one = world.spawn(Loop(), Diary())
    start(world, one, "glow", 1)
    tick(world, 3)
    assert one[Diary].lines == [
        "0 start 1", "1 tick 1", "1 start 2", "1 end 0", "2 tick 2", "3 tick 1", "3 start 2",
        "3 end 0",
    ]  # fmt: skip


# Stacking


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


def test_a_bearer_has_one_timer_of_a_kind_and_another_bearer_its_own(debug: bool) -> None:
    world, one = scene(debug, glow=telling(), hum=TimerKind())
    other = world.spawn(Diary())
    for bearer, kind in ((one, "glow"), (other, "glow"), (one, "hum")):
        start(world, bearer, kind, 5)
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


# Ending, stretching, holding


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


def test_what_is_held_for_itself_stays_so_when_its_bearer_is_back(debug: bool) -> None:
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
        world.schedule.enter(who)
    world.schedule.spend(one, 30)
    world.publish(Freeze(world.root, one))
    for _ in range(3):
        assert next_actor(world) is other
        world.schedule.spend(other)
    world.publish(Thaw(world.root, one))
    assert world.schedule.due(one) == world.schedule.now + 30


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
        for bearer in crowd:
            for number, kind in enumerate("abcde"):
                if not timers_of(world).find(bearer, kind):
                    start(world, bearer, kind, 1 + number)
            if turn == 5:
                start(world, bearer, "last", 50)
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
    for bearer in [world.spawn() for _ in range(60 if debug else 300)]:
        start(world, bearer, kind, 90)
    for _ in range(50):
        start(world, one, kind, 1)
        tick(world)
        start(world, one, kind, 9)
        world.publish(StopTimer(world.root, one, kind))
    chain, timer = 0, timers_of(world).wheel._of.get(one)
    while timer is not None:
        chain, timer = chain + 1, timer._next
    assert chain <= 1


def test_the_timers_of_the_gone_are_not_kept(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None), hum=TimerKind())
    dead = [world.spawn(Diary()) for _ in range(40)]
    for number, bearer in enumerate(dead):
        start(world, bearer, "glow" if number % 2 else "hum", 9_000)
        if number % 3:
            world.publish(Freeze(world.root, bearer))
        world.despawn(bearer)
    start(world, one, "hum", 9_000)
    assert timers_of(world).of(dead[0]) == ()
    assert [timer.bearer for timer in timers_of(world).wheel] == [one]
    assert len(json.loads(save_world(world))["gone"]) == 0
    world._turn = 5_000
    tick(world)
    assert [*timers_of(world).wheel._of] == [one]
    for bearer in [world.spawn() for _ in range(20)]:
        world.publish(Freeze(world.root, bearer))
        world.despawn(bearer)
    assert len(world.schedule._frozen) <= 10


def test_many_that_ran_out_are_cleared_away(debug: bool) -> None:
    world, one = scene(debug, hum=TimerKind(), last=telling(start=None, tick=None, half=None))
    crowd = [world.spawn() for _ in range(200 if debug else 2000)]
    for number, bearer in enumerate(crowd):
        start(world, bearer, "hum", 1 + number % 5)
    for kind in ("hum", "last"):
        start(world, one, kind, 50)
    tick(world, 6)
    assert len(timers_of(world).wheel._of) <= 1 + 64
    assert [timer.kind for timer in timers_of(world).of(one)] == ["hum", "last"]
    assert len(list(timers_of(world).wheel)) == 2


# What is asked of timers while a turn goes by


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


def meddled(debug: bool, glow: TimerKind, deeds: Deeds) -> tuple[World, Entity]:
    """A world in which something happens at a moment; the timer "early" is older than others."""
    meddles = meddler(deeds)
    world, one = scene(debug, meddles, early=telling(start=None, half=None), glow=glow)
    world.attach(world.root, meddles())
    start(world, world.spawn(Diary()), "early", 99)
    return world, one


def lines(one: Entity) -> str:
    return ", ".join(one[Diary].lines)


def test_what_is_started_as_a_turn_begins_lives_from_the_next_one_on(debug: bool) -> None:
    deeds: Deeds = {}
    world, one = meddled(debug, telling(half=None), deeds)
    deeds["1 before"] = [StartTimer(world.root, one, "glow", 2)]
    tick(world, 4)
    assert lines(one) == "1 start 2, 2 tick 2, 3 tick 1, 3 end 0"


def test_what_is_refreshed_by_an_older_timer_lives_from_the_next_turn_on(debug: bool) -> None:
    deeds: Deeds = {}
    world, one = meddled(debug, telling(half=None, start=None), deeds)
    start(world, one, "glow", 2)
    deeds["2 tick early"] = [StartTimer(world.root, one, "glow", 2)]
    tick(world, 5)
    assert lines(one) == "1 tick 2, 3 tick 2, 4 tick 1, 4 end 0"


@pytest.mark.parametrize("moment", ["2 before", "2 tick early"])
@pytest.mark.parametrize("freezes", [False, True])
def test_no_turn_is_lost_to_being_held_before_it_was_lived_through(
    debug: bool, moment: str, freezes: bool
) -> None:
    deeds: Deeds = {}
    world, one = meddled(debug, telling(start=None), deeds)
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
    deeds: Deeds = {}
    world, one = meddled(debug, telling(start=None, tick=None), deeds)
    start(world, one, "glow", 4)
    deeds["2 tick early"] = [HoldTimer(world.root, one, "glow")]
    tick(world, 3)
    world.publish(ReleaseTimer(world.root, one, "glow"))
    tick(world, 4)
    assert lines(one) == "4 half 2, 6 end 0"
    assert len(timers_of(world).wheel._due) == 1


def test_what_is_held_in_its_last_tick_and_made_longer_stands_still(debug: bool) -> None:
    deeds: Deeds = {}
    world, one = meddled(debug, telling(start=None, half=None), deeds)
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
    deeds: Deeds = {}
    world, one = meddled(debug, telling(start=None, half=None), deeds)
    start(world, one, "glow", 1)
    deeds["1 tick glow"] = [HoldTimer(world.root, one, "glow")]
    tick(world)
    assert lines(one) == "1 tick 1, 1 end 0"


@pytest.mark.parametrize("end", [None, Packet("Sting")])
@pytest.mark.parametrize("duration", [3, 4, 5])
def test_what_tells_little_lives_through_a_turn_as_what_tells_much(
    debug: bool, end: Packet | None, duration: int
) -> None:
    deeds: Deeds = {}
    world, one = meddled(debug, TimerKind(end=end), deeds)
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
    for bearer in [world.spawn() for _ in range(99)]:
        start(world, bearer, "hum", 1)
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
    deeds: Deeds = {}
    world, one = meddled(debug, telling(start=None, half=None, tick=None), deeds)
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


@pytest.mark.parametrize(
    ("field", "value", "reason"), [("duration", 0, "short"), ("level", 0, "short")]
)
def test_nothing_is_started_of_which_handlers_left_nothing(
    debug: bool, field: str, value: int, reason: str
) -> None:
    @component
    class Curse(Component):
        @handles(StartTimer, MODIFY, via="world")
        def lessen(self, start: StartTimer, world: World) -> None:
            setattr(start, field, value)

    world, one = scene(debug, Curse, glow=telling())
    world.attach(world.root, Curse())
    assert start(world, one, "glow", 3).reason == reason
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


def test_timers_are_saved_and_loaded_whole_in_any_turn(debug: bool) -> None:
    def play(saves: bool) -> list[str]:
        world, one = scene(debug, glow=telling(stacking=Stacking.EXTEND), hum=TimerKind())
        start(world, one, "glow", 3)
        start(world, one, "hum", 20)
        for turn in range(16):
            if turn == 2:
                start(world, one, "glow", 5)
                world.publish(HoldTimer(world.root, one, "hum"))
            if turn in (4, 7):
                world.publish((Freeze if turn == 4 else Thaw)(world.root, one))
            if saves:
                world = load_world(save_world(world), components=world.components, debug=debug)
                one = world[one.id]
            tick(world)
        return [*one[Diary].lines, state_digest(world)]

    assert play(saves=True) == play(saves=False)


def test_who_was_left_behind_when_saved_goes_on_when_loaded(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None, half=None))
    world.publish(Freeze(world.root, one))
    tick(world, 2)
    start(world, one, "glow", 3)
    assert [(timer.held, timer.ends) for timer in timers_of(world).of(one)] == [(3, 5)]
    world = load_world(save_world(world), components=world.components, debug=debug)
    one = world[one.id]
    world.publish(Thaw(world.root, one))
    tick(world, 4)
    assert lines(one) == "2 start 3, 5 end 0"


# Bad input


def test_whoever_asks_for_no_kind_is_told_which_there_are(debug: bool) -> None:
    world, one = scene(debug, glow=TimerKind(), hum=TimerKind())
    with pytest.raises(TimerError, match=r"'glum', only glow, hum\n"):
        start(world, one, "glum", 3)
    world, one = scene(debug)
    with pytest.raises(TimerError, match=r"'glum', only none at all\n"):
        start(world, one, "glum", 3)


def test_what_a_kind_publishes_is_worked_out_once(debug: bool) -> None:
    world, _ = scene(debug, glow=telling())
    timers = timers_of(world)
    assert timers._makers_of("glow", world) is timers._makers_of("glow", world)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda w, e: StartTimer(w.root, e, "glow", 0), "duration=0: a timer takes a whole number"),
        (lambda w, e: StartTimer(w.root, e, "glow", -3), "duration=-3: a timer takes a whole"),
        (
            lambda w, e: StartTimer(w.root, e, "glow", cast(int, 1.5)),
            "duration=1.5: a timer takes a whole",
        ),
        (lambda w, e: StartTimer(w.root, e, "glow", True), "duration=True: a timer takes a whole"),
        (lambda w, e: StartTimer(w.root, e, "glow", 3, 0), "level=0: a timer takes a whole number"),
        (lambda w, e: StartTimer(w.root, e, "glum", 3), "no kind of timer 'glum', only glow"),
        (lambda w, e: StopTimer(w.root, e, "glum"), "no kind of timer 'glum', only glow"),
        (lambda w, e: ExtendTimer(w.root, e, "glow", 0), "turns=0: a timer takes a whole number"),
    ],
)
def test_nonsense_is_a_clear_error_and_the_world_unchanged(
    debug: bool, make: Callable[[World, Entity], Any], said: str
) -> None:
    world, one = scene(debug, glow=telling())
    start(world, one, "glow", 3)
    with pytest.raises(TimerError, match=said):
        world.publish(make(world, one))
    (timer,) = timers_of(world).of(one)
    assert (timer.ends, timer.level, one[Diary].lines) == (3, 1, ["0 start 3"])


def test_who_is_gone_gets_no_timer(debug: bool) -> None:
    world, one = scene(debug, glow=telling())
    world.despawn(one)
    assert start(world, one, "glow", 3).reason == GONE
    assert timers_of(world).of(one) == ()


@pytest.mark.parametrize(
    ("packet", "said"),
    [
        (Packet("Nope"), "timer kind 'odd', tick: no component of this world hears 'Nope'"),
        (Packet("Weight"), "Weight is a Query, which nothing publishes"),
        (Packet("Said", {"words": "x"}), "Said has no field 'words' to give data for"),
        (Packet("Said", {"enactor": 1}), "Said has no field 'enactor' to give data for"),
        (Packet("Said", {"timer": 1}), "Said has no field 'timer' to give data for"),
        (Packet("Said", role="target"), "Said has no role 'target'"),
        (Packet("Sting", role="enactor"), "Sting needs 'target': give it in the data"),
    ],
)
def test_a_kind_that_does_not_fit_the_worlds_events_is_refused(
    debug: bool, packet: Packet, said: str
) -> None:
    @component
    class Scale(Component):
        @handles(Weight, MODIFY)
        def weigh(self, weight: Weight, world: World) -> None:
            """Weigh."""

    world = World(components=[Timers, Diary, Skin, Scale], debug=debug)
    with pytest.raises(TimerError, match=said):
        add_timers(world, {"odd": TimerKind(tick=packet)})
    assert Timers not in world.root


def test_a_world_has_timers_once_and_only_if_they_are_among_its_components(debug: bool) -> None:
    world, _ = scene(debug)
    with pytest.raises(RegistrationError, match="has a Timers already"):
        add_timers(world, {})
    with pytest.raises(RegistrationError, match="Timers has no place in this world's order"):
        add_timers(World(components=[Diary], debug=debug), {})


def test_worlds_share_kinds_that_cannot_change_and_no_others(debug: bool) -> None:
    loose = {"glow": TimerKind(most=3)}
    one, other = (World(components=[Timers], debug=debug) for _ in range(2))
    kinds = add_timers(one, loose).kinds
    loose.clear()
    assert kinds == {"glow": TimerKind(most=3)}
    assert add_timers(other, kinds).kinds is kinds
