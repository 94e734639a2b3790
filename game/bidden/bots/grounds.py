"""Using the ground: what a bot throws, and where it goes, so that fire and chasms fight for it.

It knows what the view shows and has no chance of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bidden.grid.neighbours import AROUND
from bidden.intents import Intent, Move, Throw
from bidden.view import View

Spot = tuple[int, int]

_FIRE_POT: Final = "fire pot"
_OIL: Final = "flask of oil"
_GASES: Final[Mapping[str, str]] = MappingProxyType(
    {"flask of bad air": "poison gas", "flask of haze": "haze"}
)
"""What a flask holds, by its name."""
_BURNS: Final = ("tall grass", "dry grass", "rushes", "oil")
_CHASM: Final = ":"
_WALL: Final = "#"
_FAR: Final = 6
"""So far it throws, in tiles."""
_NEAR: Final = 2
"""A fire nearer than so many tiles would be its own."""
_DRIFTS: Final = 4
"""Gas nearer than that as well."""
_LAST: Final = 3
"""With less than one part in so many of its hit points it goes for a chasm, and jumps."""


def use_ground(view: View, foe: Spot) -> Iterator[Intent]:
    """Yield what the ground can do to the nearest foe, or how it takes one away from it."""
    far = _steps(view.here, foe)
    if far <= _NEAR and view.hp * _LAST < view.max_hp and view.level < view.levels:
        yield from _jumps(view)
    if not _NEAR <= far <= _FAR or view.here in view.harm_at:
        return
    there = {_name(view, spot) for spot in _around(foe)}
    burning = "fire" in there
    spreads = any(_name(view, spot) in _BURNS for spot in _around(view.here))
    for held in view.pack:
        fire = held.name.endswith(_FIRE_POT) and (far > _NEAR or not spreads) and not burning
        oil = held.name.endswith(_OIL) and burning and far > _NEAR
        gas = next((gas for name, gas in _GASES.items() if held.name.endswith(name)), None)
        if fire or oil or (gas is not None and gas not in there and far >= _DRIFTS):
            yield Throw(held.slot, *foe)


def _jumps(view: View) -> Iterator[Intent]:
    """Yield the step straight to the nearest chasm in view, or over its edge."""
    chasms = [
        (x, y)
        for y, row in enumerate(view.tiles)
        for x, tile in enumerate(row)
        if tile.glyph == _CHASM and _steps(view.here, (x, y)) <= _FAR
    ]
    if chasms:
        edge = min(chasms, key=lambda spot: (_steps(view.here, spot), spot))
        dx, dy = (_sign(there - here) for there, here in zip(edge, view.here, strict=True))
        onto = view.here[0] + dx, view.here[1] + dy
        blocked = _glyph(view, onto) == _WALL or onto in view.foes_at
        if not blocked and (onto == edge or onto not in view.harm_at):
            yield Move(dx, dy)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _around(spot: Spot) -> list[Spot]:
    return [spot, *((spot[0] + dx, spot[1] + dy) for dx, dy in AROUND)]


def _steps(here: Spot, there: Spot) -> int:
    return max(abs(there[0] - here[0]), abs(there[1] - here[1]))


def _name(view: View, spot: Spot) -> str:
    return view.tiles[spot[1]][spot[0]].name


def _glyph(view: View, spot: Spot) -> str:
    return view.tiles[spot[1]][spot[0]].glyph
