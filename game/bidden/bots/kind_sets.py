"""The tiles of a map by kind, as sets; most of a map is as it was on the one before.

A set of tiles is one whole number, a bit for each, as in ``bidden.grid.distance``: the tiles lie in
one long row, with an edge of wall around the map and between its rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from operator import attrgetter
from typing import Final, TypeAlias

import attrs

from bidden.kinds import WALL
from bidden.view import Tile

Rows: TypeAlias = Sequence[Sequence[Tile]]

_kind_of: Final = attrgetter("kind")


class _Letters(dict[str, str]):
    """A letter for each kind, so that a row of tiles is a text, which is soon compared."""

    def __init__(self) -> None:
        super().__init__()
        self._next = map(chr, count(1))

    def __missing__(self, kind: str) -> str:
        return self.setdefault(kind, next(self._next))


_LETTERS: Final = _Letters()


@attrs.frozen(eq=False)
class KindSets:
    """The tiles of a map by kind.

    Attributes:
        rows: The map, as rows of tiles.
        texts: The kinds of each row, one letter per tile.
        stride: The difference between the numbers of a tile and the one below it.
        size: The number of tiles, including the edge.
        tiles: The set of tiles of each kind that occurs.
    """

    rows: Rows
    texts: Sequence[str]
    stride: int
    size: int
    tiles: Mapping[str, int]


def kind_sets_of(rows: Rows) -> KindSets:
    """Return the tiles of a map by kind. The latest result is cached."""
    before = _latest[0]
    if before.rows is rows:
        return before
    if before.stride != len(rows[0]) + 1 or len(before.rows) != len(rows):
        before = _blank(len(rows[0]), len(rows))
    found = _latest[0] = _renewed(before, rows)
    return found


def _blank(width: int, height: int) -> KindSets:
    """Return a map of nothing but the edge."""
    stride = width + 1
    ends = (1 << stride) - 1
    sides = sum(1 << (y + 1) * stride for y in range(height + 1))
    edge = ends | sides | ends << (height + 1) * stride + 1
    return KindSets([()] * height, [""] * height, stride, (height + 2) * stride + 1, {WALL: edge})


_latest: Final = [_blank(0, 0)]
"""The latest map. A game asks for one after another."""


def _renewed(before: KindSets, rows: Rows) -> KindSets:
    tiles, texts, stride = {**before.tiles}, [*before.texts], before.stride
    for y, (row, old) in enumerate(zip(rows, before.rows, strict=True)):
        if row is old:
            continue
        kinds = [*map(_kind_of, row)]
        text = "".join(map(_LETTERS.__getitem__, kinds))
        if text != texts[y]:
            start = (y + 1) * stride + 1
            for kind, there in _sets_in(texts[y], tuple(dict.fromkeys(map(_kind_of, old)))):
                tiles[kind] ^= there << start
            for kind, there in _sets_in(text, tuple(dict.fromkeys(kinds))):
                tiles[kind] = tiles.get(kind, 0) | there << start
            texts[y] = text
    somewhere = {kind: there for kind, there in tiles.items() if there}
    return KindSets(rows, texts, stride, before.size, somewhere)


@lru_cache(maxsize=1024)
def _sets_in(row: str, kinds: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return the set of tiles of a row for each of its kinds."""
    backwards = row[::-1]
    letters = [_LETTERS[kind] for kind in kinds]
    bits = dict.fromkeys(map(ord, letters), "0")
    return tuple(
        (kind, int(backwards.translate(bits | {ord(letter): "1"}), 2))
        for kind, letter in zip(kinds, letters, strict=True)
    )
