"""Terminal keys are mapped to the game's names, and pasted text is not treated as keys."""

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
def test_terminal_key_is_translated_to_its_name_in_the_game(
    key: str, character: str | None, name: str
) -> None:
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
def test_alt_with_a_key_is_read_as_escape_and_that_key(
    key: str, character: str | None, name: str
) -> None:
    assert names_of(key, character) == ("escape", name)


def test_known_key_has_one_name_and_an_unknown_key_has_none() -> None:
    assert names_of("plus", "+") == ("+",)
    assert names_of("escape", "\x1b") == ("escape",)
    assert names_of("ctrl+alt+c", None) == ()
    assert names_of("alt+f13", None) == ()
    assert names_of("f13", None) == ()


def test_escape_byte_outside_a_sequence_is_read_immediately_as_the_key() -> None:
    typed = Typed()
    assert typed.feed("\x1bwj\x1bf\x1b\x1b[A") == f"{ESCAPE_KEY}wj{ESCAPE_KEY}f{ESCAPE_KEY}\x1b[A"
    assert typed.wait is None


def test_trailing_escape_byte_waits_for_the_rest_of_a_sequence() -> None:
    typed = Typed(delay=0.025)
    assert typed.feed("h\x1b") == "h"
    assert typed.wait == pytest.approx(0.025)
    assert typed.feed("[A") == "\x1b[A"
    assert typed.wait is None
    assert typed.feed("\x1b") == ""
    assert typed.feed("w") == f"{ESCAPE_KEY}w"
    assert typed.feed("\x1b") == ""
    assert (typed.end_wait(), typed.wait) == (ESCAPE_KEY, None)
    assert typed.feed("[A") == "[A"


def test_escape_inside_a_paste_does_not_wait() -> None:
    typed = Typed()
    assert (typed.feed("\x1b[200~\x1b"), typed.wait) == ("", None)
    assert (typed.feed("q\x1b") + typed.end_wait(), typed.wait) == ("", None)
    assert typed.feed("[201~l") == "l"


REPLIES = {
    "the background colour, ended by ST": "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
    "the background colour, ended by BEL": "\x1b]11;rgb:1e1e/1e1e/1e1e\x07",
    "a setting": "\x1bP1$r0m\x1b\\",
    "the name of the terminal": "\x1bP>|XTerm(380)\x1b\\",
    "a picture": "\x1b_Gi=31;OK\x1b\\",
    "a private message": "\x1b^hjkl\x1b\\",
    "a string": "\x1bXhjkl\x1b\\",
    "the kind of terminal": "\x1b[?64;1;2c",
    "the kind of terminal, in the second form": "\x1b[>0;95;0c",
    "the keyboard protocol": "\x1b[?1u",
    "the size": "\x1b[8;24;80t",
    "the colour scheme": "\x1b[?997;1n",
    "a key that nobody knows": "\x1b[1;2;3;4z",
    "a key of an old keyboard": "\x1bO5P",
}


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES)
def test_reply_of_the_terminal_is_not_taken_for_keys(reply: str) -> None:
    assert Typed().feed(f"h{reply}l") == "hl"
    in_pieces = Typed()
    assert "".join(map(in_pieces.feed, f"h{reply}l")) == "hl"


def test_reply_that_breaks_off_is_dropped_after_a_while() -> None:
    typed = Typed()
    assert typed.feed("h\x1b]11;rgb:1e1e") == "h"
    assert typed.wait is not None
    assert (typed.end_wait(), typed.feed("l")) == ("", "l")
    for damaged in ("\x1b[1;5", "\x1b]11;rgb:1e1e", "\x1bP1$r0m"):
        assert typed.feed(f"{damaged}\x1b[A") == "\x1b[A"


@pytest.mark.parametrize("letter", ["X", "^"])
def test_keys_after_alt_with_a_letter_that_begins_strings_are_not_lost(letter: str) -> None:
    typed = Typed()
    assert typed.feed(f"\x1b{letter}hj") + typed.end_wait() == f"{ESCAPE_KEY}{letter}hj"
    assert typed.feed(f"\x1b{letter}h\x1b[A") == f"{ESCAPE_KEY}{letter}h\x1b[A"


@pytest.mark.parametrize("letter", ["[", "O", "]", "P", "_", "X", "^"])
def test_alt_with_a_letter_that_begins_replies_is_esc_and_the_letter(letter: str) -> None:
    typed = Typed()
    assert typed.feed(f"\x1b{letter}") + typed.end_wait() == f"{ESCAPE_KEY}{letter}"
    assert (typed.feed("l"), typed.wait) == ("l", None)


@pytest.mark.parametrize(
    ("wanted", "seconds"), [(None, 0.025), ("", 0.025), ("soon", 0.025), ("400", 0.4), ("0", 0.001)]
)
def test_escape_delay_is_read_from_the_environment(wanted: str | None, seconds: float) -> None:
    assert escape_delay({} if wanted is None else {"ESCDELAY": wanted}) == seconds


def test_paste_may_come_in_pieces() -> None:
    typed = Typed()
    pieces = ["a\x1b[200~qq", "qyqy", "q\x1b[2", "01", "~b\x1b[200~q", "\x1b[201~c"]
    assert "".join(map(typed.feed, pieces)) == "abc"
