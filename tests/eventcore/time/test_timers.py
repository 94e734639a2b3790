"""Timers publish events, and can be frozen, extended and restarted."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from eventcore import (
    MODIFY,
    REACT,
    VALIDATE,
    Component,
    Notice,
    World,
    component,
    event,
    handles,
    save_world,
)
from eventcore.errors import RegistrationError
from eventcore.outcome import DONE
from eventcore.time import (
    Freeze,
    Packet,
    Stacking,
    StartTimer,
    StopTimer,
    Thaw,
    Tick,
    TimerKind,
    Timers,
    add_timers,
    start_clock,
)
from tests.eventcore.time.scenes import (
    Diary,
    Said,
    Skin,
    Sting,
    load,
    scene,
    start,
    telling,
    tick,
    timers_of,
)
from tests.eventcore.worlds.clones import clone_world

ONLY_END = telling(start=None, tick=None, half=None)
NO_HALF = telling(half=None)
EXTENDS = telling(tick=None, start=None, stacking=Stacking.EXTEND)
SLOW = telling(tick=None)

# Scripts list acts by turn: 3 is after all ticks, 3* before the timer's tick, and 3+ just after it.
# The second text lists the events that the timer publishes.
SCENARIOS = {
    "one turn": (telling(), "0 start 1", "0 start 1, 1 tick 1, 1 half 0, 1 end 0"),
    "two turns": (telling(), "0 start 2", "0 start 2, 1 tick 2, 1 half 1, 2 tick 1, 2 end 0"),
    "three": (telling(tick=None), "0 start 3", "0 start 3, 2 half 1, 3 end 0"),
    "its end alone": (ONLY_END, "0 start 3", "3 end 0"),
    "stopped": (NO_HALF, "0 start 5, 1 stop, 1 stop: no timer", "0 start 5, 1 tick 5, 1 end 4"),
    "stopped quietly": (NO_HALF, "0 start 5, 1 quiet", "0 start 5, 1 tick 5"),
    "extended while frozen": (
        telling(start=None, stacking=Stacking.EXTEND), "0 start 4, 1 freeze, 5 start 1, 5 thaw",
        "1 tick 4, 6 tick 4, 7 tick 3, 7 half 2, 8 tick 2, 9 tick 1, 9 end 0",
    ),
    "stopped while frozen": (SLOW, "0 start 4, 0 freeze, 2 stop", "0 start 4, 2 end 4"),
    "frozen": (
        telling(half=None, start=None),
        "0 thaw: not frozen, 0 start 2, 1 freeze, 1 freeze: frozen, 5 thaw",
        "1 tick 2, 6 tick 1, 6 end 0",
    ),
    "turns without a tick": (
        telling(start=None), "0 start 4, 1 skip, 2 skip, 3 skip, 4 skip, 5 skip",
        "6 tick 1, 6 half 0, 6 end 0",
    ),
    "started in a turn": (NO_HALF, "1* start 2", "1 start 2, 2 tick 2, 3 tick 1, 3 end 0"),
    "ticking and frozen in a turn": (
        telling(start=None), "0 start 4, 2* freeze, 5 thaw",
        "1 tick 4, 6 tick 3, 6 half 2, 7 tick 2, 8 tick 1, 8 end 0",
    ),
    "frozen in a turn": (SLOW, "0 start 4, 2* freeze, 5 thaw", "0 start 4, 6 half 2, 8 end 0"),
    "frozen after its last tick": (
        telling(start=None, half=None, stacking=Stacking.EXTEND),
        "0 start 2, 2+ freeze, 2+ start 2, 6 thaw",
        "1 tick 2, 2 tick 1, 7 tick 2, 8 tick 1, 8 end 0",
    ),
    "ticking and thawed in a turn": (
        telling(start=None), "0 start 3, 0 freeze, 1* thaw",
        "1 tick 3, 2 tick 2, 2 half 1, 3 tick 1, 3 end 0",
    ),
    "thawed in a turn": (SLOW, "0 start 3, 0 freeze, 1* thaw", "0 start 3, 2 half 1, 3 end 0"),
    "refreshed": (
        SLOW, "0 start 4, 3 start 4", "0 start 4, 2 half 2, 3 start 4, 5 half 2, 7 end 0"
    ),
    "refreshed for less": (
        SLOW, "0 start 6, 1 start 5: already, 1 start 2: already", "0 start 6, 3 half 3, 6 end 0"
    ),
    "refreshed for as long as is left": (
        SLOW, "0 start 6, 2 start 4 2", "0 start 6, 2 start 4, 4 half 2, 6 end 0"
    ),
    "extending": (EXTENDS, "0 start 4, 1 start 4, 5 start 2", "4 half 4, 10 end 0"),
    "extending after half time": (EXTENDS, "0 start 4, 3 start 4", "2 half 2, 8 end 0"),
    "ignoring": (
        telling(tick=None, half=None, stacking=Stacking.IGNORE),
        "0 start 4, 1 start 9: already", "0 start 4, 4 end 0",
    ),
    "intensifying": (
        telling(tick=None, half=None, stacking=Stacking.INTENSIFY),
        "0 start 4, 1 start 2, 2 start 6", "0 start 4, 1 start 3, 2 start 6, 8 end 0",
    ),
}  # fmt: skip


def perform(script: str, moment: str, world: World) -> None:
    """Publish the events that a script lists for a given moment, such as ``3`` in "3 start 4".

    If a reason follows an event, as in ``1 start 9: already``, the event must fail with it.
    """
    for deed in script.split(", "):
        when, verb, *more = deed.partition(": ")[0].split()
        if when != moment:
            continue
        kind = {
            "start": StartTimer, "stop": StopTimer, "quiet": StopTimer, "freeze": Freeze,
            "thaw": Thaw,
        }[verb]  # fmt: skip
        glow = [] if verb in ("freeze", "thaw") else ["glow"]
        numbers = [True] if verb == "quiet" else map(int, more)
        event = world.publish(kind(world.root, world[2], *glow, *numbers))
        assert (event.reason or "") == deed.partition(": ")[2]


@component
class Meddler(Component):
    """A rule of the world that acts in the middle of a turn."""

    script: str

    @handles(Said, REACT, via="world")
    def meddle(self, said: Said, world: World) -> None:
        assert said.timer is not None
        if said.word == "tick":
            mark = {"early": "*", "glow": "+"}[said.timer.kind]
            perform(self.script, f"{world.turn}{mark}", world)


@pytest.mark.parametrize("copy", [None, load, clone_world], ids=["alone", "loaded", "cloned"])
@pytest.mark.parametrize("name", SCENARIOS)
def test_timer_publishes_its_events(
    name: str, copy: Callable[[World], World] | None, debug: bool
) -> None:
    glow, script, told = SCENARIOS[name]
    early = telling(start=None, half=None)
    world, one = scene(Meddler, debug=debug, glow=glow, hum=TimerKind(), early=early)
    world.attach(world.root, Meddler(script))
    start(world, one, "hum", 99)
    start(world, world.spawn(Diary()), "early", 99)
    for turn in range(12):
        if f"{turn} skip" in script:
            world.advance()
        else:
            tick(world, int(turn > 0))
            perform(script, str(turn), world)
        if copy is not None:
            world = copy(world)
            one = world[one.id]
    assert ", ".join(one[Diary].lines) == told
    assert [timer.kind for timer in timers_of(world).of(one)] == ["hum"]


@pytest.mark.parametrize(
    ("stacking", "levels"),
    [
        (Stacking.REFRESH, [2, 2, 3, 9]),
        (Stacking.EXTEND, [2, 2, 2, 2]),
        (Stacking.INTENSIFY, [2, 3, 6, 9]),
        (Stacking.IGNORE, [2, 2, 2, 2]),
    ],
)
def test_stacking_rule_decides_the_level_of_a_restarted_timer(
    stacking: Stacking, levels: list[int]
) -> None:
    world, one = scene(glow=TimerKind(stacking=stacking, most=9))
    starts = ((4, 2), (5, 1), (5, 3), (4, 99))
    for (duration, level), total in zip(starts, levels, strict=True):
        start(world, one, "glow", duration, level=level)
        assert [timer.level for timer in timers_of(world).of(one)] == [total]


def test_timer_events_have_the_start_as_their_origin() -> None:
    world, one = scene(itch=TimerKind(tick=Packet("Sting", {"by": 2})))
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


def test_each_event_of_a_timer_has_lists_and_dicts_of_its_own() -> None:
    @event
    class Listed(Notice):
        counts: dict[str, list[int]]

    found = []

    @component
    class Writer(Component):
        @handles(Listed, MODIFY)
        def add(self, listed: Listed, world: World) -> None:
            listed.counts["a"].append(1)
            found.append(listed.counts)

    data = {"counts": {"a": [0]}}
    world, one = scene(Writer, glow=TimerKind(tick=Packet("Listed", data)))
    world.attach(one, Writer())
    start(world, one, "glow", 3)
    tick(world, 3)
    assert found == [{"a": [0, 1]}] * 3
    assert data == {"counts": {"a": [0]}}


def test_component_vetoes_lengthens_or_cancels_a_timer() -> None:
    @component
    class Blood(Component):
        """Makes its entity immune to one poison, and makes another poison last longer."""

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
    world, _ = scene(Blood, weak=poison, long=poison, short=poison)
    one = world.spawn(Blood(), Skin())
    assert start(world, one, "weak", 3).reason == "immune"
    assert start(world, one, "short", 3).reason == "short"
    assert start(world, one, "long", 1).duration == 3
    assert [timer.ends for timer in timers_of(world).of(one)] == [3]
    tick(world, 3)
    assert one[Skin].stings == 0


def test_timer_events_are_enacted_by_its_last_starter() -> None:
    world, one = scene(sting=TimerKind(tick=Packet("Sting")))
    other = world.spawn()
    stings: list[Sting] = []
    world.observe(Sting, stings.append, entity=other)
    world.publish(StartTimer(world.root, one, "sting", 5))
    last = world.publish(StartTimer(other, one, "sting", 6))
    tick(world)
    assert [(sting.enactor, sting.origin) for sting in stings] == [(other, last.sequence)]


def test_timers_of_despawned_owners_are_removed() -> None:
    world, one = scene(glow=telling(start=None), hum=TimerKind())
    dead = [world.spawn(Diary()) for _ in range(40)]
    for number, owner in enumerate(dead):
        start(world, owner, "glow" if number % 2 else "hum", 9_000)
        if number % 3:
            world.publish(Freeze(world.root, owner))
        world.despawn(owner)
    start(world, one, "hum", 9_000)
    sequence = world.sequence
    tick(world)
    assert world.sequence == sequence + 1  # the only new event is the Tick
    assert timers_of(world).of(dead[0]) == ()
    assert [timer.owner for timer in timers_of(world).wheel] == [one]
    assert json.loads(save_world(world))["gone"] == []
    for _ in range(1_000):
        brief = world.spawn(Diary())
        start(world, brief, "hum", 9_000)
        world.despawn(brief)
    assert len(timers_of(world).wheel.by_owner) < 200
    assert [timer.owner for timer in timers_of(world).wheel] == [one]


@pytest.mark.parametrize("components", [[], [Timers]])
def test_timer_started_in_a_world_without_timers_is_an_error(
    debug: bool, components: list[type[Component]]
) -> None:
    world = World(components=components, debug=debug)
    for act in (world.publish, world.preview):
        with pytest.raises(RegistrationError, match="add_timers"):
            act(StartTimer(world.root, world.root, "daze", 5))


def test_timer_started_while_the_rule_is_muted_fails_as_unhandled(debug: bool) -> None:
    world = World(components=[Timers], debug=debug, mute=["Timers.start"])
    add_timers(world, {"daze": TimerKind()})
    start_clock(world)
    assert world.publish(StartTimer(world.root, world.root, "daze", 5)).reason == "unhandled"
