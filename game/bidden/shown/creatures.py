"""Creatures in view, and their stance to the player."""

from __future__ import annotations

from enum import Enum

import attrs

from bidden.shown.tiles import Spot
from bidden.state import is_somebody


class Stance(Enum):
    """The stance of a creature to the player."""

    FOE = "foe"  # awake
    ASLEEP = "asleep"  # a foe
    NEUTRAL = "neutral"
    ALLY = "ally"
    QUARRY = "quarry"  # the target of a hunt


class Peril(Enum):
    """The forecast of a fight with a foe, or with several at once."""

    NONE = ""  # also if it was not computed
    HARD = "an even match"  # the player would win once, but not twice
    DEADLY = "outclasses you"  # it would kill or wound the player first

    @property
    def rank(self) -> int:
        """The order of perils, from 0."""
        return [*Peril].index(self)


@attrs.frozen
class Seen:
    """A foe or an ally in view."""

    at: Spot  # one of its tiles
    name: str  # with its state, such as ", asleep"
    glyph: str
    look: str  # the name of its colour in the palette
    health: str  # how hurt it looks, in words; empty if it cannot be hurt
    asleep: bool = False
    rooted: bool = False
    flees: bool = False
    outruns: bool = False  # it flees, and faster than the player
    peril: Peril = Peril.NONE
    entity: int = attrs.field(default=0, eq=False, repr=False)  # its id; 0 if unknown

    @property
    def own_name(self) -> str:
        """The full name of a named creature, without its state, or ""."""
        return ", ".join(self.name.split(", ")[:2]) if is_somebody(self.name) else ""
