"""Kinds: names by which code recognises ground, creatures and items, however they are drawn.

The kind of a ground in ``ground.toml`` is the name of its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

UNKNOWN: Final = ""
WALL: Final = "wall"
FLOOR: Final = "floor"
CHASM: Final = "chasm"
SHUT_DOOR: Final = "shut door"
LOCKED_DOOR: Final = "locked door"
OPEN_DOOR: Final = "open door"
STAIR_UP: Final = "stair up"
STAIR_DOWN: Final = "stair down"
GATE: Final = "gate"
FIRE: Final = "fire"
WATER: Final = "deep water"
BURNS: Final = ("tall grass", "dry grass", "rushes", "wood", "oil", "pitch", "marsh gas")
"""The ground to which fire spreads."""

GASES: Final = ("marsh gas", "poison gas", "haze")
STAIRS: Final = (STAIR_UP, STAIR_DOWN, GATE)
"""The ways off a level."""
DOORS: Final = (SHUT_DOOR, LOCKED_DOOR, OPEN_DOOR)

YOU: Final = "you"
CREATURE: Final = "creature"

POTION: Final = "potion"
SCROLL: Final = "scroll"
SHARD: Final = "shard"
BOOK: Final = "book"
NOTE: Final = "note"
FOOD: Final = "food"
CORPSE: Final = "corpse"
WEAPON: Final = "weapon"
ARMOUR: Final = "armour"
SHIELD: Final = "shield"
MISSILE: Final = "missile"
ROCK: Final = "rock"
KEY: Final = "key"
PRIZE: Final = "prize"
"""The goal of a task: a relic or a burden."""
CHEST: Final = "chest"
THING: Final = "thing"
"""Any other item."""

ALTAR: Final = "altar"
SOURCE: Final = "source"
"""An altar or a well that warps boons."""
TRAP: Final = "trap"
WEB: Final = "web"
STATUE: Final = "statue"
ENGRAVING: Final = "engraving"
FIXTURE: Final = "fixture"
"""Any other thing on a level that cannot be picked up."""

PASSAGES: Final[Mapping[tuple[int, int], str]] = {
    (0, -1): "passage north",
    (1, 0): "passage east",
    (0, 1): "passage south",
    (-1, 0): "passage west",
}
"""One-way passages, by direction: (tiles east, tiles south)."""

TRAPS: Final = (TRAP, WEB)
GEAR: Final = (WEAPON, ARMOUR, SHIELD)
"""Items to wear or wield."""
LYING: Final = (
    *(POTION, SCROLL, SHARD, BOOK, NOTE, FOOD, CORPSE, *GEAR, MISSILE, ROCK, KEY, PRIZE, CHEST),
    THING,
)
"""Things that can be picked up, or look as if they could."""

_BY_GLYPH: Final[Mapping[str, str]] = {
    "!": POTION,
    "?": SCROLL,
    "=": BOOK,
    "%": FOOD,
    ")": WEAPON,
    "[": ARMOUR,
    "*": ROCK,
    "-": KEY,
    '"': PRIZE,
    "_": ALTAR,
    "Φ": SOURCE,
    "Θ": SOURCE,
    "^": TRAP,
    "┼": WEB,
    "8": STATUE,
    "¶": ENGRAVING,
    "φ": FIXTURE,
    "∩": FIXTURE,
    "~": CREATURE,
    "@": CREATURE,
    "+": FIXTURE,
    "<": STAIR_UP,
    ">": STAIR_DOWN,
    "Π": GATE,
    **dict(zip("↑→↓←", PASSAGES.values(), strict=True)),
}


def kind_in_old_save(glyph: str, look: str) -> str:
    """Return the kind of a thing in a save that had only glyphs and colours."""
    if look == "corpse":
        return CORPSE
    return _BY_GLYPH.get(glyph, CREATURE if glyph.isascii() and glyph.isalpha() else THING)
