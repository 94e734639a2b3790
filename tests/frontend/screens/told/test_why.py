"""The causes of each message, and of the player's death, are one key away."""

from __future__ import annotations

from typing import Any

from syrupy.assertion import SnapshotAssertion

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.ending import EndingScreen
from bidden.frontend.screens.told.why import Why
from bidden.view import Ending, Line
from tests.frontend.fakes import FakeGame, FakePlayback
from tests.frontend.screen import (
    boxed,
    is_playing,
    lines_of,
    playing,
    press,
    replaying,
    said,
    text,
    top,
)

FIFTY = tuple(Line(f"Message {n}.", "plain", n // 2, n) for n in range(50))
"""Messages, each with a matching event number."""


def marked(stack: Stack) -> str:
    (row,) = (row for row in lines_of(stack) if row[6:8] == "> ")
    return row[8:]


def test_why_explains_the_latest_message_in_sentences_and_then_by_events(
    snapshot: SnapshotAssertion,
) -> None:
    game = FakeGame(lines=FIFTY)
    stack = playing(game)
    press(stack, "w")
    assert text(stack) == snapshot
    press(stack, "w")
    assert game.asked == [(24, 49, False)] * 2
    assert game.plain == [True, False]
    assert "event by event" not in text(stack)
    press(stack, "escape", "escape")
    assert is_playing(stack)


def test_why_after_a_refused_step_explains_earlier_events_if_there_are_any() -> None:
    refused = Line("There is a wall in the way.", "refusal", 30, 60)
    for lines, asked in (((*FIFTY, refused), (24, 49, False)), ((refused,), (30, 60, False))):
        game = FakeGame(lines=lines)
        press(playing(game), "w")
        assert game.asked == [asked]


def test_why_before_anything_has_happened_asks_nothing(snapshot: SnapshotAssertion) -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "w")
    assert game.asked == []
    assert said(stack) == snapshot
    press(stack, "m", "enter", "up", "down")
    assert game.asked == []


def test_enter_in_the_history_explains_the_marked_message() -> None:
    game = FakeGame(lines=FIFTY)
    stack = playing(game)
    press(stack, "m")
    assert marked(stack) == "Message 49."
    press(stack, "up", "up", "k", "down", "enter")
    assert game.asked == [(23, 47, False)]
    press(stack, "escape")
    assert marked(stack) == "Message 47."


def test_mark_stays_in_view_wherever_it_goes() -> None:
    stack = playing(FakeGame(lines=FIFTY))
    press(stack, "m")
    for keys, number in (
        (["up"] * 25, 24),
        (["home"], 0),
        (["up", "page_down"], 20),
        (["end", "down"], 49),
    ):
        press(stack, *keys)
        assert marked(stack) == f"Message {number}."


def test_ending_shows_its_main_causes_and_a_key_shows_all_of_them() -> None:
    game = FakeGame(last_turn=1)
    stack = playing(game)
    press(stack, ".")
    assert (game.asked, game.plain) == ([(1, 99, True)], [True])
    assert any("Cause 6 of #99" in row for row in boxed(stack))
    press(stack, "w")
    assert game.asked[-1] == (1, 99, False)
    press(stack, "escape")
    assert isinstance(top(stack), EndingScreen)


class Told(FakeGame):
    """A game that explains everything by the same causes."""

    def __init__(self, *causes: str, **changes: Any) -> None:
        super().__init__(**changes)
        self.causes = causes

    def why(
        self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
    ) -> tuple[str, ...]:
        return self.causes


def ended_by(*causes: str, here: tuple[int, int] = (40, 10)) -> list[str]:
    """Return the screen of a death with these causes."""
    return lines_of(playing(Told(*causes, here=here, ending=Ending.DIED, death=5)))


def test_long_explanation_keeps_the_first_and_last_causes() -> None:
    rows = ended_by(*(f"Cause {number} {'long ' * 20}" for number in range(9)))
    told = [text.strip(" │") for text in rows if "Cause" in text or "…" in text]
    numbers = [text.split(" long")[0].removeprefix("Cause ") for text in told]
    assert numbers == ["0", "…", "6", "7", "8"]


def test_why_key_works_during_a_replay() -> None:
    stack = replaying(playback := FakePlayback(9))
    press(stack, ".", "w")
    assert playback.asked == [(1, 1, False)]
    assert isinstance(top(stack), Why)
