"""What is kept is dropped by timers, as an answer may hang on what lasts on somebody."""

from __future__ import annotations

import pytest

from eventcore import Keeping
from eventcore.time import Tick, TimerKind
from tests.eventcore.time.scenes import Said, scene, start, telling, tick


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        (TimerKind(), [True, True, True, False, True]),  # it tells nobody that it runs out
        (telling(start=None, tick=None, half=None), [True, True, True, False, True]),
        (telling(start=None, tick=None, end=None), [True, False, True, False, True]),
        (telling(start=None, half=None, end=None), [False, False, False, False, True]),
    ],
)
def test_what_is_kept_goes_in_the_turns_in_which_a_timer_has_something_to_do(
    debug: bool, kind: TimerKind, kept: list[bool]
) -> None:
    world, one = scene(debug, glow=kind)
    start(world, one, "glow", 4)
    Keeping(world, [Tick, Said])
    found = []
    for _ in kept:
        world.kept["answer"] = True
        tick(world)
        found.append("answer" in world.kept)
    assert found == kept


def test_whoever_is_told_of_an_end_finds_nothing_that_was_kept_before(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None, tick=None, half=None))
    start(world, one, "glow", 1)
    Keeping(world, [Tick, Said])
    told = []
    world.kept["answer"] = True
    world.observe(Said, lambda said: told.append(dict(world.kept)))
    tick(world)
    assert told == [{}]


def test_the_turns_in_which_no_timer_has_anything_to_do_leave_what_is_kept(debug: bool) -> None:
    world, one = scene(debug, glow=telling(start=None, tick=None, half=None))
    start(world, one, "glow", 50)
    Keeping(world, [Tick, Said])
    world.kept["answer"] = True
    tick(world, 49)
    assert world.kept == {"answer": True}
