"""A replay plays by ticks, goes where it is told, and stops where it differs."""

from __future__ import annotations

import pytest

from bidden.frontend.input.keymap import Context, load_keymap
from bidden.frontend.input.keys import label
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.screen import TICKS_PER_SECOND
from bidden.intents import Move
from bidden.perception.cards.card import Card, CardLine, OnTile
from bidden.shown.games import Mark, MarkKind
from tests.frontend.fakes import FakePlayback
from tests.frontend.screen import lines_of, press, replaying, text

MARKS = (
    Mark(10, 9, MarkKind.DEATH, "a zombie dies"),
    Mark(40, 39, MarkKind.LEVEL, "another level"),
    Mark(70, 69, MarkKind.DEATH, "a rat dies"),
    Mark(70, 69, MarkKind.OWN_DEATH, "you die"),
)


def tick(stack: Stack, seconds: float) -> None:
    for _ in range(round(seconds * TICKS_PER_SECOND)):
        stack.tick()
        stack.catch_up()


def paused(playback: FakePlayback) -> Stack:
    stack = replaying(playback)
    press(stack, "space")
    return stack


# Playing


def test_it_plays_from_the_start_some_records_a_second() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    tick(stack, 2)
    assert playback.position == 8
    assert lines_of(stack)[-1].startswith(" Turn 8/100  4/s   ")


def test_a_slow_pace_is_exact_over_many_ticks() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, "-", "-", "-", "-")
    tick(stack, 7)
    assert playback.position == 7


def test_a_fast_pace_is_exact_over_many_ticks() -> None:
    playback = FakePlayback(1000)
    stack = replaying(playback)
    press(stack, *["+"] * 4)
    tick(stack, 3)
    assert playback.position == 3 * 64


def test_space_pauses_and_goes_on() -> None:
    playback = FakePlayback(100)
    stack = paused(playback)
    tick(stack, 1)
    assert playback.position == 0
    assert "4/s, paused" in lines_of(stack)[-1]
    press(stack, "space")
    tick(stack, 1)
    assert playback.position == 4


def test_the_end_is_said_and_nothing_is_played_after_it() -> None:
    playback = FakePlayback(3, over_at=3)
    stack = replaying(playback)
    tick(stack, 2)
    press(stack, ".")
    assert playback.position == 3
    assert lines_of(stack)[-1].startswith(" Turn 3/3  the end ")
    assert "The end. Killed by a test." in lines_of(stack)


def test_it_pauses_once_where_it_differs_and_says_how() -> None:
    playback = FakePlayback(100, diverges_at=2)
    stack = replaying(playback)
    tick(stack, 3)
    assert playback.position == 2
    assert "Divergence: differs first on turn 2" in lines_of(stack)
    press(stack, "space")
    tick(stack, 1)
    assert playback.position == 6


def test_it_ends_before_what_cannot_be_played_and_says_why() -> None:
    playback = FakePlayback(100, stops_at=6)
    stack = replaying(playback)
    tick(stack, 3)
    assert playback.position == 6
    assert "It ends here: line 6: ?Fly?" in lines_of(stack)
    assert lines_of(stack)[-1].startswith(" Turn 6/")
    press(stack, ",")
    assert playback.position == 5
    assert "It ends here: line 6: ?Fly?" not in lines_of(stack)


def test_help_halts_it_and_does_not_hide_where_it_was() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, "?")
    tick(stack, 5)
    assert playback.position == 0
    press(stack, "escape")
    tick(stack, 1)
    assert playback.position == 4


def test_nothing_ticks_once_it_is_paused_and_searched_or_at_its_end() -> None:
    playback = FakePlayback(40)
    stack = paused(playback)
    ticked = [stack.ticks]
    playback.surveyed = 40
    ticked.append(stack.ticks)
    stack.press("space")
    ticked.append(stack.ticks)
    stack.press("end")  # on its way there
    ticked.append(stack.ticks)
    stack.catch_up()
    ticked.append(stack.ticks)
    press(stack, "home", "space", "?")  # help halts it
    ticked.append(stack.ticks)
    press(stack, "escape")
    ticked.append(stack.ticks)
    assert ticked == [True, False, True, True, False, False, True]


def test_it_is_left_without_a_question() -> None:
    for key in ("q", "Q", "escape"):
        stack = replaying(FakePlayback(5))
        press(stack, key)
        assert stack.over


def test_a_journal_without_records_is_at_its_end() -> None:
    stack = replaying(FakePlayback(0))
    tick(stack, 1)
    assert lines_of(stack)[-1].startswith(" Turn 0/0  the end ")


