"""The title lists a game under way first, and every screen opened from it leads back."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.outside.kept import RecordsScreen, ReplaysScreen
from bidden.frontend.screens.outside.options import OptionsScreen
from bidden.frontend.screens.outside.title import TitleScreen
from bidden.frontend.screens.play import PlayScreen
from bidden.frontend.screens.screen import Screen
from bidden.frontend.screens.told.help import HelpScreen
from bidden.intents import Move
from bidden.shown.games import KeptGame
from tests.bidden.scenes import catalogue
from tests.frontend.fakes import FakeLobby
from tests.frontend.screen import (
    at_the_title,
    click_hint,
    is_playing,
    lines_of,
    marked,
    menu,
    press,
    text,
    top,
    wait,
)

GOING = KeptGame(Path("going.jsonl"), 5, 812, "23 Nov 22:10", place="level 3, labyrinth")
DEAD = KeptGame(Path("dead.jsonl"), 6, 90, "22 Nov 10:00", ended="death")


def look_up(stack: Stack) -> None:
    """Show the title, and wait until it has found where the player left off."""
    stack.settle()
    while stack.ticks:
        stack.tick()


def chosen(stack: Stack) -> str:
    """Return the key of the marked line."""
    screen = menu(stack)
    return screen.choices[screen.marked].key


@pytest.mark.parametrize(
    "kept", [(DEAD,), (GOING, DEAD), (DEAD, GOING)], ids=["over", "under way", "both"]
)
def test_title_screen_matches_its_snapshot(
    kept: tuple[KeptGame, ...], snapshot: SnapshotAssertion
) -> None:
    assert text(at_the_title(FakeLobby(*kept))) == snapshot


def test_title_is_in_the_middle_of_a_large_terminal_under_more_stars() -> None:
    stack = at_the_title(lobby := FakeLobby(GOING))
    least = [row.ljust(80) for row in lines_of(stack)]
    rows = [row.ljust(120) for row in lines_of(stack, 120, 40)]
    assert [row[20:100] for row in rows[8:32]] == least
    around = [*rows[:8], *(row[:20] + row[100:] for row in rows[8:32]), *rows[32:]]
    assert {"".join(sorted({*row})) for row in around} <= {" ", " .", " -"}
    assert all(any("." in row for row in part) for part in (around[:8], around[8:24]))
    press(stack, "down")
    lines_of(stack, 120, 40)
    x, y = stack.focus
    stack.click(x, y)
    wait(stack)
    assert lobby.opened


def test_title_preselects_the_game_in_progress_and_shows_its_place(
    snapshot: SnapshotAssertion,
) -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    assert chosen(stack) == "c"
    look_up(stack)
    assert marked(stack) == snapshot
    press(stack, "enter")
    assert lobby.opened == [("resume", "going.jsonl")]
    assert is_playing(stack)


def test_title_menu_distinguishes_practice_from_a_run(snapshot: SnapshotAssertion) -> None:
    stack = at_the_title(FakeLobby(attrs.evolve(GOING, practice="blaze")))
    look_up(stack)
    assert marked(stack) == snapshot
    press(stack, "w")
    assert marked(stack) == snapshot


def test_title_cursor_stays_put_when_a_kept_game_turns_out_to_be_over() -> None:
    lobby = FakeLobby(GOING)
    stack = at_the_title(lobby)
    press(stack, "down", "down")
    assert chosen(stack) == "s"
    lobby.kept = ()
    look_up(stack)
    assert chosen(stack) == "s"
    assert "c" not in {choice.key for choice in menu(stack).choices}


@pytest.mark.parametrize("key", ["enter", "c"])
def test_continue_waits_for_the_game_lookup_and_queues_the_keys_typed_meanwhile(key: str) -> None:
    stack = at_the_title(lobby := FakeLobby(GOING))
    lobby.takes_long = True
    for one in (key, "l", "j"):
        stack.press(one)
    for _ in range(5):
        lines_of(stack)
        stack.tick()
    assert lobby.opened == []
    lobby.kept = (attrs.evolve(GOING, path=Path("older.jsonl")),)
    lobby.find()
    wait(stack)
    assert lobby.opened == [("resume", "older.jsonl")]
    assert lobby.game.performed == [Move(1, 0), Move(0, 1)]


def test_continuing_a_finished_game_does_not_start_another_game(
    snapshot: SnapshotAssertion,
) -> None:
    stack = at_the_title(lobby := FakeLobby(GOING))
    lobby.takes_long = True
    stack.settle()
    stack.press("enter")
    lobby.kept = ()
    lobby.find()
    wait(stack)
    assert lobby.opened == []
    assert chosen(stack) == "n"
    assert menu(stack).notice == snapshot


def test_title_starts_games_with_a_typed_seed_or_the_daily_seed() -> None:
    lobby = FakeLobby()
    press(at_the_title(lobby), "p", "s", "1", "2", "enter")
    stack = at_the_title(lobby)
    press(stack, *["down"] * 3)
    assert chosen(stack) == "d"
    about = menu(stack).choices[menu(stack).marked].about
    assert lobby.day in about
    assert str(lobby.daily_seed) in about
    press(stack, "enter")
    assert lobby.opened == [("begin", 12), ("begin", lobby.daily_seed)]


def test_short_run_and_practice_begin_scenarios(snapshot: SnapshotAssertion) -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    press(stack, "s")
    assert isinstance(top(stack), PlayScreen)  # the opening tells of summoners
    stack = at_the_title(lobby)
    press(stack, "p")
    assert text(stack) == snapshot
    press(stack, "down", "enter")
    assert lobby.opened == [("begin", "first"), ("begin", "blaze")]
    assert isinstance(top(stack), PlayScreen)  # only a run has an opening


def test_game_under_way_is_played_on_from_the_replays_and_a_finished_one_is_not(
    snapshot: SnapshotAssertion,
) -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    press(stack, "w")
    assert text(stack) == snapshot
    press(stack, "o")
    assert menu(stack).notice == snapshot
    assert lobby.opened == []
    press(stack, "down")
    click_hint(stack, "o")
    assert lobby.opened == [("resume", "going.jsonl")]
    assert is_playing(stack)


def test_help_of_the_replays_lists_the_key_that_plays_on() -> None:
    stack = at_the_title(FakeLobby(GOING))
    press(stack, "w", "?")
    assert any(row.strip().startswith("o  ") and "continue" in row for row in lines_of(stack))


def test_damaged_journal_is_named_with_what_is_wrong_and_opens_nothing(
    snapshot: SnapshotAssertion,
) -> None:
    false = KeptGame(Path("odd.jsonl"), 0, 0, "23 Nov 22:11", problem="this is\x1bnot a journal")
    lobby = FakeLobby(GOING, false)
    stack = at_the_title(lobby)
    press(stack, "w", "down")
    assert marked(stack) == snapshot
    for key in ("enter", "o"):
        press(stack, key)
        assert menu(stack).notice == snapshot
    assert lobby.opened == []


def test_quitting_a_game_leads_back_to_the_title_and_closes_the_game() -> None:
    lobby = FakeLobby(GOING)
    stack = at_the_title(lobby)
    press(stack, "c", "Q", "y")
    assert (lobby.left, stack.over) == (1, False)
    assert chosen(stack) == "c"
    press(stack, "q")
    assert stack.over


def test_replay_is_chosen_from_the_kept_games_and_leads_back() -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    press(stack, "w")
    ticks = [stack.ticks]
    press(stack, "down", "enter")
    assert lobby.opened == [("replay", "going.jsonl")]
    ticks.append(stack.ticks)
    press(stack, "q")
    look_up(stack)
    assert [*ticks, stack.ticks] == [False, True, False]
    assert (lobby.left, stack.over) == (1, False)


@pytest.mark.parametrize(
    ("key", "screen"),
    [("r", RecordsScreen), ("o", OptionsScreen), ("?", HelpScreen), ("w", ReplaysScreen)],
)
def test_page_of_the_title_is_opened_by_its_key_and_left_by_escape(
    key: str, screen: type[Screen]
) -> None:
    stack = at_the_title(FakeLobby())
    press(stack, key)
    assert type(top(stack)) is screen
    press(stack, "escape")
    assert isinstance(top(stack), TitleScreen)
    press(stack, "escape", "x")
    assert isinstance(top(stack), TitleScreen)


def test_help_of_the_title_explains_the_map_symbols_of_the_content() -> None:
    stack = at_the_title(FakeLobby())
    press(stack, "?", "?", "end")
    rows = lines_of(stack)
    told = {row.split("  ")[1] for row in rows[rows.index(" On the map") + 1 : -2]}
    signs = {sign for each in told for sign in each.split()}
    parts = [
        {cls.__name__: given for cls, given in each} for each in catalogue().blueprints.values()
    ]
    items = {str(each["Look"]["glyph"]) for each in parts if {"Look", "Item"} <= each.keys()}
    assert len(items) > 5
    assert items <= signs


@pytest.mark.parametrize("key", ["c", "n"])
def test_game_that_cannot_be_opened_says_why_and_the_title_stays(key: str) -> None:
    stack = at_the_title(FakeLobby(GOING, refusal="line 3 is damaged"))
    press(stack, key)
    assert "line 3 is damaged" in text(stack)
    press(stack, "escape")
    assert isinstance(top(stack), TitleScreen)


def test_last_command_of_one_game_is_not_repeated_in_the_next() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    press(stack, "n", "space", ".", "Q", "y")
    press(stack, "n", "space", "`")
    assert len(lobby.game.performed) == 1


def test_title_can_rewind_the_last_finished_game() -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    press(stack, "b", "enter")
    assert lobby.opened == [("back 20", "dead.jsonl")]
    assert is_playing(stack)


def test_replay_list_marks_a_game_that_was_rewound(snapshot: SnapshotAssertion) -> None:
    back = attrs.evolve(DEAD, path=Path("dead.back-2-1.jsonl"))
    stack = at_the_title(FakeLobby(back, DEAD))
    press(stack, "w")
    assert [choice.text for choice in menu(stack).choices] == snapshot


@pytest.mark.parametrize("key", ["r", "w"])
def test_empty_list_offers_nothing_to_watch(key: str) -> None:
    offered = []
    for kept in ((), (DEAD,)):
        stack = at_the_title(FakeLobby(*kept))
        press(stack, key)
        offered.append("watch it" in lines_of(stack)[-1])
    assert offered == [False, True]


def test_run_in_the_records_can_be_replayed_but_an_achievement_cannot(
    snapshot: SnapshotAssertion,
) -> None:
    lobby = FakeLobby(DEAD)
    stack = at_the_title(lobby)
    press(stack, "r")
    assert text(stack) == snapshot
    press(stack, "down", "enter")
    assert lobby.opened == []
    press(stack, "up", "enter")
    assert lobby.opened == [("replay", "dead.jsonl")]
