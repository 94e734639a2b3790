"""Books and spells: what a bot learns, and when it casts spells.

It uses only the view and draws no random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.bots.around import is_open, nearest_foe, square, steps
from bidden.intents import Cast, Read
from bidden.kinds import BOOK
from bidden.view import Castable, Shape, Spot, View

_OF_NO_USE: Final = ("blood to mana", "detect creatures")
"""Spells that cost blood, or show creatures that the bot would meet anyway."""
_BLINK: Final = "blink"
_LEAST_WAY: Final = 3
"""The minimum distance from foes after a blink, in tiles."""


def read_a_book(view: View) -> Read | None:
    """Read a book with unknown spells, or return None."""
    books = (held for held in view.pack if held.kind == BOOK and not held.spells)
    return next((Read(held.slot) for held in books), None)


def choose_spell(view: View) -> Cast | None:
    """Choose the most expensive useful spell that the bot has the mana for, or return None."""
    foe = nearest_foe(view)
    for spell in sorted(view.spells, key=lambda spell: -spell.mana):
        if spell.mana <= view.mana:
            cast = next(_uses(spell, view, foe), None)
            if cast is not None:
                return cast
    return None


def _uses(spell: Castable, view: View, foe: Spot | None) -> Iterator[Cast]:
    hurt = view.hp * 2 < view.max_hp
    if spell.name in _OF_NO_USE:
        return
    if "heal" in spell.name:
        if hurt:
            yield Cast(spell.name)
    elif foe is None:
        return
    elif spell.name == _BLINK:
        if hurt and steps(view.here, foe) == 1:
            yield from _ways_out(spell, view)
    else:
        yield Cast(spell.name, *((-1, -1) if spell.aiming is None else foe))


def _ways_out(spell: Castable, view: View) -> Iterator[Cast]:
    """Yield the tile in range that is the farthest from all foes, if it is far enough."""
    if spell.aiming is None or spell.aiming.shape is not Shape.TILE:
        return
    far, (hx, hy) = spell.aiming.range, view.here
    spots = [
        (x, y)
        for y in range(hy - far, hy + far + 1)
        for x in range(hx - far, hx + far + 1)
        if square(view.here, (x, y)) <= far * far
        and (x, y) not in view.harm_at
        and is_open(view, (x, y))
        and view.tiles[y][x].lit
    ]

    def away(spot: Spot) -> int:
        return min(steps(spot, foe) for foe in view.foes_at)

    best = max(spots, key=away, default=None)
    if best is not None and away(best) >= _LEAST_WAY:
        yield Cast(spell.name, *best)
