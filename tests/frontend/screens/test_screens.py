"""Screens turn keys into intents and other screens, and do nothing themselves."""

from __future__ import annotations

import pytest

from bidden.frontend.input.keymap import load_keymap
from bidden.frontend.input.keys import label
from bidden.intents import Close, Move, Wait
from bidden.perception.foretold.forecast import Forecast
from bidden.view import Ending
from tests.frontend.fakes import FakeGame, a_view, line
from tests.frontend.screen import lines_of, playing, press, text


@pytest.mark.parametrize(
    ("key", "intent"),
    [
        ("left", Move(-1, 0)),
        ("l", Move(1, 0)),
        ("9", Move(1, -1)),
        ("end", Move(-1, 1)),
        (".", Wait()),
        ("s", Wait()),
        ("5", Wait()),
    ],
)
def test_a_key_in_play_becomes_an_intent(key: str, intent: object) -> None:
    game = FakeGame()
    press(playing(game), key)
    assert game.performed == [intent]


@pytest.mark.parametrize("key", ["V", "F", "enter", "space", "é", "0", "backspace"])
def test_a_key_that_is_not_bound_does_nothing_and_that_is_said(key: str) -> None:
    game = FakeGame()
    stack = playing(game)
    before = lines_of(stack)
    press(stack, key)
    assert game.performed == []
    told = [line for line in lines_of(stack) if line not in before]
    assert [line.strip() for line in told] == [f"{label(key)} does nothing here; ? lists all keys."]
    press(stack, ".")
    assert f"{key} does nothing" not in "".join(lines_of(stack))


def test_closing_a_door_asks_for_a_direction_first() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "c")
    assert lines_of(stack)[-1].startswith(" Close the door in which direction?")
    assert game.performed == []
    press(stack, "u")
    assert game.performed == [Close(1, -1)]
    press(stack, "l")
    assert game.performed[1:] == [Move(1, 0)]


def test_a_key_that_is_no_direction_leaves_the_question_open() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "c", "x", "?", ".")
    assert lines_of(stack)[-1].startswith(" Close the door")
    assert game.performed == []


def test_escape_leaves_the_direction_prompt_without_an_intent() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "c", "escape", "l")
    assert game.performed == [Move(1, 0)]


def test_quitting_is_asked_first() -> None:
    stack = playing(FakeGame())
    press(stack, "Q")
    assert "Quit this game?" in text(stack)
    assert not stack.over
    press(stack, "y")
    assert stack.over


def test_escape_asks_nothing_and_swallows_no_key() -> None:
    game = FakeGame()
    stack = playing(game)
    before = lines_of(stack)
    press(stack, "escape")
    assert lines_of(stack) == before
    press(stack, "y")
    assert (game.performed, stack.over) == ([Move(-1, -1)], False)


@pytest.mark.parametrize("key", ["t", "q", "i", "N", "I", "w"])
def test_escape_puts_away_what_a_command_said(key: str) -> None:
    stack = playing(FakeGame())
    before = lines_of(stack)
    press(stack, key)
    assert lines_of(stack) != before
    press(stack, "escape")
    assert lines_of(stack) == before


@pytest.mark.parametrize("key", ["t", "g"])
def test_the_key_to_quit_asks_at_once(key: str) -> None:
    stack = playing(FakeGame())
    press(stack, key, "Q")
    assert "Quit this game?" in text(stack)


@pytest.mark.parametrize(
    ("keys", "moves"),
    [
        (("l", "y"), [Move(1, 0)]),
        (("l", "n"), []),
        (("l", "escape", "."), [Wait()]),
        (("l", "l", "l"), []),  # while it is held
        (("y", "y"), []),
        (("y", "enter"), [Move(-1, -1)]),
    ],
)
def test_a_step_onto_a_known_trap_is_asked_about(
    keys: tuple[str, ...], moves: list[object]
) -> None:
    game = FakeGame()
    game.answer = Forecast(trap="dart trap")
    stack = playing(game)
    press(stack, keys[0])
    assert "Step onto the dart trap?" in text(stack)
    assert ("Y yes" if keys[0] == "y" else "y yes") in text(stack)
    press(stack, *keys[1:])
    assert game.performed == moves


