"""The cave: large and small chambers by a cellular automaton, joined by winding passages.

Sight ends at the next bend, and nothing has a door: fight in the mouth of a passage, or be
surrounded in a large chamber. Nearly every chamber has two exits, so fugitives can run in a ring.
"""

from __future__ import annotations

from typing import Final

import attrs

from bidden.grid.distance import Grid
from bidden.worldgen.plan import LevelPlan, Site, Tile
from bidden.worldgen.shaping.carving import (
    FLOOR,
    Ground,
    close_pockets,
    ellipse,
    join,
    parcels,
    settle,
    trail,
    trim,
)
from bidden.worldgen.stairs import put_far_apart
from eventcore import Stream

_BIG: Final = ((6, 9), (3, 5))
"""The range of half the width and of half the height of a large chamber, in tiles."""
_SMALL: Final = ((2, 4), (1, 2))
"""The same for a small chamber."""
_ROCK: Final = 62
"""The percentage of tiles outside all chambers that start as rock."""
_RUBBLE: Final = 34
"""The percentage of tiles within a chamber that start as rock."""
_LEAST: Final = 12
"""Hollows of fewer tiles are filled again."""


def draw(site: Site, stream: Stream) -> LevelPlan:
    """Draw a level: six chambers or more if there is room for them."""
    ground = Ground(site.width, site.height)
    chambers = _chambers(site, stream)
    _strew(ground, chambers, stream)
    settle(ground, 3)
    close_pockets(ground, _LEAST)
    for chamber in chambers:
        ground.put(chamber.heart)
    hollow = ground.floor
    for one, other in _links(ground, chambers, stream):
        ground.put(trail(ground, one, other, stream))
    join(ground, stream)
    trim(ground)
    seeds = [chamber.middle for chamber in chambers]
    areas = parcels([tile for tile in hollow if ground[tile] == FLOOR], seeds, _BIG[0][1])
    return put_far_apart(LevelPlan(ground.rows, tuple(areas)), stream)


@attrs.frozen
class _Chamber:
    """The area of a chamber around its middle, with half its width and half its height."""

    middle: Tile
    across: int
    down: int

    @property
    def heart(self) -> list[Tile]:
        """The tiles that always stay floor."""
        x, y = self.middle
        return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]

    @property
    def tiles(self) -> list[Tile]:
        return ellipse(self.middle, self.across, self.down)

    def meets(self, other: _Chamber) -> bool:
        """Return whether no rock lies between two chambers."""
        across = abs(self.middle[0] - other.middle[0]) <= self.across + other.across + 1
        return across and abs(self.middle[1] - other.middle[1]) <= self.down + other.down


def _chambers(site: Site, stream: Stream) -> list[_Chamber]:
    """Find room for large chambers first, and for small ones between them."""
    found: list[_Chamber] = []
    big = site.width * site.height // 600
    for number in range(12 * big + 90):
        (least, most), heights = _BIG if len(found) < big and number < 12 * big else _SMALL
        across, down = stream.roll(least, most), stream.roll(*heights)
        down = min(down, (site.height - 4) // 2)
        middle = (
            stream.roll(across + 1, site.width - across - 2),
            stream.roll(down + 1, site.height - down - 2),
        )
        chamber = _Chamber(middle, across, down)
        if not any(chamber.meets(other) for other in found):
            found.append(chamber)
    return found


def _strew(ground: Ground, chambers: list[_Chamber], stream: Stream) -> None:
    within = {tile for chamber in chambers for tile in chamber.tiles}
    ground.put(
        tile
        for tile in ground.inner
        if not stream.chance(_RUBBLE if tile in within else _ROCK, 100)
    )


def _links(ground: Ground, chambers: list[_Chamber], stream: Stream) -> list[tuple[Tile, Tile]]:
    """Return the pairs of chambers to join: all are connected, most of them twice.

    The nearest pairs come first. A chamber with two links gets a third only if it connects parts
    that are not connected yet. Chambers that are close already are not joined.
    """
    middles = [chamber.middle for chamber in chambers]
    pairs = sorted(
        (max(abs(a[0] - b[0]), 2 * abs(a[1] - b[1])), a, b)
        for place, a in enumerate(middles)
        for b in middles[:place]
    )
    group = {middle: place for place, middle in enumerate(middles)}
    links = dict.fromkeys(middles, 0)
    grid = Grid(ground.rows)
    found = []
    for far, one, other in pairs:
        apart = group[one] != group[other]
        lonely = far < 30 and min(links[one], links[other]) < 2 and max(links.values()) < 5
        if not (apart or (lonely and stream.chance(3, 4))):
            continue
        steps = grid.flood(*one).steps_to(grid.number(*other))
        if steps is None or steps > 2 * far:
            found.append((one, other))
        links[one] += 1
        links[other] += 1
        kept, gone = group[one], group[other]
        group = {m: kept if place == gone else place for m, place in group.items()}
    return found
