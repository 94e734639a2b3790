"""Timers: saved in any turn, and loaded as they were."""

from __future__ import annotations

from typing import Any

import pytest

from eventcore import (
    APPLY,
    Component,
    RegistrationError,
    World,
    component,
    handles,
    load_world,
    save_world,
    state_digest,
)
from eventcore.time import (
    Freeze,
    HoldTimer,
    Packet,
    ReleaseTimer,
    Stacking,
    Thaw,
    Tick,
    TimerKind,
    add_timers,
)
from tests.eventcore.time.scenes import Diary, Said, Sting, scene, start, telling, tick, timers_of


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
    assert one[Diary].lines == ["2 start 3", "5 end 0"]


def test_a_world_that_was_loaded_has_its_kinds_of_timers_already(debug: bool) -> None:
    world, _ = scene(debug, glow=telling())
    copy = load_world(save_world(world), components=world.components, debug=debug)
    with pytest.raises(RegistrationError, match=r"has timers already: their kinds are saved"):
        add_timers(copy, {"glow": telling()})


@pytest.mark.parametrize("told", ["tick", "half", "end"])
def test_intensified_timer_tells_the_same_after_loading(told: str, debug: bool) -> None:
    def play(saves: bool) -> list[bool]:
        silent = {moment: None for moment in ("start", "tick", "half", "end") if moment != told}
        kind = telling(stacking=Stacking.INTENSIFY, **silent)
        world, one = scene(debug, glow=kind)
        start(world, one, "glow", 4)
        start(world, one, "glow", 4)
        if saves:
            world = load_world(save_world(world), components=world.components, debug=debug)
        facts: list[bool] = []
        world.observe(Said, lambda said: facts.append(said.timer is not None and said.timer.risen))
        tick(world, 4)
        return facts

    assert play(saves=True) == play(saves=False)
    assert not any(play(saves=False))


def test_turn_that_an_error_stopped_goes_on_after_loading(debug: bool) -> None:
    @component
    class Fuse(Component):
        burns: int = 0

        @handles(Sting, APPLY, role="target")
        def blow(self, sting: Sting, world: World) -> None:
            self.burns += 1
            if self.burns == 1:
                raise RuntimeError

    def play(saves: bool) -> list[int | str]:
        sting = TimerKind(tick=Packet("Sting"))
        world, one = scene(debug, Fuse, sting=sting, glow=telling(start=None, half=None))
        start(world, world.spawn(Fuse()), "sting", 3)
        start(world, one, "glow", 3)
        with pytest.raises(RuntimeError):
            tick(world)
        if saves:
            world = load_world(save_world(world), components=world.components, debug=debug)
            one = world[one.id]
        left = timers_of(world).of(one)[0]
        world.publish(HoldTimer(world.root, one, "glow"))
        held = left.held
        world.publish(ReleaseTimer(world.root, one, "glow"))
        world.publish(Tick(world.root))
        tick(world, 4)
        return [held, *one[Diary].lines]

    assert play(saves=True) == play(saves=False)
    assert play(saves=False)[0] == 3


@pytest.mark.parametrize("moment", ["half", "tick"])
def test_timer_that_an_error_stopped_in_its_last_turn_ends_in_the_next(
    debug: bool, moment: str
) -> None:
    @component
    class Fuse(Component):
        burns: int = 0

        @handles(Sting, APPLY, role="target")
        def blow(self, sting: Sting, world: World) -> None:
            self.burns += 1
            raise RuntimeError

    def play(saves: bool) -> list[str]:
        packets: dict[str, Any] = {"end": Packet("Said", {"word": "end"}), moment: Packet("Sting")}
        world, one = scene(debug, Fuse, fuse=TimerKind(**packets))
        world.attach(one, Fuse())
        start(world, one, "fuse", 1)
        with pytest.raises(RuntimeError):
            tick(world)
        if saves:
            world = load_world(save_world(world), components=world.components, debug=debug)
            one = world[one.id]
        if moment == "tick":
            world.detach(one, Fuse)
        tick(world, 3)
        return [*one[Diary].lines, f"{len(timers_of(world).of(one))} left"]

    assert play(saves=True) == play(saves=False)
    assert play(saves=False) == ["2 end 0", "0 left"]
