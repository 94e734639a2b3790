"""Events that the player saw, and threats of the next turn."""

from __future__ import annotations

from enum import Enum

import attrs

from bidden.shown.tiles import Spot


class Happening(Enum):
    """The kind of an event between two views."""

    SHOT = "shot"  # a missile or a thrown item flies
    SPELL = "spell"  # a spell flies
    BREATH = "breath"
    FIRE = "fire"  # something catches fire
    BURST = "burst"  # something bursts over an area
    BODY = "body"  # a body of several parts moves
    HURT = "hurt"  # a creature is hurt


@attrs.frozen
class Glimpse:
    """An event that the player saw."""

    what: Happening
    tiles: tuple[Spot, ...]  # visible tiles only; those of a missile in order


@attrs.frozen
class Threat:
    """A tile in view that something harmful may reach next."""

    at: Spot
    by: str  # the danger, as in "a drawn breath" and "fire"
    bare: bool  # whether only the ground is drawn there
