"""The headings and the order of items in lists."""

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
"""The headings. An item stands under the first that matches."""


def by_kind(things: Sequence[Held]) -> list[tuple[str, Held]]:
    """Return items with their headings, by kind and by name without the number."""
    keyed = sorted(
        (_kind(held), held.each or held.name.partition(" ")[2], held.slot, held) for held in things
    )
    return [(_KINDS[kind][0], held) for kind, *_, held in keyed]


def _kind(held: Held) -> int:
    return next(number for number, (_, fits) in enumerate(_KINDS) if fits(held))
