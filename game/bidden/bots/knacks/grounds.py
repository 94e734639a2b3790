"""Using the ground: what a bot throws, and where it goes, so that fire and chasms fight for it.

It knows what the view shows and has no chance of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.intents import Intent, Move, Throw
from bidden.kinds import CHASM, WALL
from bidden.view import View

Spot = tuple[int, int]

_FAR: Final = 6
"""The range of its throws, in tiles."""
_NEAR: Final = 2
"""It throws nothing at foes nearer than this, in tiles, and may jump if foes are this near."""
_LAST: Final = 3
"""With less than one part in this many of its hit points, it jumps into a chasm."""


def use_ground(view: View, foe: Spot) -> Iterator[Intent]:
    """Yield what the ground can do to the nearest foe, or how it takes one away from it."""
    far = _steps(view.here, foe)
    if far <= _NEAR and view.hp * _LAST < view.max_hp and view.level < view.levels:
        yield from _jumps(view)
    if not _NEAR <= far <= _FAR or view.here in view.harm_at:
        return
    for spill in view.spills_at(foe):
        if foe in spill.harms and not spill.backfires:
            yield Throw(spill.slot, *foe)


def _jumps(view: View) -> Iterator[Intent]:
    """Yield the step straight to the nearest chasm in view, or over its edge."""
    chasms = [
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.kind == CHASM and _steps(view.here, (x, y)) <= _FAR
    ]
    if chasms:
        edge = min(chasms, key=lambda spot: (_steps(view.here, spot), spot))
        dx, dy = (_sign(there - here) for there, here in zip(edge, view.here, strict=True))
        onto = view.here[0] + dx, view.here[1] + dy
        blocked = _kind(view, onto) == WALL or onto in view.foes_at
        if not blocked and (onto == edge or onto not in view.harm_at):
            yield Move(dx, dy)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _steps(here: Spot, there: Spot) -> int:
    return max(abs(there[0] - here[0]), abs(there[1] - here[1]))


def _kind(view: View, spot: Spot) -> str:
    return view.tiles[spot[1]][spot[0]].kind
