"""Choices: the intents that a view offers. The rules may still refuse them.

Intents with free texts, such as names and engravings, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from bidden.intents import (
    USES,
    Bid,
    Bind,
    Breathe,
    Cast,
    Close,
    Disarm,
    Drop,
    Improvable,
    Improve,
    Inhale,
    Intent,
    Move,
    PickUp,
    Search,
    Shoot,
    SwitchBoon,
    UseAt,
    UseBoon,
    Wait,
    Word,
)
from bidden.kinds import OPEN_DOOR, TRAPS
from bidden.view import Aiming, Held, Shape, Spot, View

COMPASS: Final[Sequence[Spot]] = (
    *((0, -1), (1, 0), (0, 1), (-1, 0)),
    *((1, -1), (1, 1), (-1, 1), (-1, -1)),
)
"""The eight directions as (columns east, rows south): N, E, S, W, NE, SE, SW, NW, as in NLE."""

IMPROVABLE: Final[tuple[Improvable, ...]] = get_args(Improvable)
"""The stats that can be improved."""
WORDS: Final[tuple[Word, ...]] = get_args(Word)
"""The orders to allies."""

_NOWHERE: Final[Spot] = (-1, -1)
_FOES: Final = Aiming(Shape.CREATURE)


def choices(view: View) -> Iterator[Intent]:
    """Yield all intents in a fixed order; those with a target once for each target."""
    yield from (Move(dx, dy) for dx, dy in COMPASS)
    yield from (Wait(), Search())
    beneath = len(view.underfoot) or bool(view.source)  # a source, where nothing lies on it
    yield from map(PickUp, range(beneath))
    yield from (Close(dx, dy) for dx, dy in around(view, OPEN_DOOR))
    yield from (Disarm(dx, dy) for dx, dy in around(view, *TRAPS))
    for held in view.pack:
        yield from _with(held, view)
    if view.shooting is not None:
        yield from (Shoot(x, y) for x, y in targets(view, view.shooting))
    for spell in view.spells:
        yield from (Cast(spell.name, x, y) for x, y in targets(view, spell.aiming))
    yield Inhale()
    yield from (Breathe(x, y) for x, y in targets(view, _FOES))
    if view.boons:
        yield from (UseBoon(dx, dy) for dx, dy in COMPASS)
        yield SwitchBoon()
    yield from map(Bid, WORDS)
    yield from (Improve(option) for option, _ in view.improvements)
    yield from map(Bind, range(len(view.offers)))


def around(view: View, *kinds: str) -> Iterator[Spot]:
    """Yield the directions of the adjacent tiles of these kinds."""
    x, y = view.here
    for dx, dy in COMPASS:
        inside = 0 <= y + dy < len(view.tiles) and 0 <= x + dx < len(view.tiles[0])
        if inside and view.tiles[y + dy][x + dx].kind in kinds:
            yield dx, dy


def targets(view: View, aiming: Aiming | None) -> Sequence[Spot]:
    """Return the possible targets, the nearest foe first; (-1, -1) if there is nothing to aim.

    If a tile or a direction can be aimed at, the adjacent tiles follow the foes.
    """
    if aiming is None:
        return (_NOWHERE,)
    x, y = view.here
    foes = sorted(view.foes_at, key=lambda foe: ((foe[0] - x) ** 2 + (foe[1] - y) ** 2, foe))
    if aiming.shape is Shape.CREATURE:
        return foes
    return [*foes, *((x + dx, y + dy) for dx, dy in COMPASS if (x + dx, y + dy) not in foes)]


def _with(held: Held, view: View) -> Iterator[Intent]:
    for how in held.uses:
        kind = USES.get(how)
        if kind is None:
            yield Drop(held.slot)
        elif issubclass(kind, UseAt):
            yield from (kind(held.slot, x, y) for x, y in targets(view, held.aiming(how)))
        else:
            yield kind(held.slot)
