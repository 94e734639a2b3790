"""Timers: what no timer can be is a clear error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from eventcore import MODIFY, Component, Entity, RegistrationError, World, component, handles
from eventcore.errors import TimerError
from eventcore.outcome import GONE
from eventcore.time import (
    ExtendTimer,
    Packet,
    Stacking,
    StartTimer,
    StopTimer,
    TimerKind,
    Timers,
    add_timers,
)
from tests.eventcore.time.scenes import Diary, Skin, scene, start, telling, timers_of
from tests.eventcore.worlds.bodies import Weight


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
        (lambda w, e: StartTimer(w.root, e, "glow", 1 << 53), "duration=9007199254740992: a timer"),
        (
            lambda w, e: StartTimer(w.root, e, "glow", 10**5000),
            "duration=a number of 16610 bits: a timer takes .* and less than 2 to the 53rd",
        ),
        (lambda w, e: StartTimer(w.root, e, "glow", 3, 10**5000), "level=a number of 16610 bits"),
        (lambda w, e: ExtendTimer(w.root, e, "glow", 10**5000), "turns=a number of 16610 bits"),
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
        (
            Packet("Said", {"word": b"x"}),
            "Said.word: a save would read b'x' back as 'eA=='; give",
        ),
        (
            Packet("Said", {"word": frozenset((1, 2))}),
            r"Said.word: a save would read .* back as \[1, 2\]",
        ),
        (Packet("Said", {"word": "\ud800"}), "Said.word: this cannot be saved: "),
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


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("odd", TimerKind(most=0), "timer kind 'odd': most=0: a level is a whole number, from 1"),
        ("odd", TimerKind(most=cast(int, 1.5)), "timer kind 'odd': most=1.5: a level is a whole"),
        ("odd", TimerKind(most=True), "timer kind 'odd': most=True: a level is a whole number"),
        ("odd", TimerKind(most=10**5000), "timer kind 'odd': most=a number of 16610 bits: a level"),
        (
            "odd",
            TimerKind(stacking=cast(Stacking, "extend")),
            "timer kind 'odd': stacking='extend': give one of Stacking.REFRESH, Stacking.EXTEND, ",
        ),
        ("odd", TimerKind(tick=cast(Packet, "Said")), "timer kind 'odd', tick: give a Packet in "),
        (
            "odd",
            TimerKind(end=cast(Packet, {"event": "Said"})),
            "timer kind 'odd', end: give a Packet in ",
        ),
        ("odd", "glow", "timer kind 'odd' is 'glow': give a TimerKind"),
        ("odd", {}, "timer kind 'odd' is {}: give a TimerKind"),
        (3, TimerKind(), "timer kind 3: give it a name that is a text"),
    ],
)
def test_a_kind_that_no_save_could_give_back_is_refused(
    debug: bool, name: Any, kind: Any, said: str
) -> None:
    world = World(components=[Timers, Diary], debug=debug)
    with pytest.raises(TimerError, match=f"^{said}"):
        add_timers(world, {name: kind})
    assert Timers not in world.root


def test_a_packet_names_its_event_and_does_not_hold_its_class() -> None:
    with pytest.raises(TimerError, match=r"^Packet\(Weight\): give the name of the event's type"):
        Packet(cast(str, Weight))


def test_a_world_has_timers_once_and_only_if_they_are_among_its_components(debug: bool) -> None:
    world, _ = scene(debug)
    with pytest.raises(RegistrationError, match="has timers already"):
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
