"""What a terminal sends is named in the game's own words, and pastes are no keys."""

from __future__ import annotations

import pytest

from bidden.frontend.terminal.keys import name_of
from bidden.frontend.terminal.typed import Typed


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
    ],
)
def test_a_key_is_named_the_games_way(key: str, character: str | None, name: str) -> None:
    assert name_of(key, character) == name


@pytest.mark.parametrize(
    ("key", "character"),
    [
        ("ctrl+h", "\x08"),
        ("ctrl+q", "\x11"),
        ("alt+l", "l"),
        ("ctrl+alt+l", "l"),
        ("f13", None),
        ("shift+f5", None),
        ("ctrl+left", None),
        ("left_shift", None),
        ("null", "\x00"),
    ],
)
def test_a_key_the_game_does_not_know_has_no_name(key: str, character: str | None) -> None:
    assert name_of(key, character) is None


def test_typed_text_comes_through() -> None:
    assert Typed().feed("hjkl\x1b[A\x1b") == "hjkl\x1b[A\x1b"


def test_what_is_pasted_is_left_out() -> None:
    assert Typed().feed("a\x1b[200~q\x1by\x1b[A\x1b[201~b") == "ab"


def test_a_paste_may_come_in_pieces() -> None:
    typed = Typed()
    pieces = ["a\x1b[200~qq", "qyqy", "q\x1b[2", "01", "~b\x1b[200~q", "\x1b[201~c"]
    assert "".join(map(typed.feed, pieces)) == "abc"


def test_a_paste_that_holds_half_an_end_goes_on() -> None:
    typed = Typed()
    assert typed.feed("\x1b[200~q\x1b[20") == ""
    assert typed.feed("0~q\x1b[201") == ""
    assert typed.feed("~l") == "l"


@pytest.mark.parametrize("sequence", ["\x1b[E", "\x1bOE"])
def test_the_middle_of_the_number_pad_without_num_lock_is_a_five(sequence: str) -> None:
    assert Typed().feed(f"h{sequence}l") == "h5l"
