"""What takes long is said before it is done, and no key gets between."""

from __future__ import annotations

from typing import Any

import pytest

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.opening import OpeningScreen
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.theme import load_theme
from bidden.intents import Bind, Move
from bidden.view import Line, Offering, Tile
from eventcore import JournalError
from tests.frontend.fakes import FakeGame, FakeLobby, covered
from tests.frontend.screen import at_the_title, lines_of, playing, press, text, wait


class Returning(FakeGame):
    """A game that counts how often it went back."""

    def __init__(self) -> None:
        super().__init__()
        self.went: list[int] = []
        self.back = FakeGame()

    def go_back(self, turns: int) -> FakeGame:
        self.went.append(turns)
        return self.back


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


def test_keys_wait_meanwhile_for_what_is_shown_then_and_clicks_and_the_wheel_do_not_count() -> None:
    game = Returning()
    stack = playing(game)
    press(stack, "=", "b")
    stack.press("enter")
    before = list(stack.screens)
    stack.press("l")
    stack.press("j")
    stack.press("Q")
    stack.click(5, 5)
    stack.click(5, 5, right=True)
    stack.wheel(1)
    assert (stack.screens, game.performed, game.went) == (before, [], [])
    wait(stack)
    assert (game.performed, game.back.performed) == ([], [Move(1, 0), Move(0, 1)])
    assert [type(screen) for screen in stack.screens] == [PlayScreen, Confirm]


def test_the_opening_of_a_new_game_is_read_before_there_is_one() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    stack.press("n")
    assert "You are a bidden" in text(stack)
    assert lines_of(stack)[-1] == " The circle is drawn …"
    assert lobby.opened == []
    wait(stack)
    assert lobby.opened == [("begin", None)]
    assert [type(screen) for screen in stack.screens] == [PlayScreen, OpeningScreen]
    assert "The circle is drawn" not in text(stack)


def test_a_key_that_comes_while_the_circle_is_drawn_goes_on_once_it_is() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    stack.press("n")
    assert "You are a bidden" in text(stack)
    stack.press("x")
    assert lobby.opened == []
    wait(stack)
    assert lobby.opened == [("begin", None)]
    assert [type(screen) for screen in stack.screens] == [PlayScreen]
    assert lobby.game.performed == []


def test_what_is_typed_after_it_reaches_the_game_in_order() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    for key in ("n", "x", "l", "j"):
        stack.press(key)
    wait(stack)
    assert [type(screen) for screen in stack.screens] == [PlayScreen]
    assert lobby.game.performed == [Move(1, 0), Move(0, 1)]


def test_a_click_goes_on_from_the_opening_and_means_nothing_in_the_game() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    stack.press("n")
    stack.click(40, 12)
    wait(stack)
    assert [type(screen) for screen in stack.screens] == [PlayScreen]
    assert lobby.game.performed == []


def test_a_macro_that_is_noted_has_what_was_typed_meanwhile_once() -> None:
    game = FakeGame(lines=(Line("You fell.", "plain", 3, 7),))
    stack = playing(game)
    press(stack, "$")
    for key in ("w", "escape", "l"):
        stack.press(key)
    wait(stack)
    assert "Your keys become a macro: 3 of" in lines_of(stack)[-1]


def test_what_nobody_expects_is_not_answered_by_keys_typed_before() -> None:
    stack = at_the_title(FakeLobby(refusal="no space left"))
    for key in ("n", "x", "escape"):
        stack.press(key)
    wait(stack)
    stack.press("q")  # before it was drawn
    assert "no space left" in text(stack)
    stack.press("escape")
    assert "New game" in text(stack)


def test_a_game_that_cannot_be_begun_says_why_and_leads_back_to_the_title() -> None:
    stack = at_the_title(FakeLobby(refusal="no space left"))
    press(stack, "n")
    assert "no space left" in text(stack)
    press(stack, "escape")
    assert "New game" in text(stack)


OFFER = Offering("The Reeve", "the moot", "fetch the cup", "in a cave", 2, 1, 300, "a potion")


def test_the_first_binding_is_said_before_its_levels_are_dug() -> None:
    game = FakeGame(offers=(OFFER,))
    stack = playing(game)
    stack.press("A")
    stack.press("y")
    assert (game.performed, lines_of(stack)[-1]) == ([], " You are bound, and sent out …")
    wait(stack)
    assert game.performed == [Bind(0)]


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("stair down", "a stair down", " You leave by a stair down …"),
        ("gate", "a gate", " You leave by a gate …"),
        ("floor", "the floor", ""),
    ],
)
def test_a_step_onto_a_stair_is_said_before_the_level_there_is_dug(
    kind: str, name: str, said: str
) -> None:
    tile = Tile("?", "stair", True, name, kind=kind)
    changes: dict[str, Any] = {"tiles": covered({(6, 3): tile}).tiles}
    game = FakeGame(**changes)
    stack = playing(game)
    stack.press("l")
    assert stack.waits == bool(said)
    assert game.performed == ([] if said else [Move(1, 0)])
    assert not said or lines_of(stack)[-1] == said
    wait(stack)
    assert game.performed == [Move(1, 0)]


def test_a_game_that_takes_long_to_be_had_is_told_of_first() -> None:
    game, asked = FakeGame(), list[str]()

    def begin() -> FakeGame:
        asked.append("begin")
        return game

    stack = Stack.for_opening(begin, "You go on …", load_theme())
    assert (stack.over, stack.waits, stack.ticks) == (False, True, True)
    stack.press("l")
    assert asked == []
    assert lines_of(stack)[-1] == " You go on …"
    wait(stack)
    assert asked == ["begin"]
    assert lines_of(stack)[0].startswith(" Bidden")
    assert game.performed == [Move(1, 0)]


def test_why_a_game_cannot_be_had_is_left_to_whoever_opened_it() -> None:
    def begin() -> FakeGame:
        raise JournalError("it is torn")

    stack = Stack.for_opening(begin, "You go on …", load_theme())
    with pytest.raises(JournalError, match="it is torn"):
        wait(stack)
