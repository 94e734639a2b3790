"""Cards open from look mode, from targeting, and from every list of things or spells."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.screens.told.card import CardScreen
from bidden.perception.cards.card import Card, CardLine, InPack, OfSpell, OnTile, Subject, Underfoot
from tests.frontend.armed import armed
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import boxed, click, playing, press, text, top

TROLL = Card(
    "a troll",
    "T",
    "troll",
    (CardLine("It hits hard.", "harm"), CardLine("A long line. " * 12)),
    brief="its blow costs you 1–7 hp",
)


def with_troll() -> FakeGame:
    game = armed()
    game.cards[OnTile(7, 3)] = TROLL
    return game


@pytest.mark.parametrize(
    ("keys", "subject"),
    [
        ((";", "enter"), OnTile(7, 3)),
        ((";", "x"), OnTile(7, 3)),
        (("t", "a", "x"), OnTile(7, 3)),
        (("i", "a", ";"), InPack("a")),
        (("i", ";", "b"), InPack("b")),
        (("q", ";", "e"), InPack("e")),
        (("z", ";", "b"), OfSpell("bolt")),
        (("g", ";", "b"), Underfoot(1)),
    ],
)
def test_everything_that_can_be_pointed_at_has_a_card(
    keys: tuple[str, ...], subject: Subject
) -> None:
    game = armed(underfoot=("a rock", "a rope"))
    game.cards[subject] = TROLL
    stack = playing(game)
    press(stack, *keys)
    assert (game.examined[-1], game.performed) == (subject, [])
    assert isinstance(top(stack), CardScreen)
    assert "T a troll" in boxed(stack)


@pytest.mark.parametrize("key", ["escape", "q", "x", "enter", "click"])
def test_closing_a_card_returns_to_the_previous_screen(key: str) -> None:
    game = with_troll()
    stack = playing(game)
    press(stack, "t", "a", "x")
    depth = len(stack.screens)
    if key == "click":
        click(stack, (3, 3))
    else:
        press(stack, key)
    assert (len(stack.screens), game.performed) == (depth - 1, [])


def test_card_screen(snapshot: SnapshotAssertion) -> None:
    stack = playing(with_troll())
    press(stack, ";", "x")
    assert text(stack) == snapshot


def test_long_card_is_scrolled() -> None:
    game = armed()
    lines = tuple(CardLine(f"Line {number}.") for number in range(30))
    game.cards[OnTile(7, 3)] = Card("a book", lines=lines)
    stack = playing(game)
    press(stack, ";", "x")
    shown = [boxed(stack)[1:-1]]
    for key in ("down", "up"):
        press(stack, *[key] * 99)
        shown.append(boxed(stack)[1:-1])
    first, last = ([line.text for line in part] for part in (lines[:18], lines[-18:]))
    assert shown == [first, last, first]
