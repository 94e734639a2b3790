"""Keys and clicks begin multi-turn commands, which run in slices and which any key stops."""

from __future__ import annotations

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.drawing.board import MAP_ROW
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.theme import load_theme
from bidden.intents import Bid, Move, PickUp, Search, Wait, Word
from bidden.perception.cards.card import OnTile
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.view import Line, Seen
from tests.bidden.drawn_kinds import drawn_tile
from tests.frontend.fakes import FakeGame, covered, line
from tests.frontend.screen import (
    boxed,
    drawn,
    go,
    is_playing,
    place_of,
    playing,
    press,
    said,
    settle,
    slowly,
    stack_for,
    text,
    top,
)

EAST, WEST, NORTH, SOUTH = Move(1, 0), Move(-1, 0), Move(0, -1), Move(0, 1)


def click(stack: Stack, x: int, y: int) -> None:
    """Click on a tile of the map, and wait until its result has finished."""
    stack.click(x, y + MAP_ROW)
    settle(stack)


def marked_tiles(stack: Stack) -> set[tuple[int, int]]:
    """Return the tiles that are highlighted as part of a route."""
    shade = stack.theme.palette.faint.fg
    rows, columns = (drawn(stack).rgb["bg"] == shade).all(axis=2).nonzero()
    return {(x, y - MAP_ROW) for x, y in zip(columns.tolist(), rows.tolist(), strict=True)}


@pytest.mark.parametrize(
    ("keys", "performed"),
    [
        ("L", [EAST] * 5),
        ("'l", [EAST] * 5),
        ("K", [NORTH]),
        (("shift_left",), [WEST]),
        (("shift_end",), [Move(-1, 1)]),
        (">", []),
        ("<", []),
        ("#3s", [Wait()] * 3),
        (("#", "2", "S"), [Search()]),
        (("#", "4", "enter"), [Wait()] * 4),
        ("#3l", [EAST] * 3),
        (("#", "1", "escape"), []),
        (("_", "l", "enter"), [EAST]),
        (("_", "tab", "enter"), [EAST] * 9),
        (("_", "escape"), []),
        ("`", []),
        ("l`", [EAST, EAST]),
        ("#2s`", [Wait()] * 4),
    ],
)
def test_command_performs_its_intents_and_says_why_it_stops(
    keys: str | tuple[str, ...], performed: list[object], snapshot: SnapshotAssertion
) -> None:
    game = FakeGame()
    stack = playing(game)
    go(stack, *keys)
    assert game.performed == performed
    assert said(stack) == snapshot


def test_long_command_runs_one_slice_per_tick() -> None:
    game = FakeGame()
    stack = slowly(game)
    stack.press("L")
    assert (len(game.performed), stack.ticks) == (1, True)
    stack.tick()
    stack.tick()
    assert (len(game.performed), stack.ticks) == (3, True)
    for _ in range(4):
        stack.tick()
    assert (len(game.performed), stack.ticks) == (5, False)


@pytest.mark.parametrize("key", ["l", "escape", "Q", "click"])
def test_any_key_or_click_stops_a_running_command_and_does_nothing_else(
    key: str, snapshot: SnapshotAssertion
) -> None:
    game = FakeGame()
    stack = slowly(game)
    stack.press("L")
    if key == "click":
        stack.click(1, 1)
    else:
        stack.press(key)
    stack.tick()
    assert (game.performed, stack.ticks) == ([EAST], False)
    assert is_playing(stack)
    assert said(stack) == snapshot(name="stopped")


def test_held_key_does_not_stop_the_command_it_started() -> None:
    game, now = FakeGame(), [0.0]

    def clock() -> float:
        now[0] += 0.02  # a slice ends after two looks at the clock, and a key held until the sixth
        return now[0]

    stack = stack_for(game, load_theme(), clock)
    stack.press("Z")
    stack.press("Z")
    assert stack.ticks
    now[0] += 1
    stack.press("Z")
    assert not stack.ticks


def test_typed_keys_are_ignored_once_a_command_has_stopped_for_a_foe() -> None:
    game = FakeGame()
    stack = slowly(game)
    stack.press("L")
    game.changes["foes_at"] = ((9, 3),)
    stack.tick()
    stack.tick()
    assert (len(game.performed), stack.ticks) == (2, False)
    stack.press("l")
    assert len(game.performed) == 2
    drawn(stack)
    stack.press("l")
    assert len(game.performed) == 3


def test_pointing_at_a_tile_describes_it_and_marks_the_way_until_a_key_press() -> None:
    game = FakeGame()
    game.told[8, 3] = "a rock; the floor"
    stack = playing(game)
    stack.point(8, 3 + MAP_ROW)
    assert marked_tiles(stack) == {(6, 3), (7, 3), (8, 3)}
    assert "A rock. The floor." in said(stack)
    assert game.performed == []
    stack.point(8, 0)
    assert marked_tiles(stack) == set()
    stack.point(8, 3 + MAP_ROW)
    go(stack, "escape")
    assert marked_tiles(stack) == set()
    assert "A rock" not in said(stack)


def test_travel_path_is_not_marked_with_a_foe_in_view(snapshot: SnapshotAssertion) -> None:
    game = FakeGame(foes_at=((9, 3),), foes=1)
    game.told[8, 3] = "the floor"
    stack = playing(game)
    stack.point(8, 3 + MAP_ROW)
    assert marked_tiles(stack) == {(8, 3)}
    click(stack, 8, 3)
    assert game.performed == []
    assert said(stack) == snapshot


