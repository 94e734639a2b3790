"""Events of turns: the game begins, creatures act and spend time, and the game is won."""

from __future__ import annotations

from typing import Final

from eventcore import Change, Notice, event
from eventcore.time import TURN

NORMAL: Final = 100
"""The normal speed: an action of a turn takes a turn."""


@event
class BeginGame(Notice):
    """The game begins: the clock starts, and the first level is made. The world enacts it."""


@event
class TakeTurn(Notice):
    """It is a creature's turn, and its mind acts. The session publishes it.

    Attributes:
        cost: The time that it takes, in hundredths of a turn; a whole turn for a failed attempt.
    """

    cost: int = TURN


@event
class SpendTime(Change):
    """An action delays the next action of its actor.

    The session publishes it for the player, and the end of a turn for other creatures. If it is
    refused, the actor acts again at once: a handler that always refuses it stops the clock.

    Attributes:
        cost: The time of the action, in hundredths of a turn, at least 1.
        speed: The actor's speed, set at AIM, at least a tenth of the normal one.
    """

    cost: int = TURN
    speed: int = NORMAL


@event
class LookAround(Notice):
    """A creature's view may have changed, because a door has moved or a turn has passed."""


@event
class Win(Change):
    """The enactor wins the game. Fails with ``"won"`` if it is already won."""


@event
class BeginScenario(Notice):
    """A scenario begins."""
