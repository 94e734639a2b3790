"""Keys and clicks begin goings, which the stack takes on in slices and any key stops."""

from __future__ import annotations

from itertools import count
from typing import Any

import attrs
import msgspec
import pytest

from bidden.frontend.drawing.board import MAP_ROW
from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.preferences.options import Options
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.intents import Move, PickUp, Search, Wait
from bidden.perception.cards.card import OnTile
from bidden.perception.foretold.forecast import Forecast, TargetForecast
from bidden.view import Seen, Tile
from tests.frontend import screen
from tests.frontend.fakes import FakeGame, Littered, covered
from tests.frontend.screen import lines_of, playing, text

EAST, WEST, NORTH, SOUTH = Move(1, 0), Move(-1, 0), Move(0, -1), Move(0, 1)


def press(stack: Stack, *keys: str) -> None:
    """Press keys one by one, each once what the one before has begun is over."""
    for key in keys:
        screen.press(stack, key)
        settle(stack)


def click(stack: Stack, x: int, y: int) -> None:
    """Click on a tile of the map, and let what that begins be over."""
    stack.click(x, y + MAP_ROW)
    settle(stack)


def settle(stack: Stack) -> None:
    while stack.ticks:
        stack.tick()


def marked_tiles(stack: Stack) -> set[tuple[int, int]]:
    """Give the tiles that are drawn on the colour of a way."""
    console = new_console()
    stack.draw(console)
    shade = load_theme().palette.faint.fg
    rows, columns = (console.rgb["bg"] == shade).all(axis=2).nonzero()
    return {(x, y - MAP_ROW) for x, y in zip(columns.tolist(), rows.tolist(), strict=True)}


def slowly(game: FakeGame) -> Stack:
    """A stack on which each intent of a going takes a slice of its own."""
    return Stack.for_game(game, load_theme(), map(float, count()).__next__)


@pytest.mark.parametrize(
    ("keys", "performed", "said"),
    [
        ("L", [EAST] * 5, "A closed door is ahead."),
        ("'l", [EAST] * 5, "A closed door is ahead."),
        ("K", [NORTH], "Before you is a wall."),
        (("shift_left",), [WEST], "Before you is a wall."),
        (("shift_end",), [Move(-1, 1)], "Before you is a wall."),
        (">", [], "You have not found a way down yet."),
        ("<", [], "You have not found a way up yet."),
        ("#3s", [Wait()] * 3, "Done 3 times."),
        (("#", "2", "S"), [Search()], "You do Search."),
        (("#", "4", "enter"), [Wait()] * 4, "Done 4 times."),
        ("#3l", [EAST] * 3, "Done 3 times."),
        ("#s", [], "How often?"),
        (("#", "1", "escape"), [], ""),
        (("_", "l", "enter"), [EAST], "You are there."),
        (("_", "tab", "enter"), [EAST] * 9, "You do Move."),
        (("_", "escape"), [], ""),
        ("`", [], "There is nothing yet to do again."),
        ("l`", [EAST, EAST], ""),
        ("#2s`", [Wait()] * 4, "Done 2 times."),
    ],
)
def test_what_is_gone_on_with(
    keys: str | tuple[str, ...], performed: list[object], said: str
) -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, *keys)
    settle(stack)
    assert game.performed[: len(performed)] == performed
    assert said in text(stack)


def test_one_goes_on_a_slice_at_a_time() -> None:
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


@pytest.mark.parametrize("key", ["l", "escape", "Q"])
def test_any_key_stops_it_and_does_nothing_else(key: str) -> None:
    game = FakeGame()
    stack = slowly(game)
    stack.press("L")
    stack.press(key)
    stack.tick()
    assert (game.performed, stack.ticks) == ([EAST], False)
    assert "You stop." in text(stack)


def test_who_stops_as_somebody_comes_is_told_who_that_is() -> None:
    game = FakeGame()
    stack = slowly(game)
    stack.press("L")
    seen = covered({(9, 2): Tile("z", "zombie", True, "a zombie")})
    game.changes |= {"tiles": seen.tiles, "foes_at": ((9, 2),), "foes": 1}
    stack.tick()
    stack.press(".")
    assert (game.performed, stack.ticks) == ([EAST, EAST], False)
    assert "A zombie comes into view." in text(stack)
    assert len(stack.screens) == 1


def test_the_key_that_began_it_does_not_stop_it_while_it_is_held() -> None:
    game, now = FakeGame(), [0.0]

    def clock() -> float:
        now[0] += 0.02  # a slice is over after two looks at it, and a key held until the sixth
        return now[0]

    stack = Stack.for_game(game, load_theme(), clock)
    stack.press("Z")
    stack.press("Z")
    assert stack.ticks
    now[0] += 1
    stack.press("Z")
    assert not stack.ticks