def test_one_that_is_to_begin_elsewhere_begins_paused_there() -> None:
    playback = FakePlayback(100)
    playback.aim(30)
    stack = replaying(playback)
    tick(stack, 2)
    assert playback.position == 30


# Going elsewhere


@pytest.mark.parametrize(
    ("keys", "position"),
    [
        ([".", "."], 52),
        ([",", ","], 48),
        (["right", "l", "6"], 53),
        (["left", "h", "4"], 47),
        (["up", "k", "8"], 80),
        (["down", "j", "2"], 20),
        (["home"], 0),
        (["7"], 0),
        (["end"], 100),
        (["1"], 100),
        (["t", "7", "3", "enter"], 73),
        (["g", "7", "3", "backspace", "enter"], 7),
        (["t", "9", "9", "9", "enter"], 100),
        (["t", "7", "escape"], 50),
        (["t", "enter"], 50),
        (["home", "left", "down", ","], 0),
        (["end", "right", "up", "."], 100),
    ],
)
def test_each_key_goes_its_way_and_stays_there(keys: list[str], position: int) -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    playback.aim(50)
    stack.catch_up()
    press(stack, *keys)
    tick(stack, 1)
    assert playback.position == position
    assert lines_of(stack)[0].startswith(f" Bidden  Turn {position} ")


def test_the_prompt_shows_the_digits_and_takes_no_more_than_nine() -> None:
    stack = paused(FakePlayback(100))
    press(stack, "t", *"1234567890")
    shown = lines_of(stack)
    assert shown[-2] == " Go to which turn, 0 to 100? 123456789_"
    assert shown[-1].startswith(" No more than 9 digits. (Enter: ")
    assert max(len(row) for row in shown) <= 80
    press(stack, "backspace")
    assert lines_of(stack)[-1].startswith(" Go to which turn, 0 to 100? 12345678_  (Enter: ")


def test_a_turn_that_never_comes_is_said_to_be_none() -> None:
    stack = paused(FakePlayback(100))
    press(stack, "t", *"101", "enter")
    assert "There is no turn 101; this is the end." in lines_of(stack)


def test_of_many_keys_at_once_only_the_place_they_lead_to_is_gone_to() -> None:
    playback = FakePlayback(1000)
    stack = replaying(playback)
    for _ in range(30):
        stack.press("up")
    for _ in range(7):
        stack.press("left")
    assert playback.moves == 0
    stack.catch_up()
    assert (playback.position, playback.moves) == (293, 1)


def test_a_long_way_is_gone_in_strides_and_said_and_can_be_given_up() -> None:
    playback = FakePlayback(5000, stride=1000)
    stack = replaying(playback)
    press(stack, "end")
    assert playback.position == 1000
    assert lines_of(stack)[-1].startswith(" Turn 1000/5000  to turn 5000 ")
    tick(stack, 2 / TICKS_PER_SECOND)
    assert playback.position == 3000
    press(stack, "home", ".")
    tick(stack, 1)
    assert playback.position == 1


def test_keys_typed_ahead_of_it_mean_what_they_would_have_meant_there() -> None:
    playback = FakePlayback(5000, stride=5000)
    stack = paused(playback)
    for key in ("t", "3", "0", "0", "0", "enter", "left", "space"):
        stack.press(key)
    stack.catch_up()
    assert playback.position == 2999
    tick(stack, 1)
    assert playback.position == 3003


def test_on_a_long_way_nothing_is_searched_for_marks() -> None:
    playback = FakePlayback(5000, stride=1000)
    stack = replaying(playback)
    press(stack, "end")
    stack.tick()
    assert playback.surveyed == 0


# Marks


def searched(length: int = 100, upto: int = 100) -> tuple[FakePlayback, Stack]:
    playback = FakePlayback(length, marks=MARKS)
    playback.surveyed = upto
    return playback, paused(playback)


def test_marks_are_gone_to_one_after_another_and_told() -> None:
    playback, stack = searched()
    places = []
    for key in ("n", "]", "page_up", "9", "p", "[", "page_down"):
        press(stack, key)
        places.append(playback.position)
    assert places == [10, 40, 70, 70, 40, 10, 10]
    press(stack, "n", "n")
    assert "Turn 69: a rat dies, you die." in lines_of(stack)


def test_changes_of_level_are_gone_to_past_other_marks() -> None:
    playback, stack = searched()
    press(stack, ">")
    assert playback.position == 40
    press(stack, ">")
    assert playback.position == 40
    assert "No further change of level." in lines_of(stack)
    press(stack, "end", "<")
    assert playback.position == 40


