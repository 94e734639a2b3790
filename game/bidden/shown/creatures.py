"""Creatures in view: what can be told of each, and how it stands to the player."""

from __future__ import annotations

from enum import Enum

import attrs

from bidden.shown.tiles import Spot
from bidden.state import is_somebody


class Stance(Enum):
    """How a creature stands to the player."""

    FOE = "foe"
    """A foe that is awake."""
    ASLEEP = "asleep"
    """A foe that sleeps."""
    NEUTRAL = "neutral"
    """Neither a foe nor on the player's side."""
    ALLY = "ally"
    """On the player's side."""
    QUARRY = "quarry"
    """Whom the player is bound to hunt."""


class Peril(Enum):
    """How a fight with a foe, or with several at once, would go, as all stand now."""

    NONE = ""
    """Well, or nobody has weighed it."""
    HARD = "a match for you"
    """The player would kill it first, but not twice."""
    DEADLY = "more than a match for you"
    """It would kill or wound the player first."""

    @property
    def rank(self) -> int:
        """How great it is, from 0 on."""
        return [*Peril].index(self)


@attrs.frozen
class Seen:
    """A foe in view.

    Attributes:
        at: Where it is, as (column, row); of what takes up several tiles, one of these.
        name: What it is called, and whether it sleeps.
        glyph: How it is drawn.
        look: The name of its colour in the palette.
        health: How hurt it looks, in words; empty for what cannot be hurt.
        asleep: Whether it sleeps.
        rooted: Whether it stays where it grew.
        flees: Whether it runs from its foes.
        peril: How a fight with it would go.
    """

    at: Spot
    name: str
    glyph: str
    look: str
    health: str
    asleep: bool = False
    rooted: bool = False
    flees: bool = False
    peril: Peril = Peril.NONE

    @property
    def own_name(self) -> str:
        """The whole name of who has one of their own, without what shows of them; empty if none."""
        return ", ".join(self.name.split(", ")[:2]) if is_somebody(self.name) else ""
