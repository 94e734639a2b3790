"""Events of time passing and of being there."""

from __future__ import annotations

from eventcore import Action, Notice, event
from eventcore.time import TURN

__all__ = ["Arrive", "Leave", "LookAround", "TakeTurn", "Wait"]


@event
class TakeTurn(Notice):
    """A creature's turn: its mind hears this and acts. Published by the session.

    Attributes:
        cost: What the creature does takes, in hundredths of a turn; a failed attempt, or
            none at all, takes the turn.
    """

    cost: int = TURN


@event
class Arrive(Notice):
    """A creature finds itself in a new place, and looks around."""


@event
class Leave(Notice):
    """A thing is about to be somewhere else than where a step leads; it is there still."""


@event
class LookAround(Notice):
    """What a creature sees may have changed: a door has moved, or a turn has passed."""


@event
class Wait(Action):
    """Do nothing for a turn. It has no reason to fail."""
