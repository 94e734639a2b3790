"""Ways out: what a player can do where a command of moving on stops or refuses.

The commands know no keys. Each front end says which key, or which words, lead that way.
"""

from __future__ import annotations

from enum import Enum, auto

import attrs


class WayOut(Enum):
    """What can be done next."""

    AGAIN = auto()
    """Give the same command again."""
    ATTACK = auto()
    CHOOSE = auto()
    """Look at what summoners offer, and choose."""
    DISARM = auto()
    """Disarm a trap on a neighbouring tile."""
    EQUIP = auto()
    """Wield a weapon, or wear armour."""
    EXPLORE = auto()
    LOOK = auto()
    """Look about, to change marks on the map."""
    REST = auto()
    SEARCH_LEVEL = auto()
    STAIRS_DOWN = auto()
    """Go to the stairs down or the gate, and take it."""
    STAIRS_UP = auto()
    THROW = auto()
    TRAVEL = auto()
    WAIT = auto()


@attrs.frozen
class Hint:
    """One way out.

    Attributes:
        way: What to do.
        to: What for, as in "to rest": a verb and what follows it.
    """

    way: WayOut
    to: str
