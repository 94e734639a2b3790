"""Timers: their start, their ticks, half time and end, each an event down a chain."""

from __future__ import annotations

import pytest

from eventcore import MODIFY, REACT, VALIDATE, Component, Notice, World, component, event, handles
from eventcore.outcome import DONE
from eventcore.time import ExtendTimer, Packet, StartTimer, StopTimer, Tick, TimerKind
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


def test_turns_are_the_worlds_and_not_the_owners(debug: bool) -> None:
    world, one = scene(debug, glow=telling(tick=None, half=None))
    start(world, one, "glow", 2)
    world.agenda.schedule(one)
    for _ in range(5):
        world.agenda.delay(one)
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


@pytest.mark.parametrize("duration", [2, 3], ids=["before its half time", "before a tick"])
def test_a_timer_may_be_ended_by_what_it_publishes(debug: bool, duration: int) -> None:
    @component
    class Cure(Component):
        @handles(Said)
        def cure(self, said: Said, world: World) -> None:
            if said.word == "tick":
                world.publish(StopTimer(self.entity, self.entity, "glow", quiet=True))

    world, _ = scene(debug, Cure, glow=telling())
    one = world.spawn(Cure(), Diary())
    start(world, one, "glow", duration)
    tick(world, duration + 1)
    assert one[Diary].lines == [f"0 start {duration}", f"1 tick {duration}"]


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
