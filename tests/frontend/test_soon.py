"""What takes long is said before it is done, and no key gets between."""

from __future__ import annotations

from bidden.frontend.screens.play import PlayScreen
from bidden.view import Line
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing, press


class Returning(FakeGame):
    """A game that counts how often it went back."""

    def __init__(self) -> None:
        super().__init__()
        self.went: list[int] = []

    def go_back(self, turns: int) -> FakeGame:
        self.went.append(turns)
        return FakeGame()


def test_going_back_is_said_before_it_is_done_for_a_whole_tick() -> None:
    game = Returning()
    stack = playing(game)
    press(stack, "=", "b", "3")
    stack.press("enter")
    assert (stack.waits, stack.ticks, game.went) == (True, True, [])
    stack.tick()  # before anything could be drawn
    stack.tick()
    assert game.went == []
    assert lines_of(stack)[-1] == " You go back …"
    stack.tick()
    assert game.went == []
    stack.tick()
    assert (stack.waits, game.went) == (False, [3])
    assert type(stack.screens[-1]) is PlayScreen
    assert lines_of(stack)[-1] != " You go back …"


def test_why_is_said_to_be_looked_up_before_it_is_and_told_as_soon_as_that_was_seen() -> None:
    game = FakeGame(lines=(Line("You fell.", "plain", 3, 7),))
    stack = playing(game)
    stack.press("w")
    assert (stack.waits, stack.ticks, game.asked) == (True, True, [])
    stack.tick()  # before anything could be drawn
    assert game.asked == []
    assert lines_of(stack)[-1] == " It is looked up …"
    stack.tick()
    assert (stack.waits, game.asked) == (False, [(3, 7, False)])
    assert lines_of(stack)[0] == " Why, turn 3: You fell."


def test_no_key_click_or_wheel_counts_meanwhile() -> None:
    game = Returning()
    stack = playing(game)
    press(stack, "=", "b")
    stack.press("enter")
    before = list(stack.screens)
    stack.press("Q")
    stack.click(5, 5)
    stack.click(5, 5, right=True)
    stack.wheel(1)
    assert (stack.screens, game.performed, game.went) == (before, [], [])
