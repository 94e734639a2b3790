"""Doorways: possible places for openings in walls between areas, and those that are opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bidden.grid.neighbours import STRAIGHT
from bidden.worldgen.plan import Tile
from bidden.worldgen.shaping.carving import FLOOR, Ground
from bidden.worldgen.surveying import around, is_doorway
from eventcore import Stream


class Doorways:
    """The places for doors between areas with numbers.

    Attributes:
        joined: The pairs of areas with a doorway between them, the lower number first.
        found: The initial places, in a random order: the tile, and the two areas.
    """

    def __init__(self, ground: Ground, owner: Mapping[Tile, int], stream: Stream) -> None:
        """Find possible places. Tiles that are not in ``owner`` belong to area 0."""
        self._ground = ground
        self.joined = set[tuple[int, int]]()
        self.found: list[tuple[Tile, int, int]] = []
        for tile in stream.shuffled([tile for tile in ground.inner if self._is_fit(tile)]):
            beside = [one for one in around(tile, STRAIGHT) if ground[one] == FLOOR]
            one, other = sorted(owner.get(spot, 0) for spot in beside)
            if one != other:
                self.found.append((tile, one, other))

    def open(self, tile: Tile, one: int, other: int) -> bool:
        """Open a doorway unless another is adjacent. Return whether it was opened."""
        if not self._is_fit(tile):
            return False
        self._ground.put([tile])
        self.joined.add((one, other))
        return True

    def span(self, merged: Iterable[tuple[int, int]] = ()) -> Iterator[tuple[Tile, int, int]]:
        """Open and yield doorways until all areas that can be joined are connected.

        The areas of each pair in ``merged`` count as connected.
        """
        group: dict[int, int] = {}
        for one, other in merged:
            _merge(group, one, other)
        for tile, one, other in self.found:
            if _root(group, one) != _root(group, other) and self.open(tile, one, other):
                _merge(group, one, other)
                yield tile, one, other

    def _is_fit(self, tile: Tile) -> bool:
        return self._ground[tile] != FLOOR and is_doorway(self._ground, tile)


def _root(group: dict[int, int], one: int) -> int:
    while one in group:
        one = group[one]
    return one


def _merge(group: dict[int, int], one: int, other: int) -> None:
    roots = _root(group, one), _root(group, other)
    if roots[0] != roots[1]:
        group[max(roots)] = min(roots)
