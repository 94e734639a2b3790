"""The eight compass directions, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bidden.grid.neighbours import AROUND, step_straight

_ACROSS: Final = {-1: "west", 0: "", 1: "east"}
_ALONG: Final = {-1: "north", 0: "", 1: "south"}


def bearing(dx: int, dy: int) -> str:
    """Return the direction of an offset in words; empty for no offset."""
    east, south = step_straight(dx, dy)
    across = _ACROSS[east if 2 * abs(dx) >= abs(dy) else 0]
    along = _ALONG[south if 2 * abs(dy) >= abs(dx) else 0]
    return "-".join(part for part in (along, across) if part)


def direction(dx: int, dy: int) -> str:
    """Return the direction of an offset in columns and rows, such as "to the north"."""
    way = bearing(dx, dy)
    return f"to the {way}" if way else "here"


def where(spot: tuple[int, int], here: tuple[int, int]) -> str:
    """Describe a tile relative to another, as in "3 east and 2 north"."""
    x, y = spot[0] - here[0], spot[1] - here[1]
    parts = [
        f"{abs(steps)} {one if steps > 0 else other}"
        for steps, one, other in ((x, "east", "west"), (y, "south", "north"))
        if steps
    ]
    return " and ".join(parts) or "here"


def tiles_off(spot: tuple[int, int], here: tuple[int, int]) -> str:
    """Describe a tile relative to another, as in "3 tiles east and 2 north"."""
    steps, _, rest = where(spot, here).partition(" ")
    return f"{steps} tile{'s' * (steps != '1')} {rest}" if rest else steps


BEARINGS: Final[Mapping[str, tuple[int, int]]] = {bearing(*step): step for step in AROUND}
"""The step of each direction, by name."""


def astray(dx: int, dy: int, step: tuple[int, int]) -> int:
    """Return how far an offset lies from the ray in a step's direction, in tiles, rounded up."""
    ahead, aside = dx * step[0] + dy * step[1], dx * step[1] - dy * step[0]
    if step[0] and step[1]:  # diagonal: both add columns and rows
        return max(0, (3 * abs(aside) - ahead + 3) // 4)
    return max(0, (2 * abs(aside) - ahead + 1) // 2)