def test_foe_in_the_side_bar_is_shown_on_the_map_and_a_click_opens_its_card() -> None:
    foe = Seen((9, 3), "a zombie", "z", "zombie", "hurt")
    game = FakeGame(foes=1, foes_at=((9, 3),), foes_seen=(foe,))
    game.told[9, 3] = "a zombie; the floor"
    stack = playing(game)
    x, y = place_of(drawn(stack, 130, 36), "z a zombie")
    stack.point(x, y)
    assert "A zombie. The floor." in text(stack, 130, 36)
    stack.click(x, y)
    assert game.examined == [OnTile(9, 3)]


POTION: dict[str, Any] = {"underfoot": ("a milky potion",), "kinds_underfoot": ("potion",)}


@pytest.mark.parametrize(
    ("changes", "taken"),
    [({}, True), ({"foes_at": ((9, 3),)}, False), ({"kinds_underfoot": ("weapon",)}, False)],
)
def test_step_onto_a_wanted_item_picks_it_up_if_no_foe_is_in_view(
    changes: dict[str, object], taken: bool
) -> None:
    game = FakeGame()
    stack = playing(game)
    game.changes |= POTION | changes
    go(stack, "l")
    assert game.performed == [EAST, *([PickUp(0)] if taken else [])]


@pytest.mark.parametrize(
    ("changes", "tells"),
    [({}, True), ({"foes_at": ()}, False), ({"kinds_underfoot": ("weapon",)}, False)],
)
def test_item_that_waits_for_the_foe_in_view_says_so(changes: dict[str, Any], tells: bool) -> None:
    game = FakeGame()
    stack = playing(game)
    seen = line("You see here a milky potion.", turn=1)
    game.changes |= POTION | {"lines": (seen,), "foes_at": ((9, 3),)} | changes
    go(stack, "l")
    told = "Not taken with an enemy in view: press g."
    assert (f"You see here a milky potion. {told}" in said(stack)) is tells


@pytest.mark.parametrize(("here", "tells"), [((), "You pass a sword."), (("a sword",), "")])
def test_item_that_a_command_walked_past_is_told_as_passed(
    here: tuple[str, ...], tells: str
) -> None:
    stack = playing(game := FakeGame())
    lies = Line("You see here a sword.", "plain", 1, 8)
    game.changes |= {"lines": (lies, Line("A bat squeaks.", "plain", 1, 9)), "underfoot": here}
    go(stack, "l")
    assert (tells or "You see here a sword.") in said(stack)
    assert ("You see here" in said(stack)) is not bool(tells)


def test_auto_pickup_can_be_switched_off_and_on(snapshot: SnapshotAssertion) -> None:
    game = FakeGame()
    stack = playing(game)
    go(stack, "ctrl_a")
    assert said(stack) == snapshot
    game.changes |= POTION
    go(stack, "l")
    assert game.performed == [EAST]
    go(stack, "ctrl_a")
    assert said(stack) == snapshot
    assert game.performed == [EAST]  # neither takes time
    go(stack, ".")
    assert game.performed == [EAST, Wait(), PickUp(0)]


HARM, DEATH = TargetForecast("you", 1, 4), TargetForecast("you", 1, 4, 20)


@pytest.mark.parametrize(
    ("forecast", "changes", "asks"),
    [
        (HARM, {}, True),
        (DEATH, {"foes_at": ((6, 3),)}, True),
        (HARM, {"foes_at": ((6, 3),)}, False),
        (HARM, {"harm_at": ((5, 3),)}, False),
        (DEATH, {"harm_at": ((5, 3),)}, True),
        (TargetForecast("the zombie", 1, 4, 3), {}, False),
    ],
)
def test_step_into_harm_is_asked_about(
    forecast: TargetForecast, changes: dict[str, Any], asks: bool
) -> None:
    game = FakeGame(**changes)
    game.answer = Forecast(targets=(forecast,))
    stack = playing(game)
    go(stack, "l")
    assert isinstance(top(stack), Confirm) is asks
    assert game.performed == ([] if asks else [EAST])
    if asks:
        go(stack, "l")  # it walked there, and does not answer the prompt
        assert game.performed == []
        go(stack, "enter")
        assert game.performed == [EAST]


HARM, DEATH = TargetForecast("you", 1, 4), TargetForecast("you", 1, 4, 20)


@pytest.mark.parametrize("between", [(".",), ("h",), ("S",), ("_", "escape")])
def test_explore_warning_is_repeated_after_the_player_does_something_else(
    between: tuple[str, ...],
) -> None:
    game = FakeGame(hp=9)
    stack = playing(game)
    go(stack, "o", *between)
    done = len(game.performed)
    go(stack, "o")
    assert len(game.performed) == done
    go(stack, "o")
    assert len(game.performed) > done


@pytest.mark.parametrize(("letter", "word"), [("c", "come"), ("s", "stay"), ("t", "strike")])
def test_letter_key_in_the_bid_menu_performs_its_bid(letter: str, word: Word) -> None:
    game = FakeGame()
    press(playing(game), "B", letter)
    assert game.performed == [Bid(word)]


def test_order_prompt_does_not_open_without_allies() -> None:
    game = FakeGame()
    game.answer = Forecast(refusal="You have no allies here.")
    stack = playing(game)
    press(stack, "B")
    assert is_playing(stack)
    assert "You have no allies here." in said(stack)


def test_stepping_into_a_locked_door_names_the_key_it_needs() -> None:
    door = {(6, 3): drawn_tile("X", "door", True, "a locked door")}
    game = FakeGame(tiles=covered(door).tiles)
    game.answer = Forecast(refusal="The door is locked.")
    game.abouts[6, 3] = "It needs the bone key."
    stack = playing(game)
    press(stack, "l")
    assert "It needs the bone key." in said(stack)


def test_order_menu_lists_the_orders_and_can_be_closed(snapshot: SnapshotAssertion) -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "B")
    assert boxed(stack) == snapshot
    press(stack, "escape")
    assert is_playing(stack)
    assert game.performed == []