def test_what_is_not_searched_yet_is_not_said_to_have_no_marks() -> None:
    _, stack = searched(upto=30)
    press(stack, "n", "n")
    said = "No further bookmark yet (scanned up to turn 30)."
    assert said in lines_of(stack)


def test_the_bar_has_the_marks_and_tells_what_was_searched() -> None:
    playback, stack = searched(upto=60)
    press(stack, "t", *"20", "enter")
    bar = lines_of(stack)[-1].removeprefix(" Turn 20/100  4/s, paused   ").removesuffix("  ? help")
    assert len(lines_of(stack)[-1]) == 79
    width = len(bar)
    here, known = 20 * (width - 1) // 100, 60 * (width - 1) // 100
    expected = list("═" * here + "█" + "─" * (known - here - 1) + "·" * (width - known))
    expected[10 * (width - 1) // 100] = "x"
    expected[40 * (width - 1) // 100] = ">"
    assert bar == "".join(expected)
    playback.surveyed = 100
    assert "X" in lines_of(stack)[-1]
    assert "·" not in lines_of(stack)[-1]


def test_the_search_goes_on_while_it_is_paused_and_while_help_is_read() -> None:
    playback = FakePlayback(100)
    stack = paused(playback)
    tick(stack, 0.25)
    assert playback.surveyed == 15
    press(stack, "?")
    tick(stack, 0.25)
    assert playback.surveyed == 30


# All-seeing


def test_all_is_seen_and_again_only_what_was_known() -> None:
    playback = FakePlayback(100)
    stack = paused(playback)
    assert lines_of(stack)[0].endswith("Seed 42")
    press(stack, "a")
    assert (playback.all_seeing, stack.view.seed) == (True, 0)
    assert lines_of(stack)[0].endswith("All-seeing")
    press(stack, "a")
    assert (playback.all_seeing, stack.view.seed) == (False, 42)


# Taking over


def test_tiles_cards_and_who_is_played_are_looked_at_and_it_waits_meanwhile() -> None:
    playback = FakePlayback(100)
    playback.told[5, 2] = "The floor."
    playback.cards[OnTile(5, 2)] = Card("A rat", lines=(CardLine("It bites."),))
    stack = replaying(playback)
    press(stack, ";", "up")
    assert "The floor." in text(stack)
    press(stack, "x")
    assert "It bites." in text(stack)
    press(stack, "escape")
    tick(stack, 2)
    assert playback.position == 0
    press(stack, "escape", "C")
    assert lines_of(stack)[0] == " Character"
    press(stack, "escape")
    tick(stack, 1)
    assert playback.position == 4


def test_taken_over_the_game_is_played_on() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, *["."] * 5, "o")
    assert any("Take over from here?" in row for row in lines_of(stack))
    press(stack, "y")
    assert "It is yours." in lines_of(stack)
    assert not stack.ticks
    press(stack, "l", "a")
    tick(stack, 1)
    assert playback.game.performed == [Move(1, 0)]
    assert playback.position == 5


def test_not_taken_over_after_all_it_stays_a_replay() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, "o", "o", "n")
    tick(stack, 1)
    assert stack.ticks
    assert playback.position == 0
    press(stack, "space")
    tick(stack, 1)
    assert playback.position == 4


def test_what_cannot_be_taken_over_is_said_and_stays_a_replay() -> None:
    playback = FakePlayback(100, refusal="/journals/mine.jsonl: cannot be written")
    stack = paused(playback)
    press(stack, "o", "y")
    assert " /journals/mine.jsonl: cannot be written" in lines_of(stack)
    press(stack, "escape", ".")
    assert stack.ticks
    assert playback.position == 1


def test_a_game_that_is_over_is_not_taken_over() -> None:
    playback = FakePlayback(3, over_at=3)
    stack = replaying(playback)
    press(stack, "end", "o", "y")
    assert stack.ticks
    assert any("The game is over here" in row for row in lines_of(stack))


# Help


def test_help_begins_with_the_keys_of_a_replay_and_the_signs_of_the_bar() -> None:
    stack = replaying(FakePlayback(5))
    press(stack, "?")
    seen = lines_of(stack)
    press(stack, "page_down")
    seen += lines_of(stack)
    section = load_keymap().sections[Context.REPLAY]
    assert seen[2].strip() == section.title
    for binding in section.actions.values():
        keys = " ".join(map(label, binding.keys))
        assert any(keys in row and binding.does in row for row in seen)
    assert any(row.split(maxsplit=1) == ["X", "you die"] for row in seen)
