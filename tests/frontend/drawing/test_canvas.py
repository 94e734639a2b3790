"""A console receives only harmless characters, each in its part of the screen."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidden.frontend.drawing.canvas import WIDTH, clean, new_console, put, wrap, wrap_into
from bidden.frontend.drawing.layout import LEAST, Layout, Rect, layout_of
from bidden.frontend.drawing.pictures.render import text_of

WHITE = (255, 255, 255)


@pytest.mark.parametrize(
    "text", [*"\x1b\x07\x00\x7f\x9b\n\t\u200b\u202e\ud800\u0301漢\uff21😀\ufeff\u2028"]
)
def test_character_that_is_not_one_harmless_cell_becomes_a_question_mark(text: str) -> None:
    assert clean(f"a{text}b") == "a?b"


def test_text_beyond_the_edges_is_left_out() -> None:
    console = new_console()
    assert put(console, WIDTH - 3, 0, "abcdef", WHITE) == WIDTH
    assert put(console, -3, 1, "abcdef", WHITE) == 3
    rows = text_of(console).split("\n")
    assert rows[0].endswith("abc")
    assert rows[1].strip("\0 ") == "def"


def test_file_name_is_not_broken_at_a_hyphen() -> None:
    text = "It is recorded in ~/games/2026-11-25-seed-5.back-1-1.jsonl, north-east of here."
    assert wrap(text, 44) == [
        "It is recorded in",
        "~/games/2026-11-25-seed-5.back-1-1.jsonl,",
        "north-east of here.",
    ]
    assert wrap("It goes north-east.", 14) == ["It goes north-", "east."]


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_text_with_too_many_rows_is_shortened_in_the_middle(rows: int) -> None:
    text = f"stop_at: {'word ' * 50}is no pattern"
    shown = wrap_into(text, 40, rows)
    assert len(shown) == rows
    assert max(map(len, shown)) <= 40
    told = " ".join(shown)
    assert told.startswith("stop_at: word")
    assert " … " in told
    assert told.endswith("word is no pattern" if rows > 1 else " no pattern")


sizes = st.builds(layout_of, st.integers(80, 400), st.integers(24, 200))


def parts(layout: Layout) -> list[Rect]:
    return [part for part in (layout.header, layout.map, layout.log, layout.side) if part]


def test_smallest_console_is_filled_to_the_last_cell() -> None:
    assert LEAST.header == Rect(0, 0, 80, 1)
    assert LEAST.map == Rect(0, 1, 80, 20)
    assert LEAST.log == Rect(0, 21, 80, 3)
    assert LEAST.side is None


@given(sizes)
def test_no_part_overlaps_another_or_goes_beyond_the_console(layout: Layout) -> None:
    for one, other in combinations(parts(layout), 2):
        apart = one.right <= other.x or other.right <= one.x
        assert apart or one.bottom <= other.y or other.bottom <= one.y
    for part in parts(layout):
        assert part.x >= 0 <= part.y
        assert part.right <= layout.width
        assert part.bottom <= layout.height
