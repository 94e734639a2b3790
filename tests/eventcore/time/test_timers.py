"""Timers: their moments, their stacking, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from eventcore import (
    DONE,
    GONE,
    MODIFY,
    VALIDATE,
    Component,
    Entity,
    RegistrationError,
    TimerError,
    World,
    component,
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
        (Stacking.REFRESH, 6, 6, 1, ["0 start 4", "2 start 6"]),
        (Stacking.REFRESH, 1, 2, 1, ["0 start 4", "2 start 2"]),
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


# Bad input


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
