"""What happened is shown tick by tick, skipped by any key, and not at all where unwanted."""

from __future__ import annotations

from typing import Literal

import attrs
import tcod.console

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import Theme, load_theme
from bidden.intents import Move, Wait
from bidden.view import Glimpse, Happening
from tests.frontend.fakes import FakeGame, FakePlayback

SHOT = Glimpse(Happening.SHOT, ((4, 2), (5, 2), (6, 2)))


def theme(motion: Literal["full", "reduced"] = "full") -> Theme:
    return attrs.evolve(load_theme(), options=Options(motion=motion))


def goes_on(stack: Stack) -> bool:
    return stack.ticks


def row(stack: Stack, console: tcod.console.Console) -> str:
    stack.draw(console)
    return "".join(map(chr, console.rgb["ch"][3].tolist())).rstrip()


def test_frames_are_shown_a_tick_each_and_then_no_more() -> None:
    game, console = FakeGame(), new_console()
    stack = Stack.for_game(game, theme())
    assert not goes_on(stack)
    game.happening = (SHOT,)
    stack.press(".")
    shown = []
    while goes_on(stack):
        shown.append(row(stack, console))
        stack.tick()
    assert shown == ["   #-......#", "   #--.....#", "   #.--....#"]
    assert row(stack, console) == "   #.......#"


def test_a_frame_stays_until_it_was_drawn() -> None:
    game, console = FakeGame(), new_console()
    stack = Stack.for_game(game, theme())
    game.happening = (SHOT,)
    stack.press(".")
    for _ in range(9):
        stack.tick()
    assert row(stack, console) == "   #-......#"


def test_what_happened_while_moving_on_is_not_shown() -> None:
    game = FakeGame()
    stack = Stack.for_game(game, theme())
    game.happening = (SHOT,)
    stack.press("L")
    while goes_on(stack):
        stack.tick()
    assert len(game.performed) > 1
    assert game.happened() == ()


def test_a_key_skips_what_is_shown_and_is_not_lost() -> None:
    game, console = FakeGame(), new_console()
    stack = Stack.for_game(game, theme())
    game.happening = (SHOT,)
    stack.press(".")
    stack.press("l")
    assert game.performed == [Wait(), Move(1, 0)]
    assert not goes_on(stack)
    assert row(stack, console) == "   #.......#"


def test_a_key_that_means_nothing_skips_what_is_shown_as_well() -> None:
    game, console = FakeGame(), new_console()
    stack = Stack.for_game(game, theme())
    for click in (False, True):
        game.happening = (SHOT,)
        stack.press(".")
        assert "-" in row(stack, console)
        if click:
            stack.click(79, 0)
        else:
            stack.press("Esc")
        assert not goes_on(stack)


def test_the_intent_is_performed_before_anything_is_shown() -> None:
    game = FakeGame()
    stack = Stack.for_game(game, theme())
    game.happening = (SHOT,)
    stack.press(".")
    assert goes_on(stack)
    assert game.performed == [Wait()]
    assert stack.view.turn == 1


def test_with_motion_reduced_nothing_is_shown() -> None:
    game = FakeGame()
    stack = Stack.for_game(game, theme("reduced"))
    game.happening = (SHOT,)
    stack.press(".")
    assert not goes_on(stack)
    assert game.happened() == ()  # it was asked, so that nothing gathers


def test_beneath_another_screen_nothing_is_drawn() -> None:
    game, console = FakeGame(last_turn=1), new_console()
    stack = Stack.for_game(game, theme())
    game.happening = (SHOT,)
    stack.press(".")
    assert "-" not in row(stack, console)[:10]


def test_a_playback_shows_no_frames() -> None:
    stack = Stack.for_playback(FakePlayback(3), theme())
    assert goes_on(stack)
    stack.tick()
    assert stack.screens
