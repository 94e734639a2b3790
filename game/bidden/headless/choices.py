"""Choices: the intents that a view offers. The rules may still refuse them.

Intents with free texts, such as names and engravings, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from bidden import intents
from bidden.intents import Intent
from bidden.kinds import OPEN_DOOR, TRAPS
from bidden.view import Aiming, Held, Shape, Spot, View

COMPASS: Final[Sequence[Spot]] = (
    *((0, -1), (1, 0), (0, 1), (-1, 0)),
    *((1, -1), (1, 1), (-1, 1), (-1, -1)),
)
"""The eight directions as (columns east, rows south): N, E, S, W, NE, SE, SW, NW, as in NLE."""

IMPROVABLE: Final[tuple[intents.Improvable, ...]] = get_args(intents.Improvable)
"""The stats that can be improved."""
WORDS: Final[tuple[intents.Word, ...]] = get_args(intents.Word)
"""The orders to allies."""

_NOWHERE: Final[Spot] = (-1, -1)
_FOES: Final = Aiming(Shape.CREATURE)


def choices(view: View) -> Iterator[Intent]:
    """Yield all intents in a fixed order; those with a target once for each target."""
    yield from (intents.Move(dx, dy) for dx, dy in COMPASS)
    yield from (intents.Wait(), intents.Search())
    beneath = len(view.underfoot) or bool(view.source)  # or a source without items on it
    yield from map(intents.PickUp, range(beneath))
    yield from (intents.Close(dx, dy) for dx, dy in around(view, OPEN_DOOR))
    yield from (intents.Disarm(dx, dy) for dx, dy in around(view, *TRAPS))
    for held in view.pack:
        yield from _with(held, view)
    if view.shooting is not None:
        yield from (intents.Shoot(x, y) for x, y in targets(view, view.shooting))
    for spell in view.spells:
        yield from (intents.Cast(spell.name, x, y) for x, y in targets(view, spell.aiming))
    yield intents.Inhale()
    yield from (intents.Breathe(x, y) for x, y in targets(view, _FOES))
    if view.boons:
        yield from (intents.UseBoon(dx, dy) for dx, dy in COMPASS)
        yield intents.SwitchBoon()
    yield from map(intents.Bid, WORDS)
    yield from (intents.Improve(option) for option, _ in view.improvements)
    yield from map(intents.Bind, range(len(view.offers)))


def around(view: View, *kinds: str) -> Iterator[Spot]:
    """Yield the directions of the adjacent tiles of these kinds."""
    x, y = view.here
    for dx, dy in COMPASS:
        inside = 0 <= y + dy < len(view.tiles) and 0 <= x + dx < len(view.tiles[0])
        if inside and view.tiles[y + dy][x + dx].kind in kinds:
            yield dx, dy


def targets(view: View, aiming: Aiming | None) -> Sequence[Spot]:
    """Return the possible targets, the nearest foe first; (-1, -1) if no aim is needed.

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
        kind = intents.USES.get(how)
        if kind is None:
            yield intents.Drop(held.slot)
        elif issubclass(kind, intents.UseAt):
            yield from (kind(held.slot, x, y) for x, y in targets(view, held.aiming(how)))
        else:
            yield kind(held.slot)