def test_what_was_typed_ahead_does_not_count_once_it_has_stopped_for_a_foe() -> None:
    game = FakeGame()
    stack = slowly(game)
    stack.press("L")
    game.changes["foes_at"] = ((9, 3),)
    stack.tick()
    stack.tick()
    assert (len(game.performed), stack.ticks) == (2, False)
    stack.press("l")
    assert len(game.performed) == 2
    lines_of(stack)
    stack.press("l")
    assert len(game.performed) == 3


def test_a_click_stops_it_as_well() -> None:
    game = FakeGame()
    stack = slowly(game)
    stack.press("L")
    stack.click(1, 1)
    assert (game.performed, stack.ticks) == ([EAST], False)


def test_a_click_on_the_map_travels_there() -> None:
    game = FakeGame()
    stack = playing(game)
    click(stack, 8, 3)
    assert game.performed == [EAST] * 3
    assert "You are there." in text(stack)


def test_where_the_mouse_points_is_told_and_the_way_there_marked_until_a_key() -> None:
    game = FakeGame()
    game.told[8, 3] = "a rock; the floor"
    stack = playing(game)
    stack.point(8, 3 + MAP_ROW)
    assert marked_tiles(stack) == {(6, 3), (7, 3), (8, 3)}
    assert "A rock; the floor." in text(stack)
    assert game.performed == []
    stack.point(8, 0)
    assert marked_tiles(stack) == set()
    stack.point(8, 3 + MAP_ROW)
    press(stack, "escape")
    assert marked_tiles(stack) == set()
    assert "A rock" not in text(stack)


def test_with_a_foe_in_view_no_way_is_marked_for_none_is_gone() -> None:
    game = FakeGame(foes_at=((9, 3),))
    game.told[8, 3] = "the floor"
    stack = playing(game)
    stack.point(8, 3 + MAP_ROW)
    assert marked_tiles(stack) == {(8, 3)}
    assert "The floor." in text(stack)


def test_with_a_foe_in_view_the_way_is_marked_where_a_click_goes_a_step() -> None:
    game = FakeGame(foes_at=((9, 3),), foes=1)
    game.told[8, 3] = "the floor"
    theme = attrs.evolve(load_theme(), options=Options(with_foes_in_view="one step"))
    stack = Stack.for_game(game, theme)
    stack.point(8, 3 + MAP_ROW)
    assert marked_tiles(stack) == {(6, 3), (7, 3), (8, 3)}
    click(stack, 8, 3)
    assert game.performed == [EAST]
    assert "in view: one step per key press." in text(stack)


def test_a_foe_in_the_side_bar_is_shown_on_the_map_and_a_click_opens_its_card() -> None:
    foe = Seen((9, 3), "a zombie", "z", "zombie", "hurt")
    game = FakeGame(foes=1, foes_at=((9, 3),), foes_seen=(foe,))
    game.told[9, 3] = "a zombie; the floor"
    stack, console = playing(game), new_console(130, 36)
    stack.draw(console)
    rows = text_of(console).split("\n")
    y = next(number for number, row in enumerate(rows) if "z a zombie" in row)
    x = rows[y].index("z a zombie")
    stack.point(x, y)
    stack.draw(console)
    assert "A zombie; the floor." in text_of(console)
    stack.click(x, y)
    assert game.examined == [OnTile(9, 3)]


def test_the_way_to_where_one_would_travel_is_marked() -> None:
    stack = playing(FakeGame())
    press(stack, "_", "l", "l", "l")
    assert marked_tiles(stack) == {(6, 3), (7, 3)}  # and the cursor is on the last of them


def test_a_click_beside_one_is_a_step_whoever_is_in_view() -> None:
    game = FakeGame(foes_at=((9, 3),))
    stack = playing(game)
    click(stack, 6, 3)
    assert game.performed == [EAST]
    click(stack, 8, 3)
    assert game.performed == [EAST]
    assert any("in view." in row for row in lines_of(stack)[-3:])


def test_what_one_comes_upon_is_taken_up() -> None:
    game = FakeGame()
    stack = playing(game)
    game.changes |= {"underfoot": ("a milky potion",), "kinds_underfoot": ("potion",)}
    press(stack, "l")
    assert game.performed == [EAST, PickUp(0)]


@pytest.mark.parametrize("changes", [{"foes_at": ((9, 3),)}, {"kinds_underfoot": ("weapon",)}])
def test_with_a_foe_in_view_or_of_another_kind_it_is_not(changes: dict[str, object]) -> None:
    game = FakeGame(underfoot=("a milky thing",), kinds_underfoot=("potion",))
    game.changes |= changes
    stack = playing(game)
    press(stack, "l")
    assert game.performed == [EAST]


