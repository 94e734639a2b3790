"""Happenings: what was seen to happen, and what may happen next, and where."""

from __future__ import annotations

from enum import Enum

import attrs

from bidden.shown.tiles import Spot


class Happening(Enum):
    """What can be seen to happen between two views."""

    SHOT = "shot"
    """A missile flies, or what is thrown."""
    SPELL = "spell"
    """A spell flies."""
    BREATH = "breath"
    """A breath is let out."""
    FIRE = "fire"
    """Something catches fire."""
    BURST = "burst"
    """Something bursts over an area."""
    BODY = "body"
    """A body of several parts has moved."""
    HURT = "hurt"
    """Somebody is hurt."""


@attrs.frozen
class Glimpse:
    """What the player saw happen.

    Attributes:
        what: What happened.
        tiles: Where, as (column, row): of what flies in order, as far as it was seen.
    """

    what: Happening
    tiles: tuple[Spot, ...]


@attrs.frozen
class Threat:
    """A tile in view that something harmful may come to next.

    Attributes:
        at: The tile, as (column, row).
        by: What comes, as in "a drawn breath" and "fire".
        bare: Whether nothing is drawn there but the ground.
    """

    at: Spot
    by: str
    bare: bool
