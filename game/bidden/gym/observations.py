"""Observations: a view as arrays, with keys as in NLE.

They depend on the view alone, so they contain only facts that the player can know.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
from numpy.typing import NDArray

from bidden.gym import glyphs
from bidden.gym.actions import SLOTS
from bidden.view import MAP_HEIGHT, MAP_WIDTH, Held, Stance, Tile, View

Observation: TypeAlias = dict[str, Any]
"""Arrays by their keys."""

MESSAGE: Final = 256
"""The maximum number of characters of the latest messages."""
NAME: Final = 80
"""The maximum number of characters of an item's name."""
_BIG: Final = 1 << 30


class Stat(IntEnum):
    """The places of the numbers in ``blstats``."""

    X = 0
    """The player's column."""
    Y = 1
    """The player's row."""
    HP = 2
    MAX_HP = 3
    MANA = 4
    MAX_MANA = 5
    LEVEL = 6
    """The depth of the level, 1 at the top."""
    LEVELS = 7
    """The number of levels."""
    TURN = 8
    EXPERIENCE = 9
    """The experience level, from 1."""
    HUNGER = 10
    """0 full, 1 neither, 2 hungry, 3 weak."""
    WOUNDS = 11
    MAX_WOUNDS = 12
    """The number of wounds that kills; 0 if the player cannot be wounded."""
    SCORE = 13
    """The score of a run so far; 0 elsewhere."""
    FOES = 14
    """The number of foes in view."""
    MISSILES = 15
    """The number of missiles for the wielded weapon; -1 if it needs none."""
    IMPROVEMENTS = 16
    """The number of upgrades that can be chosen."""
    OFFERS = 17
    """The number of offered bindings."""
    TERM = 18
    """The turns left of the term, below 0 once it has run out; 0 if none runs."""
    FULFILLED = 19
    """1 if the task is complete; the term runs until the player is back at the circle."""
    BOONS = 20
    BOON_USES = 21
    """The charges of the active boon."""
    SPEECH = 22
    """The chance in percent that reading aloud or casting succeeds."""
    HEALS_IN = 23
    """The number of turns in which a hit point regenerates; 0 for never."""
    UNDERFOOT = 24
    """The number of items on the player's tile."""


class Mark(IntEnum):
    """The bits of ``specials``: facts about a tile besides its glyph."""

    IN_VIEW = 1
    """The tile is seen now, not remembered."""
    FOE = 2
    """An awake foe."""
    ASLEEP = 4
    """A sleeping foe."""
    NEUTRAL = 8
    ALLY = 16
    QUARRY = 32
    HARM = 64
    """Fire, gas or other ground that harms every creature on the tile."""
    THREAT = 128
    """A drawn breath, fire, a burst or gas may reach the tile next."""


class Kind(IntEnum):
    """The numbers of ``inv_oclasses``: the purpose of an item."""

    NOTHING = 0
    WEAPON = 1
    ARMOUR = 2
    SHIELD = 3
    WORN = 4
    """Other equipment, such as a torch."""
    POTION = 5
    READ = 6
    """Scrolls and books."""
    FOOD = 7
    OTHER = 8


_STANCES: Final = {stance: Mark[stance.name] for stance in Stance}
_HUNGER: Final = ("full", "", "hungry", "weak")
_GEAR: Final = {"weapon": Kind.WEAPON, "armour": Kind.ARMOUR, "shield": Kind.SHIELD}
_FOR: Final = (
    ("put on", Kind.WORN),
    ("take off", Kind.WORN),
    ("quaff", Kind.POTION),
    ("read", Kind.READ),
    ("eat", Kind.FOOD),
)


def space(lasting: int) -> gymnasium.spaces.Dict:
    """Return the space of observations, given the number of timed effects."""
    here, pack = (MAP_HEIGHT, MAP_WIDTH), (len(SLOTS),)

    def box(shape: Sequence[int], dtype: type, most: int, least: int = 0) -> gymnasium.spaces.Box:
        return gymnasium.spaces.Box(least, most, tuple(shape), dtype)

    return gymnasium.spaces.Dict(
        {
            "glyphs": box(here, np.int32, glyphs.count() - 1),
            "chars": box(here, np.uint16, 0xFFFF),
            "colors": box(here, np.uint8, len(glyphs.looks())),
            "specials": box(here, np.uint8, 0xFF),
            "blstats": box((len(Stat),), np.int64, _BIG, -_BIG),
            "lasting": box((lasting,), np.int32, _BIG),
            "message": box((MESSAGE,), np.uint8, 0xFF),
            "inv_glyphs": box(pack, np.int32, glyphs.count() - 1),
            "inv_letters": box(pack, np.uint8, 0xFF),
            "inv_oclasses": box(pack, np.uint8, len(Kind) - 1),
            "inv_counts": box(pack, np.int32, _BIG),
            "inv_worn": box(pack, np.uint8, 1),
            "inv_strs": box((*pack, NAME), np.uint8, 0xFF),
        }
    )


