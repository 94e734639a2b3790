"""Cards on screen: opened from the look, while aiming, and from every list of things or spells."""

from __future__ import annotations

from pathlib import Path

import pytest

from bidden.frontend.drawing.board import MAP_ROW
from bidden.frontend.drawing.canvas import WIDTH
from bidden.frontend.running.stack import Stack
from bidden.frontend.theme import load_theme
from bidden.perception.cards.card import Card, CardLine, InPack, OfSpell, OnTile, Subject, Underfoot
from bidden.recording.playing import begin
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import lines_of, playing, press, text
from tests.frontend.screens.test_targeting import armed

TROLL = Card(
    "a troll",
    "T",
    "troll",
    (CardLine("It hits hard.", "harm"), CardLine("A long line. " * 12)),
    brief="its blow costs you 1–7 hp",
)


def opened(stack: Stack) -> bool:
    return "T a troll" in text(stack)


@pytest.mark.parametrize(
    ("keys", "subject"),
    [
        ((";", "enter"), OnTile(7, 3)),
        ((";", "x"), OnTile(7, 3)),
        (("t", "a", "x"), OnTile(7, 3)),
        (("i", "a", "x"), InPack("a")),
        (("i", "x", "b"), InPack("b")),
        (("q", "?", "e"), InPack("e")),
        (("z", "x", "b"), OfSpell("bolt")),
        (("g", "x", "b"), Underfoot(1)),
    ],
)
def test_all_that_can_be_pointed_at_has_its_card(keys: tuple[str, ...], subject: Subject) -> None:
    game = armed(underfoot=("a rock", "a rope"))
    game.cards[subject] = TROLL
    stack = playing(game)
    press(stack, *keys)
    assert (game.examined[-1], game.performed, opened(stack)) == (subject, [], True)


@pytest.mark.parametrize("key", ["escape", "q", "x", "enter"])
def test_a_card_is_put_away_to_where_one_was(key: str) -> None:
    game = armed()
    game.cards[OnTile(7, 3)] = TROLL
    stack = playing(game)
    press(stack, "t", "a", "x")
    depth = len(stack.screens)
    press(stack, key)
    assert (len(stack.screens), opened(stack), game.performed) == (depth - 1, False, [])


def test_a_click_puts_a_card_away() -> None:
    stack = playing(armed())
    press(stack, ";", "x")
    depth = len(stack.screens)
    stack.click(3, 3)
    assert len(stack.screens) == depth - 1


def test_what_nothing_is_known_of_says_so() -> None:
    stack = playing(armed())
    press(stack, ";", "x")
    assert "nothing to tell of" in text(stack)


def test_lines_are_wrapped_within_the_box() -> None:
    game = armed()
    game.cards[OnTile(7, 3)] = TROLL
    stack = playing(game)
    press(stack, ";", "x")
    rows = [row for row in lines_of(stack) if "A long line." in row]
    assert len(rows) == 3
    assert all(len(row) <= WIDTH and row.count("│") == 2 for row in rows)


def test_a_card_that_is_longer_than_the_screen_is_scrolled() -> None:
    game = armed()
    lines = tuple(CardLine(f"Line {number}.") for number in range(30))
    game.cards[OnTile(7, 3)] = Card("a book", lines=lines)
    stack = playing(game)
    press(stack, ";", "x")
    assert "Line 17." in text(stack)
    assert "Line 18." not in text(stack)
    press(stack, *["down"] * 99)
    assert "Line 29." in text(stack)
    assert "Line 11." not in text(stack)
    press(stack, *["up"] * 99)
    assert "Line 0." in text(stack)


def test_of_a_foe_one_looks_at_it_is_said_what_matters_most() -> None:
    game = armed()
    game.told[7, 3] = "a troll, asleep; the floor"
    game.cards[OnTile(7, 3)] = TROLL
    stack = playing(game)
    press(stack, ";")
    assert "a troll, asleep; the floor — its blow costs you 1–7 hp" in text(stack)
    press(stack, "l")
    assert "its blow" not in text(stack)


def test_a_tile_out_of_reach_is_told_to_be_so() -> None:
    game = FakeGame(spells=armed().changes["spells"], mana=9, foes_at=((11, 3),))
    stack = playing(game)
    press(stack, "z", "b")
    assert "Out of range (6 of 5 tiles)." in text(stack)
    press(stack, "h")
    assert "it reaches 5" not in text(stack)


def test_in_a_game_that_is_played_a_look_and_a_key_show_a_true_card(tmp_path: Path) -> None:
    game = begin(7, tmp_path / "a.jsonl", level="weapons")
    stack = Stack.for_game(game, load_theme())
    try:
        x, y = game.view().things_at[0]
        press(stack, ";")
        stack.point(x, y + MAP_ROW)
        press(stack, "x")
        card = game.card(OnTile(x, y))
        assert card is not None
        assert card.title in text(stack)
        assert card.lines[1].text in text(stack)
        assert game.view().turn == 0
    finally:
        game.close()
