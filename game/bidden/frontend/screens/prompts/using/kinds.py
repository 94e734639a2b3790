"""Kinds: under which heading each thing that is held stands, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bidden.kinds import ARMOUR, BOOK, MISSILE, POTION, ROCK, SHIELD, WEAPON
from bidden.view import Held

_KINDS: Final[tuple[tuple[str, Callable[[Held], bool]], ...]] = (
    ("Worn and wielded", lambda held: held.worn),
    ("Weapons", lambda held: held.kind == WEAPON),
    ("Armour and shields", lambda held: held.kind in (ARMOUR, SHIELD)),
    ("Missiles", lambda held: held.kind in (MISSILE, ROCK)),
    ("Potions and flasks", lambda held: held.kind == POTION),
    ("Books", lambda held: held.kind == BOOK),
    ("Scrolls and shards", lambda held: "read" in held.uses),
    ("Food", lambda held: "eat" in held.uses),
    ("Other items", lambda held: True),
)
"""The headings, and which things belong under each, first match first."""


def by_kind(things: Sequence[Held]) -> list[tuple[str, Held]]:
    """Return things with their headings, by kind and name."""
    numbered = sorted((_kind(one), _sorted_by(one), one.slot, one) for one in things)
    return [(_KINDS[kind][0], one) for kind, *_, one in numbered]


def _kind(held: Held) -> int:
    return next(number for number, (_, fits) in enumerate(_KINDS) if fits(held))


def _sorted_by(held: Held) -> str:
    """Return the sort key of a thing: its name without the number."""
    return held.each or held.name.partition(" ")[2]
