"""Boons: when a bot strikes, pulls, wards, leaps, passes and rushes, and how it warps its boons.

It uses only the view and draws no random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden import kinds
from bidden.bots.around import BARS, is_open, kind_at, on, steps, towards
from bidden.grid.neighbours import AROUND
from bidden.intents import Intent, PickUp, Read, SwitchBoon, UseBoon
from bidden.view import CarriedBoon, Spot, View

_DEEP: Final = (kinds.CHASM, kinds.WATER, kinds.FIRE)
"""The terrain into which it throws foes."""
_FAR: Final = 5
"""The reach of a lash, in tiles."""
_THROWN: Final = 3
_LEAP: Final = 3
_THICK: Final = 2
_RUSH: Final = 8
_NEAR: Final = 6
"""The maximum distance, in tiles, of a warping source to go to."""
_LATELY: Final = 5
"""It uses no boon for this many turns after a refusal, which would be repeated."""


def use_boon(view: View) -> Intent | None:
    """Choose how to use a boon, or switch to the other one, or return None."""
    if not view.boons or _was_refused_lately(view):
        return None
    if not view.foes_at:
        return _draw_from_a_source(view) or _read_a_shard(view)
    for number, boon in enumerate(view.boons):
        use = next(_uses(boon, view), None) if boon.uses else None
        if use is not None:
            return use if number == 0 else SwitchBoon()
    return None


def sources_near(view: View) -> Iterator[Spot]:
    """Yield the sources nearby that should warp the active boon, if it is unwarped."""
    if not view.boons or view.boons[0].warp:
        return
    x, y = view.here
    for row in range(max(0, y - _NEAR), min(len(view.tiles), y + _NEAR + 1)):
        for column in range(max(0, x - _NEAR), min(len(view.tiles[row]), x + _NEAR + 1)):
            if view.tiles[row][column].kind == kinds.SOURCE:
                yield column, row


def _draw_from_a_source(view: View) -> Intent | None:
    if view.source and not view.boons[0].warp:
        return PickUp(len(view.underfoot))  # none of what lies there
    return None


def _read_a_shard(view: View) -> Intent | None:
    for held in view.pack:
        if "read" in held.uses and "shard" in held.name and not view.boons[0].warp:
            return Read(held.slot)
    return None


def _uses(boon: CarriedBoon, view: View) -> Iterator[UseBoon]:
    beside = [foe for foe in view.foes_at if steps(view.here, foe) == 1]
    hurt = view.hp * 2 < view.max_hp
    match boon.power:
        case "strike":
            for foe in beside:
                if hurt or len(beside) > 1 or _is_thrown_into_harm(foe, view):
                    yield UseBoon(*towards(view.here, foe))
        case "lash":
            yield from _lashes(boon, view)
        case "ward":
            if len(beside) > 1 or (hurt and beside):
                yield UseBoon(0, 0)
        case "rush":
            for foe in beside:
                if _is_thrown_into_harm(foe, view, chasms=True):
                    yield UseBoon(*towards(view.here, foe))
            if hurt and beside:
                yield from _ways_out(view, beside, _runs(view), least=3)
        case "leap":
            if hurt and beside:
                yield from _ways_out(view, beside, _leaps(view), least=2)
        case "pass":
            if hurt and beside:
                yield from _ways_out(view, beside, _passes(view), least=2)


def _lashes(boon: CarriedBoon, view: View) -> Iterator[UseBoon]:
    """Yield the directions in which to pull, burn or change places with a foe."""
    least = 1 if boon.warp == "ember" else 3
    for step in AROUND:
        for n in range(1, _FAR + 1):
            spot = on(view.here, step, n)
            if spot in view.foes_at and n >= least:
                yield UseBoon(*step)
            if spot in view.foes_at or kind_at(view, spot) in BARS:
                break


def _is_thrown_into_harm(foe: Spot, view: View, *, chasms: bool = False) -> bool:
    """Return whether harm lies behind a foe; with ``chasms``, only a chasm."""
    step = towards(view.here, foe)
    behind = [kind_at(view, on(foe, step, n)) for n in range(1, _THROWN + 1)]
    return any(kind in ((kinds.CHASM,) if chasms else _DEEP) for kind in behind)


def _ways_out(
    view: View, beside: list[Spot], ends: Iterator[tuple[Spot, Spot]], least: int
) -> Iterator[UseBoon]:
    """Yield the direction, if any, that leads at least this far away from adjacent foes."""

    def away(end: Spot) -> int:
        return min(steps(end, foe) for foe in beside)

    found = [(step, end) for step, end in ends if end not in view.harm_at and away(end) >= least]
    if found:
        step, _ = max(found, key=lambda one: away(one[1]))
        yield UseBoon(*step)


def _leaps(view: View) -> Iterator[tuple[Spot, Spot]]:
    for step in AROUND:
        end = None
        for n in range(1, _LEAP + 1):
            spot = on(view.here, step, n)
            if kind_at(view, spot) in (kinds.WALL, kinds.UNKNOWN):
                break
            if n > 1 and is_open(view, spot):
                end = spot
        if end is not None:
            yield step, end


def _passes(view: View) -> Iterator[tuple[Spot, Spot]]:
    """Yield each direction with the tile behind a wall that is thin enough."""
    for step in AROUND:
        n = 1
        while n <= _THICK and kind_at(view, on(view.here, step, n)) == kinds.WALL:
            n += 1
        end = on(view.here, step, n)
        if n > 1 and is_open(view, end):
            yield step, end


def _runs(view: View) -> Iterator[tuple[Spot, Spot]]:
    """Yield each direction with the tile on which a rush ends, if nobody stands in its way."""
    for step in AROUND:
        end = None
        for n in range(1, _RUSH + 1):
            spot = on(view.here, step, n)
            if not is_open(view, spot):
                break
            end = spot
        if end is not None:
            yield step, end


def _was_refused_lately(view: View) -> bool:
    return any(
        line.tone == "refusal" and line.turn > view.turn - _LATELY for line in view.lines[-6:]
    )
