"""Keys of a terminal have the names of the game, and pastes are no keys."""

from __future__ import annotations

import pytest

from bidden.frontend.terminal.keys import name_of, names_of
from bidden.frontend.terminal.typed import ESCAPE_KEY, Typed, escape_delay


@pytest.mark.parametrize(
    ("key", "character", "name"),
    [
        ("up", None, "up"),
        ("pageup", None, "page_up"),
        ("shift+up", None, "shift_up"),
        ("shift+pagedown", None, "shift_page_down"),
        ("pagedown", None, "page_down"),
        ("home", None, "home"),
        ("enter", "\r", "enter"),
        ("ctrl+j", "\n", "enter"),
        ("escape", "\x1b", "escape"),
        ("tab", "\t", "tab"),
        ("backspace", "\x7f", "backspace"),
        ("space", " ", "space"),
        ("full_stop", ".", "."),
        ("question_mark", "?", "?"),
        ("h", "h", "h"),
        ("Q", "Q", "Q"),
        ("5", "5", "5"),
        ("kp_begin", None, "5"),
        ("subtract", "-", "-"),
        ("ñ", "ñ", "ñ"),
        ("ctrl+a", "\x01", "ctrl_a"),
        ("ctrl+y", None, "ctrl_y"),
    ],
)
def test_key_has_the_name_of_the_game(key: str, character: str | None, name: str) -> None:
    assert name_of(key, character) == name


@pytest.mark.parametrize(
    ("key", "character", "name"),
    [
        ("alt+l", "l", "l"),
        ("alt+l", None, "l"),
        ("alt+shift+l", "L", "L"),
        ("alt+shift+l", None, "L"),
        ("alt+full_stop", None, "."),
        ("alt+up", None, "up"),
        ("alt+enter", None, "enter"),
        ("alt+ctrl+l", None, "ctrl_l"),
    ],
)
def test_key_with_alt_is_esc_and_that_key(key: str, character: str | None, name: str) -> None:
    assert names_of(key, character) == ("escape", name)


def test_other_key_is_one_and_an_unknown_one_none() -> None:
    assert names_of("plus", "+") == ("+",)
    assert names_of("escape", "\x1b") == ("escape",)
    assert names_of("ctrl+alt+c", None) == ()
    assert names_of("alt+f13", None) == ()
    assert names_of("f13", None) == ()


def test_escape_that_begins_no_sequence_is_the_key_at_once() -> None:
    typed = Typed()
    assert typed.feed("\x1bwj\x1bf\x1b\x1b[A") == f"{ESCAPE_KEY}wj{ESCAPE_KEY}f{ESCAPE_KEY}\x1b[A"
    assert not typed.waits


def test_escape_at_the_end_waits_for_what_may_follow() -> None:
    typed = Typed()
    assert (typed.feed("h\x1b"), typed.waits) == ("h", True)
    assert (typed.feed("[A"), typed.waits) == ("\x1b[A", False)
    assert typed.feed("\x1b") == ""
    assert typed.feed("w") == f"{ESCAPE_KEY}w"
    assert typed.feed("\x1b") == ""
    assert (typed.end_wait(), typed.waits) == (ESCAPE_KEY, False)
    assert typed.feed("[A") == "[A"


def test_escape_inside_a_paste_does_not_wait() -> None:
    typed = Typed()
    assert (typed.feed("\x1b[200~\x1b"), typed.waits) == ("", False)
    assert (typed.feed("q\x1b"), typed.waits) == ("", False)
    assert typed.feed("[201~l") == "l"


@pytest.mark.parametrize(
    ("wanted", "seconds"), [(None, 0.025), ("", 0.025), ("soon", 0.025), ("400", 0.4), ("0", 0.001)]
)
def test_escape_delay_is_that_of_the_environment(wanted: str | None, seconds: float) -> None:
    assert escape_delay({} if wanted is None else {"ESCDELAY": wanted}) == seconds


def test_paste_may_come_in_pieces() -> None:
    typed = Typed()
    pieces = ["a\x1b[200~qq", "qyqy", "q\x1b[2", "01", "~b\x1b[200~q", "\x1b[201~c"]
    assert "".join(map(typed.feed, pieces)) == "abc"
