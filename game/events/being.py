"""Events of time passing and of being there."""

from __future__ import annotations

from eventcore import Action, Notice, event

__all__ = ["Arrive", "LookAround", "TakeTurn", "Tick", "Wait"]


@event
class Tick(Notice):
    """A turn of the world begins. Enacted by the world, after ``world.advance()``."""


@event
class TakeTurn(Notice):
    """A creature's turn: its mind hears this and acts. Published by the session."""


@event
class Arrive(Notice):
    """A creature finds itself in a new place, and looks around."""


@event
class LookAround(Notice):
    """What a creature sees may have changed. Published by the rule of sight."""


@event
class Wait(Action):
    """Do nothing for a turn. It has no reason to fail."""
