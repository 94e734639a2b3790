"""Generate the levels of a place from the top down, and measure them."""

from __future__ import annotations

import attrs
from hypothesis import given
from hypothesis import strategies as st

from bidden.grid.distance import Grid
from bidden.grid.fov import Sightlines
from bidden.state import WALL
from bidden.worldgen.places import draw_up
from bidden.worldgen.plan import LevelPlan, Measures, Site, Tile
from bidden.worldgen.shaping.carving import pieces
from bidden.worldgen.solving import SAFE
from eventcore import Stream

FULL = Measures(width=80, height=20, depth=4, least_room=4, door_percent=60)


any_size = given(width=st.integers(40, 80), height=st.integers(16, 20), seed=st.integers(0, 2**64))
"""A Hypothesis decorator for levels of every allowed size."""


def at_size(width: int, height: int) -> Measures:
    return attrs.evolve(FULL, width=width, height=height)


def drawn_up(
    place: str, seed: int, levels: int = 1, measures: Measures = FULL
) -> list[tuple[Site, LevelPlan]]:
    """Return a place's sites and plans, top down; each level depends on the level above."""
    found: list[tuple[Site, LevelPlan]] = []
    above, landing = tuple[str, ...](), None
    for number in range(1, levels + 1):
        site = Site(measures, number, levels, above, landing)
        plan, _ = draw_up(place, site, Stream(seed, f"level-{number}"))
        found.append((site, plan))
        above, landing = plan.rows, plan.down or plan.rooms[-1].centre
    return found


def three_of(place: str, width: int, height: int, seed: int) -> list[tuple[Site, LevelPlan]]:
    """Return three levels of a place at a size."""
    return drawn_up(place, seed, levels=3, measures=at_size(width, height))


def first_of(place: str, seed: int, measures: Measures = FULL) -> LevelPlan:
    """Return the only level of a one-level place."""
    return drawn_up(place, seed, measures=measures)[0][1]


def thrown_away(place: str, seeds: int) -> int:
    """Return the number of rejected drafts of first levels (of two), over these seeds."""
    site = Site(FULL, 1, 2)
    return sum(draw_up(place, site, Stream(seed, "level-1"))[1] for seed in range(seeds))


def tiles_of(plan: LevelPlan, cells: str) -> set[Tile]:
    """Return all tiles of a plan that have one of the cell characters."""
    rows = enumerate(plan.rows)
    return {(x, y) for y, row in rows for x, cell in enumerate(row) if cell in cells}


def steps_between(plan: LevelPlan, start: Tile, end: Tile) -> int | None:
    """Return the number of steps over floor, through any doors, or None."""
    grid = Grid(["".join(cell if cell in SAFE else WALL for cell in row) for row in plan.rows])
    return grid.flood(*start).steps_to(grid.number(*end))


def sketch(plan: LevelPlan) -> list[str]:
    """Draw the level: its ground, doors ``+``, stairs ``<`` and ``>``, and the goal ``&``."""
    rows = [[*row] for row in plan.rows]
    spots = [(door, "+") for door in plan.doors]
    ends = ((plan.up, "<"), (plan.down, ">"), (plan.goal, "&"))
    for (x, y), glyph in spots + [(spot, glyph) for spot, glyph in ends if spot is not None]:
        rows[y][x] = glyph
    return ["".join(row) for row in rows]


def seen_in_percent(plan: LevelPlan) -> int:
    """Return the average share of the floor visible from the middle of an area."""
    floor, sight = tiles_of(plan, "."), Sightlines(plan.rows)
    seen = 0
    for area in plan.rooms:
        mask = sight.mask_from(plan.doors, *area.centre)
        seen += sum(mask[y * len(plan.rows[0]) + x] for x, y in floor)
    return 100 * seen // (len(floor) * len(plan.rooms))


def islands(plan: LevelPlan, least: int = 4) -> list[list[Tile]]:
    """Return rock and chasms not connected to the edge, of at least this many tiles."""
    blocked = sorted(tiles_of(plan, "#:"))
    return [rock for rock in pieces(blocked) if (0, 0) not in rock and len(rock) >= least]
