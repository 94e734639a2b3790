"""Messages are searched as the player types, and can be filtered by kind."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.told.history import History
from tests.frontend.fakes import FakeGame, line
from tests.frontend.screen import is_playing, lines_of, playing, press, top

TOLD = (
    line("A door opens.", turn=1),
    line("An orc hits you.", "harm", turn=2),
    line("You hit the orc.", "good", turn=2),
    line("There is a wall in the way.", "refusal", turn=3),
    line("You find a door.", "news", turn=4),
    line("You wait.", turn=5),
)
OPENS, HITS, HIT, WALL, FIND, WAIT = map(str, TOLD)


def reading(*keys: str) -> Stack:
    stack = playing(FakeGame(lines=TOLD))
    press(stack, "m", *keys)
    return stack


def marked(stack: Stack) -> str:
    return next(row[8:] for row in lines_of(stack) if row[6:7] == ">")


def shown(stack: Stack) -> list[str]:
    return [row[8:] for row in lines_of(stack)[2:-1] if row]


def test_search_marks_the_latest_match_as_it_is_typed() -> None:
    stack = reading("/")
    for key, match in (("o", WAIT), ("r", FIND), ("c", HIT), ("backspace", FIND)):
        press(stack, key)
        assert marked(stack) == match


def test_search_without_a_match_says_so() -> None:
    stack = reading("/", "x", "y", "enter")
    assert "No message contains “xy”." in lines_of(stack)[-1]


def test_keys_typed_into_a_search_trigger_no_commands(snapshot: SnapshotAssertion) -> None:
    stack = reading("/", "q", "w", "f", "n", "space")
    assert lines_of(stack)[-1] == snapshot
    press(stack, "escape")
    assert marked(stack) == WAIT
    assert isinstance(top(stack), History)
    press(stack, "escape")
    assert is_playing(stack)


def test_next_and_previous_match_wrap_around(snapshot: SnapshotAssertion) -> None:
    stack = reading("/", *"DOOR", "enter")
    assert marked(stack) == FIND
    for key, match in (("n", OPENS), ("n", FIND), ("N", OPENS)):
        press(stack, key)
        assert marked(stack) == match
    assert lines_of(stack)[-1] == snapshot


@pytest.mark.parametrize("key", ["f", "tab"])
def test_history_key_cycles_through_message_filters(key: str) -> None:
    stack = reading()
    everything = [OPENS, HITS, HIT, WALL, FIND, WAIT]
    for left in ([OPENS, HITS, HIT, FIND, WAIT], [HITS], [HIT], [FIND], everything):
        press(stack, key)
        assert shown(stack) == left


def test_history_shows_the_filter_name_and_keeps_the_marked_line(
    snapshot: SnapshotAssertion,
) -> None:
    stack = reading("up", "up", "up", "f")
    assert marked(stack) == HIT
    press(stack, "f")
    assert marked(stack) == HITS
    assert lines_of(stack)[0] == snapshot


def test_messages_are_wrapped_again_at_another_width_and_the_mark_stays_in_view() -> None:
    long = tuple(line("word " * 40 + str(n), turn=n) for n in range(40))
    stack = playing(FakeGame(lines=long))
    press(stack, "m", "up", "up")
    for width, height in ((200, 50), (80, 24), (110, 30)):
        rows = lines_of(stack, width, height)
        assert max(map(len, rows)) > width - 12
        assert sum(row[6:7] == ">" for row in rows) == 1


def test_footer_is_never_cut(snapshot: SnapshotAssertion) -> None:
    many = tuple(line(f"You find door {n}.", turn=n) for n in range(500))
    stack = playing(FakeGame(lines=many))
    press(stack, "m")
    assert lines_of(stack)[-1] == snapshot
    press(stack, "/", *"find doors", "backspace", "enter")
    assert lines_of(stack)[-1] == snapshot
    press(stack, "/", *"what is not there at all", "/", *"and is long")
    assert lines_of(stack)[-1] == snapshot