@pytest.mark.parametrize(
    ("notice", "unrecorded", "said"),
    [
        ("", 0, "It is recorded as it stands."),
        ("Not recorded for now.", 1, "1 intent is not recorded yet, and may be lost."),
        ("Not recorded for now.", 12, "12 intents are not recorded yet, and may be lost."),
        ("Not recorded for now.", 0, "The end of it may not be recorded."),
    ],
)
def test_the_question_whether_to_quit_says_what_is_recorded(
    notice: str, unrecorded: int, said: str
) -> None:
    stack = playing(FakeGame())
    stack.view = a_view(notice=notice, unrecorded=unrecorded)
    press(stack, "Q")
    assert said in text(stack)


@pytest.mark.parametrize("key", ["n", "N", "escape"])
def test_no_goes_on_with_the_game(key: str) -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "Q", key, "l")
    assert game.performed == [Move(1, 0)]


def test_a_direction_does_not_answer_yes_or_no() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "Q", "l", "up", "5")
    assert game.performed == []
    assert not stack.over


def test_the_map_shows_below_a_question() -> None:
    stack = playing(FakeGame())
    press(stack, "q")
    assert lines_of(stack)[4] == "   #.@.....+"


def test_help_lists_every_key_of_every_binding() -> None:
    stack = playing(FakeGame())
    press(stack, "?")
    seen: list[str] = []
    for _ in range(16):
        seen += lines_of(stack)
        press(stack, "page_down")
    for section in load_keymap().sections.values():
        assert any(row.strip() == section.title for row in seen)
        for binding in section.actions.values():
            keys = " ".join(map(label, binding.keys))
            assert any(
                row.split("  ")[0] == "" and keys in row and binding.does in row for row in seen
            )


def test_help_names_what_is_on_the_map() -> None:
    stack = playing(FakeGame())
    press(stack, "?")
    rows = []
    for _ in range(16):
        rows += [row.split(maxsplit=1) for row in lines_of(stack)]
        press(stack, "page_down")
    assert ["#", "a wall"] in rows
    assert ["¬", "bare ground that you excluded"] in rows


@pytest.mark.parametrize("key", ["escape", "q", "?"])
def test_help_goes_back_to_the_game(key: str) -> None:
    game = FakeGame()
    stack = playing(game)
    before = lines_of(stack)
    press(stack, "?")
    assert lines_of(stack)[0] == " Help"
    press(stack, key)
    assert lines_of(stack) == before


def test_walking_keys_scroll_help_and_do_not_walk() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "?", "down", "j")
    assert game.performed == []
    assert "3–22 of" in lines_of(stack)[-1]


def test_pages_do_not_scroll_past_their_ends() -> None:
    stack = playing(FakeGame())
    press(stack, "?", "up", "page_up")
    top = lines_of(stack)
    press(stack, "end")
    bottom = lines_of(stack)
    press(stack, "page_down", "down")
    assert lines_of(stack) == bottom
    press(stack, "home")
    assert lines_of(stack) == top != bottom


def test_the_notice_stays_until_the_first_intent() -> None:
    stack = playing(FakeGame(notice="The journal's torn end was cut off."))
    press(stack, "?", "escape")
    assert "The journal's torn end was cut off." in lines_of(stack)
    press(stack, ".")
    assert "The journal's torn end was cut off." not in lines_of(stack)


