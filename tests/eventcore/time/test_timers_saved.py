"""Timers: saved in any turn, and loaded as they were."""

from __future__ import annotations

import pytest

from eventcore import RegistrationError, load_world, save_world, state_digest
from eventcore.time import Freeze, HoldTimer, Stacking, Thaw, TimerKind, add_timers
from tests.eventcore.time.scenes import Diary, scene, start, telling, tick, timers_of


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