class Observer:
    """Makes observations of views, and redraws only the rows of the map that changed."""

    def __init__(self, lasting: Sequence[Sequence[str]]) -> None:
        """Create an observer, given the names of each timed effect, one for each stage."""
        self._lasting = {name: at for at, names in enumerate(lasting) for name in names}
        self._kinds = len(lasting)
        self._rows: list[tuple[Tile, ...] | None] = [None] * MAP_HEIGHT
        here = (MAP_HEIGHT, MAP_WIDTH)
        self._glyphs = np.zeros(here, np.int32)
        self._chars = np.zeros(here, np.uint16)
        self._colors = np.zeros(here, np.uint8)
        self._lit = np.zeros(here, np.uint8)

    def observe(self, view: View, told: Sequence[str]) -> Observation:
        """Return the observation of a view and of the messages of the last step."""
        for y, row in enumerate(view.tiles):
            if row is not self._rows[y]:
                self._draw(y, row)
        return {
            "glyphs": self._glyphs.copy(),
            "chars": self._chars.copy(),
            "colors": self._colors.copy(),
            "specials": self._specials(view),
            "blstats": _stats(view),
            "lasting": self._effects(view),
            "message": _bytes(" ".join(told), MESSAGE),
            **_pack(view.pack),
        }

    def _draw(self, y: int, row: tuple[Tile, ...]) -> None:
        glyph = glyphs.glyph
        drawn = np.array([glyph(tile.glyph, tile.look) for tile in row], np.int32)
        self._glyphs[y], self._chars[y], self._colors[y] = drawn.T
        self._lit[y] = [tile.lit for tile in row]
        self._rows[y] = row

    def _specials(self, view: View) -> NDArray[Any]:
        marks = self._lit.copy()
        for (x, y), stance in view.stances:
            marks[y, x] |= _STANCES[stance]
        for x, y in view.harm_at:
            marks[y, x] |= Mark.HARM
        for threat in view.threatened:
            marks[threat.at[1], threat.at[0]] |= Mark.THREAT
        return marks

    def _effects(self, view: View) -> NDArray[Any]:
        left = np.zeros(self._kinds, np.int32)
        for name, turns in view.lasting:
            left[self._lasting[name]] = turns
        return left


def _stats(view: View) -> NDArray[Any]:
    bond = view.bond
    stats: dict[Stat, int] = {
        Stat.X: view.here[0],
        Stat.Y: view.here[1],
        Stat.HP: view.hp,
        Stat.MAX_HP: view.max_hp,
        Stat.MANA: view.mana,
        Stat.MAX_MANA: view.max_mana,
        Stat.LEVEL: view.level,
        Stat.LEVELS: view.levels,
        Stat.TURN: view.turn,
        Stat.EXPERIENCE: view.experience_level,
        Stat.HUNGER: _HUNGER.index(view.hunger),
        Stat.WOUNDS: len(view.wounds),
        Stat.MAX_WOUNDS: view.max_wounds,
        Stat.SCORE: view.score,
        Stat.FOES: view.foes,
        Stat.MISSILES: -1 if view.missiles is None else view.missiles,
        Stat.IMPROVEMENTS: view.improvements_due,
        Stat.OFFERS: len(view.offers),
        Stat.TERM: bond.left if bond is not None and bond.runs else 0,
        Stat.FULFILLED: bond is not None and bond.fulfilled,
        Stat.BOONS: len(view.boons),
        Stat.BOON_USES: view.boons[0].uses if view.boons else 0,
        Stat.SPEECH: view.speech,
        Stat.HEALS_IN: view.comes_back[0],
        Stat.UNDERFOOT: len(view.underfoot),
    }
    return np.array([stats[one] for one in Stat], np.int64)


def _pack(pack: Sequence[Held]) -> Observation:
    number = len(SLOTS)
    drawn, counts = np.zeros(number, np.int32), np.zeros(number, np.int32)
    letters, kinds, worn = (np.zeros(number, np.uint8) for _ in range(3))
    names = np.zeros((number, NAME), np.uint8)
    for held in pack:
        at = SLOTS.index(held.slot)
        drawn[at], letters[at] = glyphs.glyph(held.glyph, held.look)[0], ord(held.slot)
        kinds[at], counts[at], worn[at] = _kind(held), held.count, held.worn
        names[at] = _bytes(held.name, NAME)
    return {
        "inv_glyphs": drawn,
        "inv_letters": letters,
        "inv_oclasses": kinds,
        "inv_counts": counts,
        "inv_worn": worn,
        "inv_strs": names,
    }


def _kind(held: Held) -> Kind:
    gear = _GEAR.get(held.kind)
    return gear or next((kind for use, kind in _FOR if use in held.uses), Kind.OTHER)


def _bytes(text: str, length: int) -> NDArray[Any]:
    said = text.encode("latin-1", "replace")[:length]
    return np.frombuffer(said.ljust(length, b"\0"), np.uint8)