FIFTY = tuple(line(f"Message {n}.", turn=n // 2) for n in range(50))


def test_the_history_opens_at_its_end_with_each_turn_named_once() -> None:
    stack = playing(FakeGame(lines=FIFTY))
    press(stack, "m")
    rows = lines_of(stack)
    assert rows[0] == " Messages, by turn"
    assert rows[20:22] == ["    24  Message 48.", "      > Message 49."]
    assert rows[-1].endswith("31–50 of 50")


def test_the_history_pages_back_to_its_start() -> None:
    stack = playing(FakeGame(lines=FIFTY))
    press(stack, "m", "page_up", "page_up", "page_up")
    assert lines_of(stack)[2] == "     0> Message 0."


def test_an_empty_history_says_so() -> None:
    stack = playing(FakeGame())
    press(stack, "m")
    assert " Nothing has happened yet." in lines_of(stack)


def test_the_end_of_the_game_is_shown_when_it_comes() -> None:
    game = FakeGame(last_turn=2)
    stack = playing(game)
    press(stack, ".")
    assert "You are dead" not in text(stack)
    press(stack, ".")
    shown = text(stack)
    assert "You are dead" in shown
    assert "Killed by a test." in shown
    assert "Turn 2 · Seed 42" in shown


def test_a_game_that_is_over_already_shows_its_end_at_once() -> None:
    assert "You are dead" in text(playing(FakeGame(last_turn=0)))


def test_a_key_held_down_neither_closes_the_end_nor_reaches_the_game() -> None:
    game = FakeGame(last_turn=2)
    stack = playing(game)
    press(stack, *["l"] * 50, *["space"] * 5)
    assert len(game.performed) == 2
    assert not stack.over


def test_the_messages_can_be_read_at_the_end() -> None:
    stack = playing(FakeGame(last_turn=0))
    press(stack, "m")
    assert lines_of(stack)[0] == " Messages, by turn"
    press(stack, "escape")
    assert "You are dead" in text(stack)


@pytest.mark.parametrize(
    ("key", "leaves"), [("q", True), ("enter", True), ("escape", False), (".", False)]
)
def test_the_end_is_left_without_a_question_but_by_no_key_pressed_before_it(
    key: str, leaves: bool
) -> None:
    stack = playing(FakeGame(last_turn=0))
    press(stack, key)
    assert stack.over is leaves
    assert ("You are dead" in text(stack)) is not leaves


@pytest.mark.parametrize(("row", "other"), [(2, 15), (15, 2)])
def test_the_end_does_not_cover_the_player(row: int, other: int) -> None:
    game = FakeGame(here=(40, row), ending=Ending.WON, epitaph="All rest.")
    rows = lines_of(playing(game))
    assert rows[row + 1][40] == "@"
    assert "Victory" in "\n".join(rows)
    assert "│" in rows[other + 1]


@pytest.mark.parametrize("row", [2, 10, 17])
def test_what_came_of_a_run_is_told_whole_wherever_it_ended(row: int) -> None:
    coda = tuple(f"Line {n} of what came of it, which takes {'more ' * 9}room." for n in range(7))
    game = FakeGame(here=(40, row), ending=Ending.WON, epitaph="All rest.", coda=coda)
    told = " ".join(line.strip(" │") for line in lines_of(playing(game)))
    assert all(line in " ".join(told.split()) for line in coda)
    assert "leave" in told


def test_nothing_happens_to_keys_after_the_end() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, "Q", "y", "l", "?")
    stack.tick()
    assert game.performed == []
    assert stack.over


def test_what_was_held_and_done_can_be_read_at_the_end() -> None:
    conduct, belongings = ("You never ate.",), ("a rock",)
    stack = playing(FakeGame(ending=Ending.WON, conduct=conduct, belongings=belongings))
    press(stack, "i")
    assert "a rock" in text(stack)
    assert "You never ate." in text(stack)


def test_of_a_run_its_score_and_what_was_achieved_can_be_read_at_the_end() -> None:
    game = FakeGame(
        ending=Ending.WON,
        score=140,
        score_parts=(("levels entered: 3", 60), ("achievements: 1", 80)),
        achieved=(("Collector", "Take up a thing."),),
    )
    stack = playing(game)
    assert "Score 140 · Turn 0 · Seed 42" in text(stack)
    press(stack, "i")
    for told in ("Collector: Take up a thing.", "Score 140", "   60  levels entered: 3"):
        assert told in text(stack)


def test_of_another_game_the_end_tells_no_score() -> None:
    stack = playing(FakeGame(ending=Ending.WON))
    assert "Score" not in text(stack)
    press(stack, "i")
    assert "Score" not in text(stack)
