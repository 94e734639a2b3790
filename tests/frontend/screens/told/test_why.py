"""Why: of each message, and of the player's death, its causes are a key away."""

from __future__ import annotations

import pytest

from bidden.frontend.running.stack import Stack
from bidden.view import Ending, Line
from tests.frontend.fakes import FakeGame, FakePlayback
from tests.frontend.screen import lines_of, playing, press, replaying, text

FIFTY = tuple(Line(f"Message {n}.", "plain", n // 2, n) for n in range(50))
"""Messages, the event of each numbered as it is."""


def marked(stack: Stack) -> str:
    (row,) = (row for row in lines_of(stack) if row[6:8] == "> ")
    return row[8:]


def test_why_in_play_asks_of_the_latest_message() -> None:
    game = FakeGame(lines=FIFTY)
    stack = playing(game)
    press(stack, "w")
    assert game.asked == [(24, 49, False)]
    assert lines_of(stack)[0] == " Why, turn 24: Message 49."
    assert lines_of(stack)[2] == " Cause 1 of #49"
    press(stack, "escape")
    assert lines_of(stack)[0].startswith(" Bidden")


def test_why_is_told_in_plain_words_and_event_by_event_a_key_further() -> None:
    game = FakeGame(lines=FIFTY)
    stack = playing(game)
    press(stack, "w")
    assert game.plain == [True]
    assert lines_of(stack)[-1].startswith(" Enter event by event   Esc back")
    press(stack, "w")
    assert game.asked == [(24, 49, False)] * 2
    assert game.plain == [True, False]
    assert "event by event" not in lines_of(stack)[-1]
    press(stack, "escape", "escape")
    assert lines_of(stack)[0].startswith(" Bidden")


def test_why_after_a_step_that_was_refused_asks_of_what_happened_before() -> None:
    refused = Line("There is a wall in the way.", "refusal", 30, 60)
    game = FakeGame(lines=(*FIFTY, refused))
    press(playing(game), "w")
    assert game.asked == [(24, 49, False)]
    game = FakeGame(lines=(refused,))
    press(playing(game), "w")
    assert game.asked == [(30, 60, False)]


def test_why_before_anything_has_happened_asks_nothing() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "w")
    assert game.asked == []
    assert "There is nothing to tell of yet." in text(stack)


def test_the_history_marks_the_latest_message_and_says_how_to_ask() -> None:
    stack = playing(FakeGame(lines=FIFTY))
    press(stack, "m")
    assert marked(stack) == "Message 49."
    assert lines_of(stack)[-1].startswith(" Enter why   f show others   / search   Esc back")


def test_up_and_down_move_the_mark_and_enter_asks_of_it() -> None:
    game = FakeGame(lines=FIFTY)
    stack = playing(game)
    press(stack, "m", "up", "up", "k", "down", "enter")
    assert game.asked == [(23, 47, False)]
    assert lines_of(stack)[0] == " Why, turn 23: Message 47."
    press(stack, "escape")
    assert marked(stack) == "Message 47."


def test_the_mark_stays_in_view_wherever_it_goes() -> None:
    stack = playing(FakeGame(lines=FIFTY))
    press(stack, "m", *["up"] * 25)
    assert marked(stack) == "Message 24."
    press(stack, "home")
    assert marked(stack) == "Message 0."
    press(stack, "up", "page_down")
    assert marked(stack) == "Message 20."
    press(stack, "end", "down")
    assert marked(stack) == "Message 49."


def test_the_mark_passes_over_the_further_rows_of_a_long_message() -> None:
    texts = ("Short.", "Long " * 40, "Last.")
    game = FakeGame(lines=tuple(Line(one, "plain", 1, n) for n, one in enumerate(texts, 1)))
    stack = playing(game)
    press(stack, "m", "up", "up", "enter")
    assert game.asked == [(1, 1, False)]


def test_nothing_can_be_asked_of_an_empty_history() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "m", "enter", "up", "down")
    assert game.asked == []
    press(stack, "escape")
    assert lines_of(stack)[0].startswith(" Bidden")


def test_the_end_asks_why_at_once_and_shows_the_last_causes() -> None:
    game = FakeGame(last_turn=1)
    stack = playing(game)
    press(stack, ".")
    assert game.asked == [(1, 99, True)]
    shown = text(stack)
    assert "Cause 6 of #99" in shown
    assert "w why   m messages" in shown
    assert game.plain == [True]


def test_the_whole_tree_of_the_end_is_a_key_away() -> None:
    game = FakeGame(last_turn=0)
    stack = playing(game)
    press(stack, "w")
    assert game.asked[-1] == (0, 99, False)
    assert lines_of(stack)[0] == " Why, turn 0: Killed by a test."
    press(stack, "escape")
    assert "You are dead" in text(stack)


def test_a_game_that_is_won_has_no_death_to_explain() -> None:
    line = Line("You put the zombie to rest.", "good", 7, 41)
    game = FakeGame(ending=Ending.WON, epitaph="All rest.", lines=(line,))
    stack = playing(game)
    assert game.asked == []
    press(stack, "w")
    assert game.asked == [(7, 41, False)]


def ended_by(*causes: str, here: tuple[int, int] = (40, 10)) -> list[str]:
    """The screen of a death with such causes."""

    class Ended(FakeGame):
        def why(
            self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
        ) -> tuple[str, ...]:
            return causes

    return lines_of(playing(Ended(here=here, ending=Ending.DIED, death=5)))


@pytest.mark.parametrize("row", range(20))
def test_the_whole_story_of_the_end_is_told_wherever_one_died(row: int) -> None:
    rows = ended_by(*(f"Cause {number}." for number in range(8)), here=(40, row))
    told = [text.strip(" │") for text in rows if "Cause" in text]
    assert told == [f"Cause {number}." for number in range(8)]
    assert any("└" in text for text in rows)


@pytest.mark.parametrize("row", [0, 5, 14, 19])
def test_who_died_is_seen_where_the_story_leaves_room(row: int) -> None:
    assert ended_by("Cause.", here=(40, row))[row + 1][40] == "@"


def test_of_a_story_too_long_the_first_cause_and_the_last_are_told() -> None:
    rows = ended_by(*(f"Cause {number} {'long ' * 20}" for number in range(9)))
    told = [text.strip(" │") for text in rows if "Cause" in text or "…" in text]
    numbers = [text.split(" long")[0].removeprefix("Cause ") for text in told]
    assert numbers == ["0", "…", "6", "7", "8"]


def test_what_is_told_is_wrapped_under_its_own_indent() -> None:
    class Wordy(FakeGame):
        def why(
            self, turn: int, sequence: int, *, brief: bool = False, plain: bool = False
        ) -> tuple[str, ...]:
            return ("  Attack #1 you → \x1b[2Jzombie: done", ">     " + "word " * 30)

    stack = playing(Wordy(lines=FIFTY))
    press(stack, "w", "w")
    rows = lines_of(stack)
    assert rows[2] == "   Attack #1 you → ?[2Jzombie: done"
    assert rows[3].startswith(" >     word word")
    assert rows[4].startswith("           word")
    assert max(map(len, rows)) <= 80


def test_a_replay_asks_as_well() -> None:
    stack = replaying(FakePlayback(9))
    press(stack, ".", "w")
    assert lines_of(stack)[0] == " Why, turn 1: You do Wait."
