"""Events of turns: the game begins, creatures act and spend their time, and the game is won."""

from __future__ import annotations

from typing import Final

from eventcore import Change, Notice, event
from eventcore.time import TURN

NORMAL: Final = 100
"""The normal speed: an action of a turn takes a turn."""


@event
class BeginGame(Notice):
    """The game begins: the clock starts, and the first level is made. Enacted by the world."""


@event
class TakeTurn(Notice):
    """A creature's turn: its mind hears this and acts. Published by the session.

    Attributes:
        cost: What the creature does takes, in hundredths of a turn; a failed attempt, or
            none at all, takes the turn.
    """

    cost: int = TURN


@event
class SpendTime(Change):
    """An actor's next action is put off by what the last one took.

    Published by the session for the player, and at the end of a creature's turn. Refused, it
    lets the actor act again at once: who always refuses it stops the clock.

    Attributes:
        cost: What the action took, in hundredths of a turn; handlers at MODIFY may alter it. It
            takes at least one.
        speed: How fast the actor is, set at AIM; handlers at MODIFY may alter it. It is at least
            a tenth of the normal.
    """

    cost: int = TURN
    speed: int = NORMAL


@event
class LookAround(Notice):
    """What a creature sees may have changed: a door has moved, or a turn has passed."""


@event
class Win(Change):
    """The game is won by whoever enacts it. Fails with ``"won"`` where it is won already."""


@event
class BeginScenario(Notice):
    """A scenario begins."""
