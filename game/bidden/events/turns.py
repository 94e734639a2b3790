"""Events of turns: a creature has its turn, and looks around at its end."""

from __future__ import annotations

from eventcore import Notice, event
from eventcore.time import TURN

__all__ = ["LookAround", "TakeTurn"]


@event
class TakeTurn(Notice):
    """A creature's turn: its mind hears this and acts. Published by the session.

    Attributes:
        cost: What the creature does takes, in hundredths of a turn; a failed attempt, or
            none at all, takes the turn.
    """

    cost: int = TURN


@event
class LookAround(Notice):
    """What a creature sees may have changed: a door has moved, or a turn has passed."""
