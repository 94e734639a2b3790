"""A replay advances by ticks, jumps on request, and stops where it diverges."""

from __future__ import annotations

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.screen import TICKS_PER_SECOND
from bidden.frontend.screens.told.card import CardScreen
from bidden.intents import Move
from bidden.perception.cards.card import Card, CardLine, OnTile
from bidden.shown.games import Mark, MarkKind
from bidden.view import Line
from tests.frontend.fakes import FakePlayback
from tests.frontend.screen import lines_of, press, replaying, said, text, top

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


@pytest.mark.parametrize(
    ("keys", "seconds", "position"), [("", 2, 8), ("----", 7, 7), ("++++", 3, 3 * 64)]
)
def test_replay_speed_stays_exact_over_many_ticks(keys: str, seconds: int, position: int) -> None:
    playback = FakePlayback(1000)
    stack = replaying(playback)
    press(stack, *keys)
    tick(stack, seconds)
    assert playback.position == position


def test_replay_screen(snapshot: SnapshotAssertion) -> None:
    stack = replaying(FakePlayback(100, marks=MARKS))
    tick(stack, 5)
    assert text(stack) == snapshot


def test_messages_of_turns_that_were_skipped_are_shown_or_counted() -> None:
    stack = replaying(FakePlayback(100))
    tick(stack, 1)
    told = ("Your sword BREAKS!", "harm", 1, 99)
    others = ((f"An orc hits you for {number}. " * 4, "harm", 3, number) for number in range(99))
    lines = (Line(*told, loud=True), *(Line(*other) for other in others))
    stack.view = attrs.evolve(stack.view, lines=lines)
    assert "Your sword BREAKS!" in text(stack)


@pytest.mark.parametrize("length", [0, 3])
def test_nothing_is_played_after_the_end(length: int, snapshot: SnapshotAssertion) -> None:
    playback = FakePlayback(length, over_at=length)
    stack = replaying(playback)
    tick(stack, 2)
    press(stack, ".")
    assert playback.position == length
    assert lines_of(stack)[21:23] == snapshot
    assert lines_of(stack)[-1][:30] == snapshot


def test_replay_pauses_once_at_a_divergence_and_describes_it() -> None:
    playback = FakePlayback(100, diverges_at=2)
    stack = replaying(playback)
    tick(stack, 3)
    assert playback.position == 2
    assert playback.diverged in said(stack)
    press(stack, "space")
    tick(stack, 1)
    assert playback.position == 6


def test_replay_stops_before_an_unplayable_record_and_shows_the_reason() -> None:
    playback = FakePlayback(100, stops_at=6)
    stack = replaying(playback)
    tick(stack, 3)
    assert playback.position == 6
    assert "line 6: ?Fly?" in said(stack)
    press(stack, ",")
    assert playback.position == 5
    assert "line 6" not in said(stack)


def test_nothing_ticks_once_it_is_paused_and_searched_or_at_its_end() -> None:
    playback = FakePlayback(40)
    stack = paused(playback)
    ticked = [stack.ticks]
    playback.surveyed = 40
    ticked.append(stack.ticks)
    stack.press("space")
    ticked.append(stack.ticks)
    stack.press("end")  # on the way there
    ticked.append(stack.ticks)
    stack.catch_up()
    ticked.append(stack.ticks)
    press(stack, "home", "space", "?")  # help pauses it
    ticked.append(stack.ticks)
    press(stack, "escape")
    ticked.append(stack.ticks)
    assert ticked == [True, False, True, True, False, False, True]


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
def test_replay_key_jumps_to_its_position_and_stays_there(keys: list[str], position: int) -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    playback.aim(50)
    stack.catch_up()
    press(stack, *keys)
    tick(stack, 1)
    assert playback.position == stack.view.turn == position


def test_long_replay_seek_advances_in_strides_and_can_be_cancelled(
    snapshot: SnapshotAssertion,
) -> None:
    playback = FakePlayback(5000, stride=1000)
    stack = replaying(playback)
    press(stack, "end")
    assert (playback.position, playback.surveyed) == (1000, 0)
    assert lines_of(stack)[-1][:35] == snapshot
    tick(stack, 2 / TICKS_PER_SECOND)
    assert (playback.position, playback.surveyed) == (3000, 0)
    press(stack, "home", ".")
    tick(stack, 1)
    assert playback.position == 1


def searched(upto: int = 100) -> tuple[FakePlayback, Stack]:
    playback = FakePlayback(100, marks=MARKS)
    playback.surveyed = upto
    return playback, paused(playback)


def test_replay_keys_jump_between_marks_and_describe_them(snapshot: SnapshotAssertion) -> None:
    playback, stack = searched()
    places = []
    for key in ("n", "]", "page_down", "3", "p", "[", "page_up"):
        press(stack, key)
        places.append(playback.position)
    assert places == [10, 40, 70, 70, 40, 10, 10]
    press(stack, "n", "n")
    assert lines_of(stack)[22] == snapshot


def test_keys_for_level_changes_skip_other_marks(snapshot: SnapshotAssertion) -> None:
    playback, stack = searched()
    press(stack, ">")
    assert playback.position == 40
    press(stack, ">")
    assert playback.position == 40
    assert lines_of(stack)[22] == snapshot
    press(stack, "end", "<")
    assert playback.position == 40


def test_replay_bar_shows_the_marks_and_how_far_the_search_has_come() -> None:
    playback, stack = searched(upto=60)
    press(stack, "t", *"20", "enter")
    bar = max(lines_of(stack)[-1].split(), key=len)
    width = len(bar)
    here, known = 20 * (width - 1) // 100, 60 * (width - 1) // 100
    expected = list("═" * here + "█" + "─" * (known - here - 1) + "·" * (width - known))
    expected[10 * (width - 1) // 100] = "x"
    expected[40 * (width - 1) // 100] = ">"
    assert bar == "".join(expected)
    playback.surveyed = 100
    assert "X" in lines_of(stack)[-1]
    assert "·" not in lines_of(stack)[-1]


def test_replay_waits_while_tiles_cards_or_the_character_are_examined() -> None:
    playback = FakePlayback(100)
    playback.told[5, 2] = "The floor."
    playback.cards[OnTile(5, 2)] = Card("A rat", lines=(CardLine("It bites."),))
    stack = replaying(playback)
    press(stack, ";", "up")
    assert "The floor." in said(stack)
    press(stack, "x")
    assert isinstance(top(stack), CardScreen)
    press(stack, "escape")
    tick(stack, 2)
    assert playback.position == 0
    press(stack, "escape", "C")
    assert not top(stack).overlay
    press(stack, "escape")
    tick(stack, 1)
    assert playback.position == 4


def test_game_that_was_taken_over_is_played_on() -> None:
    playback = FakePlayback(100)
    stack = replaying(playback)
    press(stack, *["."] * 5, "o")
    assert isinstance(top(stack), Confirm)
    press(stack, "y")
    assert playback.game.notice in said(stack)
    assert not stack.ticks
    press(stack, "l", "a")
    tick(stack, 1)
    assert playback.game.performed == [Move(1, 0)]
    assert playback.position == 5
