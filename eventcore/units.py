"""The units that time and speed are counted in."""

from typing import Final

__all__ = ["NORMAL", "TURN"]

TURN: Final = 100
"""A turn, in units of time; what an action costs unless something says otherwise."""

NORMAL: Final = 100
"""The speed of an actor that acts once a turn."""
