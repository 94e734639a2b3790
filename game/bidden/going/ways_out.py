"""Hints: the next actions to suggest when a command of automatic play stops.

The commands know no keys. Each front end names the key or the words for a hint.
"""

from __future__ import annotations

from enum import Enum, auto

import attrs


class WayOut(Enum):
    """An action to suggest to the player."""

    AGAIN = auto()
    """Repeat the command."""
    ATTACK = auto()
    CHOOSE = auto()
    """Look at the offers of summoners, and choose."""
    DISARM = auto()
    """Disarm a trap on a neighbouring tile."""
    DROP = auto()
    EAT = auto()
    EQUIP = auto()
    """Wield a weapon, or wear armour."""
    EXPLORE = auto()
    FIND = auto()
    """Choose something remembered, and go there."""
    LOOK = auto()
    """Look about, to change marks on the map."""
    REST = auto()
    SEARCH_LEVEL = auto()
    STAIRS_DOWN = auto()
    """Go to the stairs down or the gate, and take it."""
    STAIRS_UP = auto()
    TAKE = auto()
    THROW = auto()
    TRAVEL = auto()
    WAIT = auto()


@attrs.frozen
class Hint:
    """A hint: what to do, and its purpose, as in "rest": a verb and its object."""

    way: WayOut
    to: str
