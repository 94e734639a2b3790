"""Messages are searched as one types, and shown by their kind."""

from __future__ import annotations

import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.running.stack import Stack
from bidden.intents import Wait
from tests.frontend.fakes import FakeGame, line
from tests.frontend.screen import lines_of, playing, press

TOLD = (
    line("A door opens.", turn=1),
    line("An orc hits you.", "harm", turn=2),
    line("You hit the orc.", "good", turn=2),
    line("There is a wall in the way.", "refusal", turn=3),
    line("You find a door.", "news", turn=4),
    line("You wait.", turn=5),
)


def reading(*keys: str) -> Stack:
    stack = playing(FakeGame(lines=TOLD))
    press(stack, "m", *keys)
    return stack


def marked(stack: Stack) -> str:
    return next(row[8:] for row in lines_of(stack) if row[6:7] == ">")


def shown(stack: Stack) -> list[str]:
    return [row[8:] for row in lines_of(stack)[2:-1] if row]


def test_a_search_marks_the_latest_match_as_it_is_typed() -> None:
    stack = reading("/", "o")
    assert marked(stack) == "You wait."
    assert lines_of(stack)[-1].startswith(" Search: o_ ")
    press(stack, "r")
    assert marked(stack) == "You find a door."
    press(stack, "c")
    assert marked(stack) == "You hit the orc."
    press(stack, "backspace")
    assert marked(stack) == "You find a door."


def test_the_keys_of_a_search_do_nothing_else() -> None:
    stack = reading("/", "q", "w", "f", "n", "space")
    assert lines_of(stack)[-1].startswith(" Search: qwfn _, not found")
    press(stack, "escape")
    assert marked(stack) == "You wait."
    assert lines_of(stack)[0] == " Messages, by turn"
    press(stack, "escape")
    assert lines_of(stack)[0] != " Messages, by turn"


def test_the_next_match_and_the_one_before_go_round() -> None:
    stack = reading("/", *"DOOR", "enter")
    assert marked(stack) == "You find a door."
    for key, at in (("n", "A door opens."), ("n", "You find a door."), ("N", "A door opens.")):
        press(stack, key)
        assert marked(stack) == at
    assert "n/N “DOOR”" in lines_of(stack)[-1]


def test_what_is_found_stands_out() -> None:
    stack = reading("/", *"door")
    console = new_console()
    stack.draw(console)
    rows = text_of(console).split("\n")
    y = next(y for y, row in enumerate(rows) if "A door" in row)
    x = rows[y].index("door")
    assert len({tuple(console.rgb["bg"][y, x + n]) for n in range(4)}) == 1
    assert tuple(console.rgb["bg"][y, x]) != tuple(console.rgb["bg"][y, x - 1])
    assert tuple(console.rgb["bg"][y, x]) != tuple(console.rgb["bg"][y, x + 4])


@pytest.mark.parametrize("key", ["f", "tab"])
def test_a_key_shows_them_by_kind_and_then_all_again(key: str) -> None:
    stack = reading()
    everything = [str(one) for one in TOLD]
    for left in (
        [one for one in everything if "wall" not in one],
        ["An orc hits you."],
        ["You hit the orc."],
        ["You find a door."],
        everything,
    ):
        press(stack, key)
        assert shown(stack) == left


def test_a_filter_is_named_and_keeps_to_what_was_marked() -> None:
    stack = reading("up", "up", "up", "f")
    assert marked(stack) == "You hit the orc."
    press(stack, "f")
    assert marked(stack) == "An orc hits you."
    assert lines_of(stack)[0].endswith("Only harm")


def test_where_there_is_none_of_a_kind_it_says_so_and_goes_on() -> None:
    stack = playing(FakeGame(lines=TOLD[:1]))
    press(stack, "m", "f", "f", "up", "w", "/", "n")
    assert shown(stack) == ["s nothing of this."]
    press(stack, "f", "f", "f")
    assert marked(stack) == "A door opens."


def test_they_are_wrapped_anew_at_another_width_and_the_mark_stays_in_view() -> None:
    long = tuple(line("word " * 40 + str(n), turn=n) for n in range(40))
    stack = playing(FakeGame(lines=long))
    press(stack, "m", "up", "up")
    assert marked(stack).startswith("word")
    for width, height in ((200, 50), (80, 24), (110, 30)):
        console = new_console(width, height)
        stack.draw(console)
        rows = text_of(console).split("\n")
        assert max(map(len, rows)) > width - 12
        assert sum(row[6:7] == ">" for row in rows) == 1


def test_the_keys_and_where_one_is_are_never_cut() -> None:
    many = tuple(line(f"You find door {n}.", turn=n) for n in range(500))
    stack = playing(FakeGame(lines=many))
    press(stack, "m")
    assert lines_of(stack)[-1].endswith("   481–500 of 500")
    press(stack, "/", *"find doors", "backspace", "enter")
    footer = lines_of(stack)[-1]
    assert footer.endswith("   Esc back   481–500 of 500")
    assert "n/N “find …”" in footer
    press(stack, "/", *"what is not there at all", "/", *"and is long")
    assert lines_of(stack)[-1].endswith("Esc go back")


def test_no_turn_passes() -> None:
    game = FakeGame()
    stack = playing(game)
    press(stack, ".", "m", "/", "x", "enter", "n", "N", "f", "escape")
    assert game.performed == [Wait()]
