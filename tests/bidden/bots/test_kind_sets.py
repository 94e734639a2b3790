"""The tiles by kind are right for each of several maps in a row."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from bidden.bots.paths import tiles_by_kind
from bidden.view import Tile
from tests.bidden.drawn_kinds import drawn_tile

KINDS = {"#": "wall", ".": "floor", "▲": "fire", " ": ""}
TILES = {glyph: drawn_tile(glyph, "floor", lit=True, name="") for glyph in KINDS}


def rows_of(texts: Sequence[str]) -> list[tuple[Tile, ...]]:
    return [tuple(map(TILES.__getitem__, text)) for text in texts]


def seen_at_once(texts: Sequence[str]) -> dict[str, int]:
    """Return the bordered map's tiles by kind, one bit per tile."""
    edge = "#" * (len(texts[0]) + 1)
    tiles: dict[str, int] = {}
    for number, glyph in enumerate("#".join([edge, *texts, edge])):
        tiles[KINDS[glyph]] = tiles.get(KINDS[glyph], 0) | 1 << number
    return tiles


@st.composite
def maps(draw: st.DrawFn) -> list[list[str]]:
    """Draw a sequence of maps; each redraws some rows of the map before."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    row = st.text("".join(TILES), min_size=width, max_size=width)
    found = [draw(st.lists(row, min_size=height, max_size=height))]
    for _ in range(draw(st.integers(0, 4))):
        anew = draw(st.dictionaries(st.integers(0, height - 1), row))
        found.append([anew.get(y, text) for y, text in enumerate(found[-1])])
    return found


@given(several=st.lists(maps(), min_size=1, max_size=3))
def test_tiles_by_kind_of_a_changed_map_match_those_of_a_new_map(several: list[list[str]]) -> None:
    for game in several:
        rows, before = rows_of(game[0]), game[0]
        for texts in game:
            # Reuse the same row object for every other unchanged row.
            rows = [
                old if text == was and not y % 2 else new
                for y, (new, old, text, was) in enumerate(
                    zip(rows_of(texts), rows, texts, before, strict=True)
                )
            ]
            before = texts
            assert tiles_by_kind(rows) == seen_at_once(texts)
            assert tiles_by_kind(rows) == seen_at_once(texts)
