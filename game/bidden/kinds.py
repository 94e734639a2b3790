"""Kinds: by what the game's code recognises ground, creatures and things, however they are drawn.

A kind is a plain name. Ground of ``ground.toml`` is of the kind that its table is called.
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
"""What fire leaps to."""

GASES: Final = ("marsh gas", "poison gas", "haze")
STAIRS: Final = (STAIR_UP, STAIR_DOWN, GATE)
"""What leads off a level."""
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
"""What is shot."""
ROCK: Final = "rock"
"""What is made to be thrown."""
KEY: Final = "key"
PRIZE: Final = "prize"
"""What a summoner sends somebody for, or has them carry."""
CHEST: Final = "chest"
THING: Final = "thing"
"""Anything else that can be picked up."""

ALTAR: Final = "altar"
SOURCE: Final = "source"
"""An altar or a well that warps boons."""
TRAP: Final = "trap"
WEB: Final = "web"
STATUE: Final = "statue"
ENGRAVING: Final = "engraving"
FIXTURE: Final = "fixture"
"""Anything else that stands on a level."""

PASSAGES: Final[Mapping[tuple[int, int], str]] = {
    (0, -1): "passage north",
    (1, 0): "passage east",
    (0, 1): "passage south",
    (-1, 0): "passage west",
}
"""One-way passages, by how many tiles east and south they lead."""

TRAPS: Final = (TRAP, WEB)
GEAR: Final = (WEAPON, ARMOUR, SHIELD)
"""What is worn or wielded."""
LYING: Final = (
    *(POTION, SCROLL, SHARD, BOOK, NOTE, FOOD, CORPSE, *GEAR, MISSILE, ROCK, KEY, PRIZE, CHEST),
    THING,
)
"""What lies about and can be picked up, or looks as if it could."""

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
    """Return the kind of a thing from a save that knew things by how they are drawn."""
    if look == "corpse":
        return CORPSE
    return _BY_GLYPH.get(glyph, CREATURE if glyph.isascii() and glyph.isalpha() else THING)
