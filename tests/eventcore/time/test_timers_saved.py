"""Timers: saved in any turn, and loaded as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eventcore import (
    APPLY,
    Component,
    RegistrationError,
    World,
    clone_world,
    component,
    handles,
)
from eventcore.time import (
    HoldTimer,
    Packet,
    ReleaseTimer,
    Stacking,
    Tick,
    TimerKind,
    add_timers,
)
from tests.eventcore.time.scenes import (
    Diary,
    Said,
    Sting,
    load,
    scene,
    start,
    telling,
    tick,
    timers_of,
)


def test_loaded_world_has_its_kinds_of_timers_already() -> None:
    world, _ = scene(glow=telling())
    with pytest.raises(RegistrationError):
        add_timers(load(world), {"glow": telling()})


@pytest.mark.parametrize("copy", [load, clone_world])
def test_copied_timer_that_was_intensified_is_not_said_to_rise_again(
    copy: Callable[[World], World],
) -> None:
    world, one = scene(glow=telling(stacking=Stacking.INTENSIFY))
    start(world, one, "glow", 4)
    start(world, one, "glow", 4)
    world, risen = copy(world), set[bool]()
    world.observe(Said, lambda said: risen.add(said.timer is not None and said.timer.risen))
    tick(world, 4)
    assert risen == {False}


def fuse(times: int) -> type[Component]:
    """Return a component on which the first stings raise."""

    @component
    class Fuse(Component):
        burns: int = 0

        @handles(Sting, APPLY, role="target")
        def blow(self, sting: Sting, world: World) -> None:
            self.burns += 1
            if self.burns <= times:
                raise RuntimeError

    return Fuse


def test_turn_that_an_error_stopped_goes_on_after_loading() -> None:
    def play(saves: bool) -> list[int | str]:
        Fuse = fuse(1)
        world, one = scene(
            Fuse, sting=TimerKind(tick=Packet("Sting")), glow=telling(start=None, half=None)
        )
        start(world, world.spawn(Fuse()), "sting", 3)
        start(world, one, "glow", 3)
        with pytest.raises(RuntimeError):
            tick(world)
        if saves:
            world = load(world)
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
