"""The finder: what is remembered on all levels, even rooted foes, and how far away it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from bidden import kinds
from bidden.going.commands.levels import leads_to
from bidden.going.commands.taking import group_of, is_worthless
from bidden.going.commands.travel import going_to
from bidden.going.known.lying import THINGS
from bidden.going.known.notes import Notes
from bidden.going.ways import Ways
from bidden.text import numbered
from bidden.view import Chart, ChartedLevel, Spot, View
from bidden.words import phrase

_SIGHTS: Final = (
    *(kinds.STAIR_UP, kinds.STAIR_DOWN, kinds.GATE, kinds.CHASM, kinds.ALTAR, kinds.SOURCE),
    kinds.LOCKED_DOOR,
    *THINGS,
)
"""The kinds of things and structures that are worth going to."""


@attrs.frozen
class Sight:
    """Something remembered.

    Attributes:
        name: Its name, as in "a stair down".
        level: Its level.
        place: The place of the level.
        at: Its tile, as (column, row).
        far: The distance in tiles; 0 on another level.
        steps: The length of the known way; 0 for none.
        times: The number of things with that name on the level. This is the nearest.
        beneath: Whether it lies under the player.
        kind: The options' name for its kind, or "".
    """

    name: str
    level: int
    place: str
    at: Spot
    far: int
    times: int = 1
    beneath: bool = False
    kind: str = ""
    steps: int = 0

    def __str__(self) -> str:
        """Describe it, as in "an altar, level 3, temple" or "a stair up, ~12 steps away"."""
        if self.beneath:
            return phrase("sight", "here", name=self.name)
        name = f"{self.name} (×{self.times})" if self.times > 1 else self.name
        if not self.far:
            return phrase("sight", "level", name=name, level=self.level, place=self.place)
        far = numbered("step", self.steps) if self.steps else numbered("tile", self.far)
        return phrase("sight", "steps" if self.steps else "tiles", name=name, far=far)


def sights_on(chart: Chart, view: View, notes: Notes | None = None) -> list[Sight]:
    """Return what is remembered on levels within reach, nearest first: first on the player's.

    With notes, a stack out of view has its number, as when it was last seen.

    Things under the player come first. Of things with equal names on another level, only the
    nearest is returned.
    """
    found, notes = dict[tuple[int, str], Sight](), notes or Notes()
    for level in (one for one in chart.levels if leads_to(one.level, view)):
        for sight in sorted(_on(level, view, notes), key=lambda one: (one.far, one.at)):
            nearest = found.get((level.level, sight.name))
            times = 1 if nearest is None else nearest.times + 1
            found[level.level, sight.name] = attrs.evolve(nearest or sight, times=times)
    ways = Ways(view, notes)
    for key, sight in found.items():
        steps = len(ways.way(going_to(sight.at, view, notes))) if sight.far else 0
        found[key] = attrs.evolve(sight, steps=steps)
    others = sorted(
        found.values(),
        key=lambda one: (abs(one.level - chart.here), one.steps or one.far, one.level, one.name),
    )
    return [*_beneath(view), *others]


def _beneath(view: View) -> Iterator[Sight]:
    for name, kind in zip(view.underfoot, view.kinds_underfoot, strict=False):
        if not is_worthless(name):
            here, group = (view.level, view.place, view.here), group_of(kind)
            yield Sight(name, *here, far=0, beneath=True, kind=group)


def _on(level: ChartedLevel, view: View, notes: Notes) -> Iterator[Sight]:
    x, y = view.here
    for row, tiles in enumerate(level.tiles):
        for column, tile in enumerate(tiles):
            seen = view.tiles[row][column] if level.level == view.level else tile
            if tile.kind not in _SIGHTS and seen.kind in THINGS:
                tile = seen  # a creature in the guise of an item, which is not remembered
            if tile.name and tile.kind in _SIGHTS:
                far = max(abs(column - x), abs(row - y)) if level.level == view.level else 0
                where, group = (column, row), group_of(tile.kind)
                name = seen.name if seen.lit and seen.kind == tile.kind else tile.name
                name = notes.stack_at(where, name, level.level)
                yield Sight(name, level.level, level.place, where, far, kind=group)
    for at, foe in notes.ground_of(level.level).rooted.items():
        far = max(abs(at[0] - x), abs(at[1] - y)) if level.level == view.level else 0
        yield Sight(foe.name, level.level, level.place, at, far)
