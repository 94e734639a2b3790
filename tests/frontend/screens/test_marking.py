"""Marks on the map: waypoints that a digit leads to, excluded ground, and notes of levels."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.drawing.board import KEPT_OFF
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.prompts.travelling import Destination
from bidden.intents import Move
from bidden.recording.marking.waymarks import Exclusion, Waymarks, Waypoint
from bidden.view import Chart, ChartedLevel, ChartedRoom
from tests.frontend.fakes import FakeGame, FakePlayback, a_view, tile
from tests.frontend.screen import (
    boxed,
    go,
    is_playing,
    lines_of,
    playing,
    press,
    replaying,
    said,
    text,
    top,
)

HERE, EAST = (5, 3), (8, 3)
DEN = ChartedRoom("the den", "in the north", (4, 2, 7, 3))
TEMPLE = ChartedLevel(3, "temple", tiles=tuple(tuple(map(tile, row)) for row in ("####", "#..>")))


@pytest.fixture
def game() -> FakeGame:
    made = FakeGame()
    made.remembered = Chart(1, (ChartedLevel(1, "cellar", (DEN,), tiles=a_view().tiles), TEMPLE))
    return made


@pytest.fixture
def stack(game: FakeGame) -> Stack:
    return playing(game)


def test_tile_is_given_a_digit_that_leads_there(
    stack: Stack, game: FakeGame, snapshot: SnapshotAssertion
) -> None:
    press(stack, *";lllw")
    assert boxed(stack)[:3] == snapshot
    press(stack, "3")
    assert game.waymarks.points == (Waypoint("3", 1, EAST, 0),)
    assert said(stack) == snapshot
    press(stack, "escape", "G")
    assert boxed(stack) == snapshot
    go(stack, "3")
    assert game.performed == [Move(1, 0)] * 3


def test_travel_prompt_draws_waypoints_and_leads_there(
    stack: Stack, game: FakeGame, snapshot: SnapshotAssertion
) -> None:
    press(stack, *";lllw3", "escape", "_")
    assert lines_of(stack)[4] == "   #.@..3..+"
    assert lines_of(stack)[-1] == snapshot
    go(stack, "w", "3")
    assert game.performed == [Move(1, 0)] * 3


def test_same_digit_again_removes_the_waypoint(
    stack: Stack, game: FakeGame, snapshot: SnapshotAssertion
) -> None:
    press(stack, *";lllw3w3")
    assert game.waymarks == Waymarks()
    press(stack, "escape", "G")
    assert said(stack) == snapshot
    press(stack, "_", "w")
    assert isinstance(top(stack), Destination)


def test_waypoint_on_another_level_is_travelled_to_over_the_levels_between(
    game: FakeGame, snapshot: SnapshotAssertion
) -> None:
    game.waymarks = Waymarks((Waypoint("1", 3, (2, 1), 0), Waypoint("2", 3, (9, 9), 0)))
    stack = playing(game)
    press(stack, "G")
    assert boxed(stack) == snapshot
    go(stack, "1")
    assert is_playing(stack)
    assert said(stack) == snapshot


def test_ground_is_excluded_then_a_tile_alone_then_nothing(
    stack: Stack, game: FakeGame, snapshot: SnapshotAssertion
) -> None:
    press(stack, *";lll")  # and oneself stands outside
    for radius in (2, 0, None):
        press(stack, "e")
        excluded = () if radius is None else (Exclusion(1, EAST, radius, 0),)
        assert game.waymarks.exclusions == excluded
        assert lines_of(stack)[-2].strip() == snapshot


def test_excluded_bare_ground_has_a_sign_on_the_map(stack: Stack) -> None:
    press(stack, *";lllle", "escape")
    assert lines_of(stack)[4] == f"   #.@{KEPT_OFF * 5}+"
    press(stack, *";ee", "escape")  # around oneself; then oneself alone
    press(stack, *";llll", "e", "escape")
    assert lines_of(stack)[4] == f"   #.@...{KEPT_OFF}.+"


def test_run_stops_before_excluded_ground(
    stack: Stack, game: FakeGame, snapshot: SnapshotAssertion
) -> None:
    press(stack, *";lllee", "escape")
    go(stack, "L")
    assert game.performed == [Move(1, 0)] * 2
    assert said(stack) == snapshot


def test_mark_that_cannot_be_kept_is_reported(game: FakeGame) -> None:
    game.trouble = "game.marks.json: cannot be kept"
    stack = playing(game)
    press(stack, *";le")
    assert game.trouble in said(stack)


def test_nothing_is_marked_in_a_replay() -> None:
    stack = replaying(FakePlayback(3))
    press(stack, *";l")
    before = text(stack)
    press(stack, "e", "w")
    assert text(stack) == before


def test_note_of_a_level_stands_on_its_map_and_is_told_on_arrival(
    stack: Stack, game: FakeGame
) -> None:
    press(stack, "M", "!", *"beware", "space", *"trolls", "enter")
    assert game.waymarks.note_on(1) == "beware trolls"
    assert "beware trolls" in text(stack)
    press(stack, "escape")
    told = []
    for level in (1, 3, 1, 1):
        game.changes["level"] = level
        press(stack, ".")
        told.append("beware trolls" in said(stack))
    assert told == [False, False, True, False]
    press(stack, "M", "!", *["backspace"] * 20, "enter")
    assert game.waymarks.notes == ()
