"""Only characters of exactly one cell reach a console, and none that commands a terminal."""

from __future__ import annotations

import pytest

from bidden.frontend.drawing.canvas import WIDTH, clean, new_console, put, wrap, wrap_into
from bidden.frontend.drawing.pictures.render import text_of

WHITE = (255, 255, 255)


@pytest.mark.parametrize(
    "text", [*"\x1b\x07\x00\x7f\x9b\n\t\u200b\u202e\ud800\u0301漢\uff21😀\ufeff\u2028"]
)
def test_character_that_is_not_one_harmless_cell_becomes_a_question_mark(text: str) -> None:
    assert clean(f"a{text}b") == "a?b"


@pytest.mark.parametrize("text", ["Köln", "×–·█░", "“quoted”", "~ !"])
def test_ordinary_characters_stay(text: str) -> None:
    assert clean(text) == text


def test_text_beyond_the_edges_is_left_out() -> None:
    console = new_console()
    assert put(console, WIDTH - 3, 0, "abcdef", WHITE) == WIDTH
    assert put(console, -3, 1, "abcdef", WHITE) == 3
    rows = text_of(console).split("\n")
    assert rows[0].endswith("abc")
    assert rows[1].strip("\0 ") == "def"


def test_text_is_not_read_as_a_format() -> None:
    console = new_console()
    put(console, 0, 0, "100%c %s {0} \\n", WHITE)
    assert text_of(console).split("\n")[0].rstrip("\0 ") == "100%c %s {0} \\n"


def test_wrapped_rows_are_indented_and_no_row_is_too_long() -> None:
    rows = wrap("a quick brown " + "x" * 30, 12, "  ")
    assert rows[0] == "a quick"
    assert all(row.startswith("  ") for row in rows[1:])
    assert max(map(len, rows)) <= 12
    assert wrap("one\nYou win!", 40) == ["one?You win!"]


def test_file_name_is_not_broken_at_a_hyphen() -> None:
    text = "It is recorded in ~/games/2026-11-25-seed-5.back-1-1.jsonl, north-east of here."
    assert wrap(text, 44) == [
        "It is recorded in",
        "~/games/2026-11-25-seed-5.back-1-1.jsonl,",
        "north-east of here.",
    ]
    assert wrap("It goes north-east.", 14) == ["It goes north-", "east."]


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_middle_of_a_text_with_too_many_rows_is_left_out(rows: int) -> None:
    text = f"stop_at: {'word ' * 50}is no pattern"
    shown = wrap_into(text, 40, rows)
    assert len(shown) == rows
    assert max(map(len, shown)) <= 40
    told = " ".join(shown)
    assert told.startswith("stop_at: word")
    assert " … " in told
    assert told.endswith("word is no pattern" if rows > 1 else " no pattern")


@pytest.mark.parametrize("text", ["a" * 20_000, ".j" * 10_000, "a." * 10_000, "a-" * 10_000])
def test_long_word_is_broken_into_rows(text: str) -> None:
    assert len(wrap(text, 80)) == 250
