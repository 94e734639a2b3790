"""Frames are shown tick by tick, skipped by any key, and not shown at all with reduced motion."""

from __future__ import annotations

from bidden.frontend.running.stack import Stack
from bidden.intents import Move, Wait
from bidden.view import Glimpse, Happening
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing

SHOT = Glimpse(Happening.SHOT, ((4, 2), (5, 2), (6, 2)))


def shot_at(game: FakeGame, **options: str) -> Stack:
    """Return a stack after a shot, before anything is drawn."""
    stack = playing(game, **options)
    game.happening = (SHOT,)
    stack.press(".")
    return stack


def test_each_animation_frame_is_shown_for_one_tick() -> None:
    stack = shot_at(game := FakeGame())
    assert (game.performed, stack.view.turn) == ([Wait()], 1)
    shown = []
    while stack.ticks:
        shown.append(lines_of(stack)[3])
        stack.tick()
    assert shown == ["   #-......#", "   #--.....#", "   #.--....#"]
    assert lines_of(stack)[3] == "   #.......#"


def test_animation_frame_stays_until_it_is_drawn() -> None:
    stack = shot_at(FakeGame())
    for _ in range(9):
        stack.tick()
    assert lines_of(stack)[3] == "   #-......#"


def test_key_skips_the_frames_and_is_not_lost() -> None:
    stack = shot_at(game := FakeGame())
    stack.press("l")
    assert game.performed == [Wait(), Move(1, 0)]
    assert not stack.ticks
    assert lines_of(stack)[3] == "   #.......#"


def test_no_frames_are_shown_with_motion_reduced() -> None:
    stack = shot_at(game := FakeGame(), motion="reduced")
    assert not stack.ticks
    assert game.happened() == ()  # it was queried, so that no frames pile up
