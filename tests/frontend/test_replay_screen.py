"""A replay plays by ticks, at the pace it is told, and stops where it differs."""

from __future__ import annotations

from game.frontend.screens.screen import TICKS_PER_SECOND
from game.frontend.stack import Stack
from tests.frontend.fakes import FakePlayback
from tests.frontend.screen import lines_of, press, replaying


def tick(stack: Stack, seconds: int) -> None:
    for _ in range(seconds * TICKS_PER_SECOND):
        stack.tick()


def test_it_plays_from_the_start_some_records_a_second() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    tick(stack, 2)
    assert playback.position == 8
    assert lines_of(stack)[-1].startswith(" Replay 8/100, 4 a second   ")


def test_a_slow_pace_is_exact_over_many_ticks() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, "-", "-", "-", "-")
    tick(stack, 7)
    assert playback.position == 7


def test_a_fast_pace_is_exact_over_many_ticks() -> None:
    playback = FakePlayback(1000)
    stack = replaying(playback)
    press(stack, *["+"] * 4)
    tick(stack, 3)
    assert playback.position == 3 * 64


def test_space_pauses_and_goes_on() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, "space")
    tick(stack, 1)
    assert playback.position == 0
    assert "paused" in lines_of(stack)[-1]
    press(stack, "space")
    tick(stack, 1)
    assert playback.position == 4


def test_a_single_step_pauses() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, ".", "right", "l")
    tick(stack, 1)
    assert playback.position == 3


def test_the_end_is_said_and_nothing_is_played_after_it() -> None:
    playback = FakePlayback(3)
    stack = replaying(playback)
    tick(stack, 2)
    press(stack, ".")
    assert playback.position == 3
    assert lines_of(stack)[-1].startswith(" Replay 3/3, the end.")


def test_it_pauses_once_where_it_differs_and_says_how() -> None:
    playback = FakePlayback(100, diverges_at=2)
    stack = replaying(playback)
    tick(stack, 3)
    assert playback.position == 2
    assert "Divergence: differs first on turn 2" in lines_of(stack)
    press(stack, "space")
    tick(stack, 1)
    assert playback.position == 6


def test_help_halts_it_and_does_not_hide_where_it_was() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, "?")
    tick(stack, 5)
    assert playback.position == 0
    press(stack, "escape")
    tick(stack, 1)
    assert playback.position == 4


def test_it_is_left_without_a_question() -> None:
    for key in ("q", "Q", "escape"):
        stack = replaying(FakePlayback(5))
        press(stack, key)
        assert stack.over


def test_a_journal_without_records_is_at_its_end() -> None:
    stack = replaying(FakePlayback(0))
    tick(stack, 1)
    assert lines_of(stack)[-1].startswith(" Replay 0/0, the end.")
