"""Only characters of exactly one cell reach a console, and none that commands a terminal."""

from __future__ import annotations

import time

import pytest

from bidden.frontend.drawing.canvas import WIDTH, clean, cut, new_console, put, wrap, wrap_into
from bidden.frontend.drawing.pictures.render import text_of


@pytest.mark.parametrize(
    "text", [*"\x1b\x07\x00\x7f\x9b\n\t\u200b\u202e\ud800\u0301漢\uff21😀\ufeff\u2028"]
)
def test_a_character_that_is_not_one_harmless_cell_becomes_a_question_mark(text: str) -> None:
    assert clean(f"a{text}b") == "a?b"


@pytest.mark.parametrize("text", ["Köln", "×–·█░", "“quoted”", "~ !"])
def test_ordinary_characters_stay(text: str) -> None:
    assert clean(text) == text


def test_a_minus_is_drawn_as_a_dash_that_the_tileset_has() -> None:
    assert clean("\N{MINUS SIGN}25%") == "\N{EN DASH}25%"


def test_every_character_takes_one_cell() -> None:
    assert len(clean("a\x1b[31mb")) == len("a\x1b[31mb")


def test_text_that_does_not_fit_is_left_out() -> None:
    console = new_console()
    assert put(console, WIDTH - 3, 0, "abcdef", (255, 255, 255)) == WIDTH
    assert text_of(console).split("\n")[0].endswith("abc")
    assert text_of(console).split("\n")[1].strip("\0 ") == ""


def test_text_is_not_read_as_a_format() -> None:
    console = new_console()
    put(console, 0, 0, "100%c %s {0} \\n", (255, 255, 255))
    assert text_of(console).split("\n")[0].rstrip("\0 ") == "100%c %s {0} \\n"


def test_cut_text_shows_that_it_was_cut() -> None:
    assert cut("abcdef", 4) == "abc…"
    assert cut("abcd", 4) == "abcd"


def test_wrapped_rows_are_indented_and_no_row_is_too_long() -> None:
    rows = wrap("a quick brown " + "x" * 30, 12, "  ")
    assert rows[0] == "a quick"
    assert all(row.startswith("  ") for row in rows[1:])
    assert max(map(len, rows)) <= 12


def test_a_line_feed_in_a_text_begins_no_row() -> None:
    assert wrap("one\nYou win!", 40) == ["one?You win!"]


def test_what_begins_left_of_the_console_is_cut_there() -> None:
    console = new_console()
    assert put(console, -3, 0, "abcdef", (255, 255, 255)) == 3
    assert text_of(console).split("\n")[0].startswith("def")


def test_the_name_of_a_file_is_broken_at_no_hyphen() -> None:
    text = "It is recorded in ~/games/2026-11-25-seed-5.back-1-1.jsonl, north-east of here."
    assert wrap(text, 44) == [
        "It is recorded in",
        "~/games/2026-11-25-seed-5.back-1-1.jsonl,",
        "north-east of here.",
    ]
    assert wrap("It goes north-east.", 14) == ["It goes north-", "east."]


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_of_a_text_with_too_many_rows_the_middle_is_left_out(rows: int) -> None:
    text = f"stop_at: {'word ' * 50}is no pattern"
    shown = wrap_into(text, 40, rows)
    assert len(shown) == rows
    assert max(map(len, shown)) <= 40
    told = " ".join(shown)
    assert told.startswith("stop_at: word")
    assert " … " in told
    assert told.endswith("word is no pattern" if rows > 1 else " no pattern")


def test_a_text_with_rows_enough_is_whole() -> None:
    assert wrap_into("word " * 15, 40, 2) == wrap("word " * 15, 40)


@pytest.mark.parametrize("text", ["a" * 20_000, ".j" * 10_000, "a." * 10_000, "a-" * 10_000])
def test_long_word_is_broken_into_rows_in_time(text: str) -> None:
    begun = time.process_time()
    assert len(wrap(text, 80)) == 250
    assert time.process_time() - begun < 1
