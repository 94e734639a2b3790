"""Invalid uses of timers have no effect, and a turn that an error interrupted is continued."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import (
    APPLY,
    MODIFY,
    Component,
    Entity,
    World,
    component,
    handles,
    load_world,
    save_world,
)
from eventcore.errors import RegistrationError, TimerError
from eventcore.time import (
    Packet,
    Stacking,
    StartTimer,
    StopTimer,
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
from tests.eventcore.worlds.bodies import Weight
from tests.eventcore.worlds.clones import clone_world


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
    ],
)
def test_invalid_timer_event_is_refused_and_changes_nothing(
    make: Callable[[World, Entity], Any], snapshot: SnapshotAssertion
) -> None:
    world, one = scene(glow=telling())
    start(world, one, "glow", 3)
    with pytest.raises(TimerError) as error:
        world.publish(make(world, one))
    assert str(error.value) == snapshot
    (timer,) = timers_of(world).of(one)
    assert (timer.ends, timer.level, one[Diary].lines) == (3, 1, ["0 start 3"])


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
        ("odd", lambda: Packet("Said")),
    ],
)
def test_invalid_kind_of_timer_is_refused(
    name: Any, make: Callable[[], Any], snapshot: SnapshotAssertion
) -> None:
    world = World(components=[Timers, Diary])
    with pytest.raises((TimerError, TypeError)) as error:
        add_timers(world, {name: make()})
    assert str(error.value) == snapshot
    assert Timers not in world.root


def test_packet_takes_the_type_of_an_event_or_its_name() -> None:
    assert Packet(Said, {"word": "x"}) == Packet("Said", {"word": "x"})


def test_world_has_timers_once_and_only_if_they_are_among_its_components(
    snapshot: SnapshotAssertion,
) -> None:
    for world in (scene()[0], World(components=[Diary])):
        with pytest.raises(RegistrationError) as error:
            add_timers(world, {})
        assert str(error.value) == snapshot


def test_timer_in_a_world_without_a_clock_is_refused(snapshot: SnapshotAssertion) -> None:
    world = World(components=[Timers, Diary])
    add_timers(world, {"glow": TimerKind()})
    one = world.spawn(Diary())
    with pytest.raises(TimerError) as error:
        start(world, one, "glow", 3)
    assert str(error.value) == snapshot
    assert timers_of(world).of(one) == ()
    start_clock(world)
    assert start(world, one, "glow", 3).done
    world.agenda.cancel(world.root)
    with pytest.raises(TimerError):
        start(world, one, "glow", 9)


def test_timers_on_an_entity_other_than_the_root_are_refused(snapshot: SnapshotAssertion) -> None:
    world = World(components=[Timers, Diary])
    with pytest.raises(RegistrationError) as error:
        world.spawn(Timers())
    assert str(error.value) == snapshot
    with pytest.raises(RegistrationError):
        world.attach(world.spawn(), Timers())


# Interrupted turns


@pytest.mark.parametrize("copy", [load, clone_world])
def test_timer_is_not_marked_as_risen_after_loading(
    copy: Callable[[World], World],
) -> None:
    world, one = scene(glow=telling(stacking=Stacking.INTENSIFY))
    start(world, one, "glow", 4)
    start(world, one, "glow", 4)
    world, risen = copy(world), set[bool]()
    world.observe(Said, lambda said: risen.add(said.timer is not None and said.timer.risen))
    tick(world, 4)
    assert risen == {False}


def test_timer_that_an_earlier_version_paused_runs_again_after_loading() -> None:
    world, one = scene(glow=telling(start=None, half=None))
    start(world, one, "glow", 3)
    tick(world)
    saved = json.loads(save_world(world))
    (timer,) = saved["entities"][0]["components"]["Timers"]["wheel"]["timers"]
    timer |= {"held": 2, "paused": True}
    world = load_world(json.dumps(saved).encode(), components=world.components)
    tick(world, 5)
    assert world[one.id][Diary].lines == ["1 tick 3", "2 tick 2", "3 tick 1", "3 end 0"]


def fuse(times: int) -> type[Component]:
    @component
    class Fuse(Component):
        burns: int = 0

        @handles(Sting, APPLY, role="target")
        def blow(self, sting: Sting, world: World) -> None:
            self.burns += 1
            if self.burns <= times:
                raise RuntimeError

    return Fuse


@pytest.mark.parametrize("moment", ["half", "tick"])
def test_timer_that_an_error_stopped_in_its_last_turn_ends_in_the_next(moment: str) -> None:
    def play(saves: bool) -> list[str]:
        packets: dict[str, Any] = {"end": Packet("Said", {"word": "end"}), moment: Packet("Sting")}
        Fuse = fuse(99)
        world, one = scene(Fuse, fuse=TimerKind(**packets))
        world.attach(one, Fuse())
        start(world, one, "fuse", 1)
        with pytest.raises(RuntimeError):
            tick(world)
        if saves:
            world = load(world)
            one = world[one.id]
        if moment == "tick":
            world.detach(one, Fuse)
        tick(world, 3)
        return [*one[Diary].lines, f"{len(timers_of(world).of(one))} left"]

    assert play(saves=True) == play(saves=False)
    assert play(saves=False) == ["2 end 0", "0 left"]
