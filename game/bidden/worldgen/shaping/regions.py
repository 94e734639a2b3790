"""Regions: groups of rooms that grow one after the other, with a vault and hidden rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from bidden.worldgen.plan import Site
from bidden.worldgen.shaping.growing import Growth, Opening, Size, lines
from eventcore import Stream


@attrs.frozen
class Style:
    """The style of a region.

    Attributes:
        sizes: The possible sizes of its rooms, in cells across and down.
        most: The maximum number of rooms on a level of the usual size.
        names: The names of its rooms, at least one for each.
        pillared: Whether large rooms have pillars; otherwise, corners are filled.
    """

    sizes: tuple[Size, ...]
    most: int
    names: tuple[str, ...]
    pillared: bool = False


_SMALL: Final[tuple[Size, ...]] = ((1, 1), (1, 1), (2, 1), (1, 2))
_USUAL: Final = 75
"""The number of lattice cells on a level of the usual size."""
_FEWER: Final = 3
"""A region may have fewer rooms than its maximum, by less than this number."""
_LEAST: Final = 4
"""The minimum number of rooms of a region on such a level."""


class Regions:
    """The rooms of a level, and their regions.

    Attributes:
        growth: The rooms, in the order they grew.
        styles: The style of each region; fewer than requested if there was no space.
        region: The region of each room. The vault and hidden rooms belong to the region from which
            they sprouted.
        entrances: The room by which each region is entered.
        vault: A room apart, or None.
        hidden: Rooms with hidden doors.
        openings: Possible ways between rooms.
    """

    def __init__(self, site: Site, styles: Sequence[Style], stream: Stream) -> None:
        columns = lines(site.width, (site.width - 1) // 5, stream)
        rows = lines(site.height, (site.height - 1) * 2 // 7, stream)
        self._width, self._asked = site.width, len(styles)
        self.growth = growth = Growth(columns, rows, stream)
        self.styles: list[Style] = []
        self.region: list[int] = []
        self.entrances: list[int] = []
        self.vault: int | None = None
        self.hidden: list[int] = []
        cells = growth.cells
        self._least = min(_LEAST, max(2, _LEAST * len(cells) // _USUAL))
        barred = stream.shuffled(cells)[: len(cells) // 10]
        growth.bar(barred)
        for style in styles:
            most = min(style.most, max(self._least, style.most * len(cells) // _USUAL))
            self._grow(style, max(self._least, most - stream.below(_FEWER)))
        growth.unbar(barred)
        self._enter_far_from_the_last()
        apart = [
            number
            for number in range(len(self.region))
            if self._distance(number, self.entrances[0]) * 4 > self._width
        ]
        self.vault = self._add(apart)
        usual = [number for number in range(len(self.region)) if number != self.vault]
        self.hidden = [
            found for _ in range(stream.roll(1, 2)) if (found := self._add(usual)) is not None
        ]
        self.openings = growth.openings()

    def _grow(self, style: Style, count: int) -> None:
        growth, mine, number = self.growth, list[int](), len(self.entrances)
        while len(mine) < count:
            if mine:
                found = growth.sprout(mine, style.sizes)
            else:
                found = growth.sprout(range(len(self.region)), style.sizes)
            if found is None:
                return
            if not mine:
                self.styles.append(style)
                self.entrances.append(found)
            mine.append(found)
            self.region.append(number)

    def _enter_far_from_the_last(self) -> None:
        last = [*self._of(len(self.entrances) - 1)]
        far = {
            number: max(self._distance(number, other) for other in last) for number in self._of(0)
        }
        # A stair needs room around it.
        self.entrances[0] = max(far, key=lambda number: (self._is_wide(number), far[number]))
        self._across = far[self.entrances[0]]

    def _of(self, region: int) -> Iterator[int]:
        numbered = enumerate(self.region)
        return (n for n, its in numbered if its == region and self.is_usual(n))

    def _is_wide(self, number: int) -> bool:
        room = self.growth.rooms[number]
        return min(room.width, room.height) > 2

    def _distance(self, one: int, other: int) -> int:
        (x, y), (to_x, to_y) = (self.growth.rooms[number].centre for number in (one, other))
        return max(abs(x - to_x), abs(y - to_y))

    def _add(self, sources: Sequence[int]) -> int | None:
        found = self.growth.sprout(sources, _SMALL)
        if found is not None:
            self.region.append(self.region[self.growth.parents[found]])
        return found

    @property
    def worth(self) -> tuple[int, ...]:
        """The sort key of the result: more of everything is better."""
        least = min(len([*self._of(region)]) for region in range(self._asked))
        far = self._across * 5 >= self._width * 2
        has = self.vault is not None, bool(self.hidden), bool(self.loops)
        return (far, min(self._least, least), *has)

    @property
    def whole(self) -> bool:
        """Whether nothing is missing."""
        loops = bool(self.loops) or self._least < _LEAST // 2 + 1  # so few rooms seldom form a loop
        return (*self.worth[:4], loops) == (True, self._least, True, True, True)

    @property
    def loops(self) -> list[Opening]:
        """The openings within a region from which no room sprouted: each closes a loop."""
        return [one for one in self.openings if self.is_inner(one) and not self.is_grown(one)]

    def is_grown(self, opening: Opening) -> bool:
        """Return whether one of the two rooms sprouted from the other."""
        one, other = opening.ends
        return self.growth.parents[other] == one or self.growth.parents[one] == other

    def is_usual(self, number: int) -> bool:
        """Return whether a room is neither the vault nor hidden."""
        return number != self.vault and number not in self.hidden

    def is_inner(self, opening: Opening) -> bool:
        """Return whether both rooms are usual rooms of one region."""
        one, other = opening.ends
        usual = self.is_usual(one) and self.is_usual(other)
        return usual and self.region[one] == self.region[other]

    def steps_from(self, start: int, openings: Sequence[Opening]) -> dict[int, int]:
        """Return the number of rooms to each room of the same region."""
        found, wave = {start: 0}, [start]
        for here in wave:
            for one in openings:
                if here in one.ends and self.is_inner(one) and one.other(here) not in found:
                    found[one.other(here)] = found[here] + 1
                    wave.append(one.other(here))
        return found