def test_nothing_is_taken_up_by_itself_until_the_key_is_pressed_once_more() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "ctrl_a")
    assert "Nothing is taken up by itself now, until Ctrl+a." in text(stack)
    game.changes |= {"underfoot": ("a milky potion",), "kinds_underfoot": ("potion",)}
    press(stack, "l")
    assert game.performed == [EAST]
    press(stack, "ctrl_a")
    assert "Things are taken up by themselves again." in text(stack)
    assert game.performed == [EAST]  # neither takes time
    press(stack, ".")
    assert game.performed == [EAST, Wait(), PickUp(0)]


def test_what_lay_there_before_is_not_taken_up() -> None:
    game = FakeGame(underfoot=("a milky potion",), kinds_underfoot=("potion",))
    stack = playing(game)
    press(stack, ".")
    assert game.performed == [Wait()]


@pytest.mark.parametrize(
    ("forecast", "changes", "asked"),
    [
        (TargetForecast("you", 1, 4), {}, "Step there all the same?"),
        (TargetForecast("you", 1, 4, 20), {"foes_at": ((6, 3),)}, "Strike all the same?"),
        (TargetForecast("you", 1, 4), {"foes_at": ((6, 3),)}, ""),
        (TargetForecast("you", 1, 4), {"harm_at": ((5, 3),)}, ""),
        (TargetForecast("you", 1, 4, 3), {"harm_at": ((5, 3),)}, "Step there all the same?"),
        (TargetForecast("the zombie", 1, 4, 3), {}, ""),
    ],
)
def test_a_step_into_harm_is_asked_about(
    forecast: TargetForecast, changes: dict[str, Any], asked: str
) -> None:
    game = FakeGame(**changes)
    game.answer = Forecast(targets=(forecast,))
    stack = playing(game)
    press(stack, "l")
    assert game.performed == ([] if asked else [EAST])
    assert asked in text(stack)
    press(stack, "l")
    assert not asked or game.performed == []
    press(stack, "enter")
    assert not asked or game.performed == [EAST]


def test_a_door_is_asked_about_where_the_player_wants_that() -> None:
    game = FakeGame()
    theme = attrs.evolve(load_theme(), options=msgspec.structs.replace(Options(), doors="ask"))
    stack = Stack.for_game(game, theme)
    press(stack, "L")
    settle(stack)
    press(stack, "l")
    assert "Open the door?" in text(stack)
    assert game.performed == [EAST] * 5
    press(stack, "y")
    assert game.performed == [EAST] * 6


def test_tab_strikes_the_nearest_foe_once_a_press() -> None:
    game = FakeGame(foes_at=((9, 3), (6, 3)), foes=2)
    press(playing(game), "tab")
    assert game.performed == [Move(1, 0)]


def test_without_a_foe_tab_says_so_and_with_few_hit_points_it_asks_to_be_pressed_again() -> None:
    stack = playing(FakeGame())
    press(stack, "tab")
    assert "No enemy in view." in text(stack)
    game = FakeGame(foes_at=((6, 3),), foes=1, hp=9, max_hp=30)
    stack = playing(game)
    press(stack, "tab")
    assert game.performed == []
    assert "You're at 9/30 HP. Press Tab again" in text(stack)
    press(stack, "tab")
    assert game.performed == [Move(1, 0)]


def test_a_blow_that_would_kill_oneself_is_asked_about_by_tab_as_well() -> None:
    game = FakeGame(foes_at=((6, 3),), foes=1)
    game.answer = Forecast(targets=(TargetForecast("you", 3, 9, 100),))
    stack = playing(game)
    press(stack, "tab")
    assert game.performed == []
    assert "Strike all the same?" in text(stack)


def test_where_what_lies_there_was_told_it_is_not_told_again_as_one_stops() -> None:
    game = Littered()
    stack = playing(game)
    press(stack, "L")
    assert game.performed == [EAST]
    assert text(stack).count("a rock") == 1


@pytest.mark.parametrize(
    "between", [("i",), ("?", "escape"), (".",), ("h",), ("S",), ("_", "escape")]
)
def test_announcement_is_forgotten_as_soon_as_another_key_is_pressed(
    between: tuple[str, ...],
) -> None:
    game = FakeGame(hp=9)
    stack = playing(game)
    press(stack, "o")
    assert "Press o again to explore anyway or Z to rest." in text(stack)
    press(stack, *between)
    done = len(game.performed)
    press(stack, "o")
    assert len(game.performed) == done
    press(stack, "o")
    assert len(game.performed) > done


def test_announcement_is_forgotten_after_a_click() -> None:
    game = FakeGame(hp=9)
    stack = playing(game)
    press(stack, "o")
    stack.click(0, 0)  # the header leads to the character screen
    press(stack, "escape", "o")
    assert not game.performed
