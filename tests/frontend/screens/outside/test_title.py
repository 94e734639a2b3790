"""The title: a game under way comes first, whatever is opened leads back here."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from bidden.frontend.running.stack import Stack
from bidden.intents import Move
from bidden.shown.games import KeptGame
from tests.frontend.fakes import FakeGame, FakeLobby
from tests.frontend.screen import at_the_title, lines_of, press, text, wait

GOING = KeptGame(Path("going.jsonl"), 5, 812, "23 Nov 22:10", place="level 3, labyrinth")
DEAD = KeptGame(Path("dead.jsonl"), 6, 90, "22 Nov 10:00", ended="death")


def look_up(stack: Stack) -> None:
    """Have the title shown, and wait until it was looked up where the player was left."""
    stack.settle()
    while stack.ticks:
        stack.tick()


def test_without_a_game_under_way_the_first_line_is_a_new_one() -> None:
    shown = lines_of(at_the_title(FakeLobby(DEAD)))
    assert " > n New game" in shown
    assert not any("Continue" in row for row in shown)


def test_a_game_under_way_is_marked_first_with_where_it_is() -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    assert " > c Continue: turn 812 …" in lines_of(stack)
    look_up(stack)
    assert " > c Continue: level 3, labyrinth, turn 812" in lines_of(stack)
    press(stack, "enter")
    assert lobby.opened == [("resume", "going.jsonl")]
    assert lines_of(stack)[0].startswith(" Bidden")


def test_a_mark_stays_where_it_was_set_as_a_game_is_found_to_be_over() -> None:
    lobby = FakeLobby(GOING)
    stack = at_the_title(lobby)
    press(stack, "down")
    assert " > n New game" in lines_of(stack)
    lobby.kept = ()
    look_up(stack)
    assert " > n New game" in lines_of(stack)
    assert "Continue" not in text(stack)


def test_without_a_game_under_way_nothing_is_looked_into() -> None:
    lobby = FakeLobby(DEAD)
    stack = at_the_title(lobby)
    lobby.kept = (GOING,)
    stack.settle()
    assert (stack.ticks, lobby.looked_up.done()) == (False, False)


def test_it_is_looked_up_meanwhile_from_when_the_title_was_shown() -> None:
    stack = at_the_title(lobby := FakeLobby(GOING))
    lobby.takes_long = True
    before = lobby.looked_up
    stack.settle()
    assert lobby.looked_up is not before
    stack.tick()
    assert " > c Continue: turn 812 …" in lines_of(stack)
    press(stack, "down", "up")
    assert stack.ticks
    lobby.find()
    stack.tick()
    assert (stack.ticks, stack.waits) == (False, False)
    assert " > c Continue: level 3, labyrinth, turn 812" in lines_of(stack)


@pytest.mark.parametrize("key", ["enter", "c"])
def test_to_go_on_waits_until_it_is_known_with_what_and_keys_wait_for_the_game(key: str) -> None:
    stack = at_the_title(lobby := FakeLobby(GOING))
    lobby.takes_long = True
    for one in (key, "l", "j"):
        stack.press(one)
    for _ in range(5):
        assert lines_of(stack)[-1] == " It is looked up …"
        stack.tick()
    assert lobby.opened == []
    lobby.kept = (attrs.evolve(GOING, path=Path("older.jsonl")),)
    lobby.find()
    wait(stack)
    assert lobby.opened == [("resume", "older.jsonl")]
    assert lobby.game.performed == [Move(1, 0), Move(0, 1)]


def test_who_would_go_on_with_a_game_that_is_found_to_be_over_begins_no_other() -> None:
    stack = at_the_title(lobby := FakeLobby(GOING))
    lobby.takes_long = True
    stack.settle()
    stack.press("enter")
    lobby.kept = ()
    lobby.find()
    wait(stack)
    assert lobby.opened == []
    assert " > n New game" in lines_of(stack)
    assert "That game is over: there is none to go on with." in text(stack)


def test_another_game_is_begun_while_it_is_looked_up() -> None:
    stack = at_the_title(lobby := FakeLobby(GOING))
    lobby.takes_long = True
    press(stack, "n")
    assert lobby.opened == [("begin", None)]


def test_a_new_run_is_told_who_one_is_and_a_continued_one_is_not() -> None:
    lobby = FakeLobby(GOING)
    stack = at_the_title(lobby)
    press(stack, "n")
    assert lobby.opened == [("begin", None)]
    assert "You are a bidden" in text(stack)
    press(stack, "x")
    assert lines_of(stack)[0].startswith(" Bidden")
    stack = at_the_title(lobby)
    press(stack, "c")
    assert "You are a bidden" not in text(stack)


def test_a_seed_is_typed_and_the_day_has_its_own() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    assert "Which seed?" not in text(stack)
    press(stack, "s", "1", "2", "enter")
    assert lobby.opened == [("begin", 12)]
    stack = at_the_title(lobby)
    press(stack, "down", "down")
    assert "23 November 2026: seed 4711, the same for everybody." in text(stack)
    press(stack, "d")
    assert lobby.opened[1:] == [("begin", 4711)]


def test_a_seed_may_be_long_and_a_digit_too_many_is_refused_in_words() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    press(stack, "s", *"123456789012345")
    assert "No more than" not in text(stack)
    press(stack, "6")
    assert "No more than 15 digits." in text(stack)
    press(stack, "enter")
    assert lobby.opened == [("begin", 123456789012345)]


def test_a_game_under_way_is_played_on_from_the_replays_and_one_that_is_over_is_not() -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    press(stack, "r")
    assert lines_of(stack)[-1] == " Enter watch it (o there plays on)   Esc back"
    press(stack, "o")
    assert "It ended in death: watch it, and play on from any turn of it." in text(stack)
    assert lobby.opened == []
    press(stack, "down")
    assert lines_of(stack)[-1] == " Enter watch it   o play on   Esc back"
    press(stack, "o")
    assert lobby.opened == [("resume", "going.jsonl")]
    assert lines_of(stack)[0].startswith(" Bidden")


def test_a_game_under_way_is_played_on_from_the_replays_by_a_click() -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    press(stack, "r", "down")
    stack.click(lines_of(stack)[-1].index("o play on"), len(lines_of(stack)) - 1)
    wait(stack)
    assert lobby.opened == [("resume", "going.jsonl")]


def test_a_file_that_only_looks_like_a_game_is_named_with_what_is_wrong_and_opens_nothing() -> None:
    false = KeptGame(Path("odd.jsonl"), 0, 0, "23 Nov 22:11", problem="this is\x1bnot a journal")
    lobby = FakeLobby(GOING, false)
    stack = at_the_title(lobby)
    press(stack, "r", "down")
    assert " >   23 Nov 22:11   odd.jsonl: this is?not a journal" in lines_of(stack)
    assert lines_of(stack)[-1] == " Esc back"
    press(stack, "enter")
    assert "There is no game to watch: this is?not a journal." in text(stack)
    press(stack, "o")
    assert "There is no game to play on: this is?not a journal." in text(stack)
    assert lobby.opened == []


def test_without_games_there_is_nothing_to_play_on() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    press(stack, "r", "o")
    assert "No game is" in text(stack)
    assert lobby.opened == []


def test_whoever_quits_a_game_is_back_at_the_title_and_the_game_is_closed() -> None:
    lobby = FakeLobby(GOING)
    stack = at_the_title(lobby)
    press(stack, "c", "Q", "y")
    assert (lobby.left, stack.over) == (1, False)
    assert " > c Continue: turn 812 …" in lines_of(stack)
    press(stack, "q")
    assert stack.over


def test_after_a_death_leaving_leads_back_to_the_title() -> None:
    lobby = FakeLobby()
    lobby.game = FakeGame(last_turn=1)
    stack = at_the_title(lobby)
    press(stack, "n", "space", ".")
    assert "You are dead" in text(stack)
    press(stack, "q")
    assert (lobby.left, stack.over) == (1, False)
    assert " > n New game" in lines_of(stack)


def test_a_replay_is_chosen_from_the_games_that_are_kept_and_leads_back() -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    press(stack, "r")
    assert " >   22 Nov 10:00   seed 6          turn 90      ended in death" in lines_of(stack)
    ticks = [stack.ticks]
    press(stack, "down", "enter")
    assert lobby.opened == [("replay", "going.jsonl")]
    ticks.append(stack.ticks)
    press(stack, "q")
    look_up(stack)
    assert [*ticks, stack.ticks] == [False, True, False]
    assert (lobby.left, stack.over) == (1, False)


def test_what_was_taken_over_in_a_replay_is_left_to_the_title_too() -> None:
    stack = at_the_title(lobby := FakeLobby(DEAD))
    press(stack, "r", "enter", "o", "y")
    assert "It is yours." in text(stack)
    press(stack, "Q", "y")
    assert (lobby.left, stack.over) == (1, False)


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("t", "Records: the best"),
        ("o", "Options and keys"),
        ("?", "What you are"),
        ("r", "No game is"),
    ],
)
def test_pages_of_the_title_are_opened_by_their_keys_and_left_by_escape(
    key: str, shown: str
) -> None:
    stack = at_the_title(FakeLobby())
    press(stack, key)
    assert shown in text(stack)
    press(stack, "escape")
    assert "New game" in text(stack)


def test_a_game_that_cannot_go_on_says_why_and_the_title_stays() -> None:
    stack = at_the_title(FakeLobby(GOING, refusal="line 3 is damaged"))
    press(stack, "c")
    assert "line 3 is damaged" in text(stack)
    press(stack, "escape")
    assert "New game" in text(stack)


def test_escape_at_the_title_asks_and_leaves_nothing() -> None:
    stack = at_the_title(FakeLobby())
    press(stack, "escape", "x")
    assert not stack.over
    assert "New game" in text(stack)


def test_a_click_chooses_a_line() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    y = next(y for y, row in enumerate(lines_of(stack)) if "seed of the day" in row)
    stack.click(10, y)
    wait(stack)
    assert lobby.opened == [("begin", 4711)]


def test_what_was_done_last_in_one_game_is_not_done_again_in_the_next() -> None:
    lobby = FakeLobby()
    stack = at_the_title(lobby)
    press(stack, "n", "space", ".", "Q", "y")
    press(stack, "n", "space", "`")
    assert len(lobby.game.performed) == 1
    assert "There is nothing yet to do again." in text(stack)


def test_a_game_that_is_over_is_gone_back_in_from_the_title() -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    assert "   b Go back in the last game" in lines_of(stack)
    press(stack, "down", "down")
    about = "Seed 6, ended in death on turn 90: play on from before that."
    assert about in text(stack)
    press(stack, "b", "enter")
    assert lobby.opened == [("back 20", "dead.jsonl")]
    assert lines_of(stack)[0].startswith(" Bidden")


def test_a_replay_says_that_its_game_went_back() -> None:
    back = attrs.evolve(DEAD, path=Path("dead.back-2-1.jsonl"))
    stack = at_the_title(FakeLobby(back, DEAD))
    press(stack, "r")
    first, second = lines_of(stack)[2:4]
    assert first.endswith("ended in death, went back")
    assert second.endswith("ended in death")


def test_only_the_game_that_was_played_last_is_gone_back_in() -> None:
    assert "Go back" not in text(at_the_title(FakeLobby(GOING, DEAD)))


def test_a_run_of_the_records_is_watched() -> None:
    lobby = FakeLobby(DEAD, GOING)
    stack = at_the_title(lobby)
    press(stack, "t")
    shown = lines_of(stack)
    assert shown[2].index("Ended") == shown[3].index("free")
    assert [row.strip() for row in shown[2:6]] == [
        "Score  Ended",
        ">     900  free",
        "899  free",
        "Unhurt",
    ]
    assert shown[-3].strip() == "dead.jsonl"
    assert shown[-1].startswith(" Enter watch it (o there plays on)   Esc back")
    press(stack, "down", "enter")
    assert lobby.opened == [("replay", "going.jsonl")]


def test_what_was_achieved_is_told_and_opens_nothing() -> None:
    lobby = FakeLobby(DEAD)
    stack = at_the_title(lobby)
    press(stack, "t", "down")
    assert lines_of(stack)[-3].strip() == "Without a wound."
    press(stack, "enter")
    assert lobby.opened == []


def test_all_there_is_to_do_is_seen_at_once_on_24_rows() -> None:
    assert "Leave" in text(at_the_title(FakeLobby(DEAD, GOING)))
