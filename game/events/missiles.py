"""Events of what flies: throws and shots."""

from __future__ import annotations

from eventcore import Action, Entity, event
from game.events.things import Use

__all__ = ["Shoot", "Throw"]


@event
class Throw(Use):
    """Throw a thing that is held. It flies on until a creature or a wall stops it.

    Fails with ``"no aim"`` where no direction is given, ``"no thing"`` for what is not held.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        strength: How hard it hits, set at MODIFY: as it leaves the hand, whatever is wielded.
        struck: Who is in its way, set at VALIDATE.
        to_x: The column it lands in, set at VALIDATE.
        to_y: The row it lands in, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    strength: int = 0
    struck: Entity | None = None
    to_x: int = -1
    to_y: int = -1


@event
class Shoot(Action):
    """Shoot at a creature with what is wielded.

    Fails with ``"no bow"`` where that shoots nothing, ``"no aim"`` where no tile is given,
    ``"out of sight"``, or ``"nobody there"``.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        strength: How hard it hits, set at MODIFY.
        struck: Who is there, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    strength: int = 0
    struck: Entity | None = None
