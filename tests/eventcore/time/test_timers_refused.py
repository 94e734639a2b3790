"""Timers: mistakes are refused with what is wrong, and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import MODIFY, Component, Entity, RegistrationError, World, component, handles
from eventcore.errors import TimerError
from eventcore.outcome import GONE
from eventcore.time import (
    ExtendTimer,
    Packet,
    StartTimer,
    StopTimer,
    TimerKind,
    Timers,
    add_timers,
)
from tests.eventcore.time.scenes import Diary, Skin, scene, start, telling, tick, timers_of
from tests.eventcore.worlds.bodies import Weight


@pytest.mark.parametrize(
    "make",
    [
        lambda w, e: StartTimer(w.root, e, "glow", 0),
        lambda w, e: StartTimer(w.root, e, "glow", 1.5),  # type: ignore[arg-type]  # the mistake
        lambda w, e: StartTimer(w.root, e, "glow", True),
        lambda w, e: StartTimer(w.root, e, "glow", 1 << 53),
        lambda w, e: StartTimer(w.root, e, "glow", 10**5000),
        lambda w, e: StartTimer(w.root, e, "glow", 3, 0),
        lambda w, e: StartTimer(w.root, e, "glum", 3),
        lambda w, e: StopTimer(w.root, e, "glum"),
        lambda w, e: ExtendTimer(w.root, e, "glow", 0),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    make: Callable[[World, Entity], Any], snapshot: SnapshotAssertion
) -> None:
    world, one = scene(glow=telling())
    start(world, one, "glow", 3)
    with pytest.raises(TimerError) as error:
        world.publish(make(world, one))
    assert str(error.value) == snapshot
    (timer,) = timers_of(world).of(one)
    assert (timer.ends, timer.level, one[Diary].lines) == (3, 1, ["0 start 3"])


def test_duration_that_a_handler_makes_a_fraction_is_refused(debug: bool) -> None:
    @component
    class Blessing(Component):
        @handles(StartTimer, MODIFY, via="world")
        def lengthen(self, start: StartTimer, world: World) -> None:
            start.duration *= 1.5  # type: ignore[assignment]  # as one might write it

    world, one = scene(Blessing, debug=debug, glow=telling())
    world.attach(world.root, Blessing())
    with pytest.raises(TimerError):
        start(world, one, "glow", 3)
    assert timers_of(world).of(one) == ()


def test_entity_that_is_gone_gets_no_timer() -> None:
    world, one = scene(glow=telling())
    world.despawn(one)
    assert start(world, one, "glow", 3).reason == GONE
    assert timers_of(world).of(one) == ()


@pytest.mark.parametrize(
    "packet",
    [
        Packet("Nope"),
        Packet("Weight"),
        Packet("Said", {"words": "x"}),
        Packet("Said", {"enactor": 1}),
        Packet("Said", {"timer": 1}),
        Packet("Said", {"word": b"x"}),
        Packet("Said", {"word": "\ud800"}),
        Packet("Said", role="target"),
        Packet("Sting", role="enactor"),
    ],
)
def test_packet_that_does_not_fit_its_event_is_refused(
    packet: Packet, snapshot: SnapshotAssertion
) -> None:
    @component
    class Scale(Component):
        @handles(Weight, MODIFY)
        def weigh(self, weight: Weight, world: World) -> None: ...

    world = World(components=[Timers, Diary, Skin, Scale])
    with pytest.raises(TimerError) as error:
        add_timers(world, {"odd": TimerKind(tick=packet)})
    assert str(error.value) == snapshot
    assert Timers not in world.root


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("odd", lambda: TimerKind(most=0)),
        ("odd", lambda: TimerKind(most=1.5)),  # type: ignore[arg-type]  # the mistake
        ("odd", lambda: TimerKind(most=10**5000)),
        ("odd", lambda: TimerKind(stacking="extend")),  # type: ignore[arg-type]  # the mistake
        ("odd", lambda: TimerKind(tick="Said")),  # type: ignore[arg-type]  # the mistake
        ("odd", dict),
        (3, TimerKind),
        ("odd", lambda: Packet(Weight)),  # type: ignore[arg-type]  # the mistake
    ],
)
def test_kind_that_no_save_could_give_back_is_refused(
    name: Any, make: Callable[[], Any], snapshot: SnapshotAssertion
) -> None:
    world = World(components=[Timers, Diary])
    with pytest.raises(TimerError) as error:
        add_timers(world, {name: make()})
    assert str(error.value) == snapshot
    assert Timers not in world.root


def test_world_has_timers_once_and_only_if_they_are_among_its_components(
    snapshot: SnapshotAssertion,
) -> None:
    for world in (scene()[0], World(components=[Diary])):
        with pytest.raises(RegistrationError) as error:
            add_timers(world, {})
        assert str(error.value) == snapshot


def test_start_that_changes_nothing_is_refused_and_takes_no_credit() -> None:
    world, one = scene(glow=telling(tick=None, half=None))
    other = world.spawn()
    start(world, one, "glow", 9)
    assert world.publish(StartTimer(other, one, "glow", 3)).reason == "already"
    assert [timer.source for timer in timers_of(world).of(one)] == [world.root]
    tick(world, 2)
    assert start(world, one, "glow", 7).reason == "already"
    assert start(world, one, "glow", 8).done
    assert one[Diary].lines == ["0 start 9", "2 start 8"]


@pytest.mark.parametrize("field", ["duration", "level", "turns"])
def test_what_handlers_cut_to_nothing_is_refused(field: str) -> None:
    @component
    class Curse(Component):
        @handles(StartTimer, MODIFY, via="world")
        @handles(ExtendTimer, MODIFY, via="world")
        def lessen(self, event: StartTimer | ExtendTimer, world: World) -> None:
            setattr(event, field, 0)

    world, one = scene(Curse, glow=telling())
    if field == "turns":
        start(world, one, "glow", 3)
    world.attach(world.root, Curse())
    event = StartTimer if field != "turns" else ExtendTimer
    assert world.publish(event(world.root, one, "glow", 3)).reason == "short"
    assert [timer.ends for timer in timers_of(world).of(one)] == [3] * (field == "turns")
