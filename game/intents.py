"""Intents: all that a player, a bot, a journal or a creature's mind may say to the game.

An intent is a frozen value: what an actor means to do, not yet who that is.
``meaning`` turns it into an event. Only intents from outside are recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

import attrs

__all__ = ["INTENTS", "Intent", "Rest", "Shut", "Walk"]


@attrs.frozen
class Intent:
    """What an actor means to do."""

    version: ClassVar[int] = 1
    """Goes up when the fields change, so that older journals can be read still."""


@attrs.frozen
class Walk(Intent):
    """Step to a neighbouring tile, or bump into what stands there.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    dx: int
    dy: int


@attrs.frozen
class Shut(Intent):
    """Close the door on a neighbouring tile.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    dx: int
    dy: int


@attrs.frozen
class Rest(Intent):
    """Let a turn pass."""


INTENTS: Final[Mapping[str, type[Intent]]] = MappingProxyType(
    {cls.__name__: cls for cls in (Walk, Shut, Rest)}
)
"""Every kind of intent by the name it is recorded under."""
