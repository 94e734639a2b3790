"""Events of boons: using one, changing to the other, and what is given to who carries them."""

from __future__ import annotations

from eventcore import Action, Change, Entity, event, role


@event
class UseBoon(Action):
    """Use the active boon in a direction.

    Fails with ``"no boon"``, ``"no uses"``, ``"no way"`` for what is no direction, and the reasons
    of the power itself.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
        boon: Which it is, set at AIM; empty for none.
        target: Whom it reaches, set at VALIDATE; None for nobody.
        x: The column its user comes to, set at VALIDATE; -1 for none.
        y: The row its user comes to, set at VALIDATE; -1 for none.
    """

    dx: int
    dy: int
    boon: str = ""
    target: Entity | None = None
    x: int = -1
    y: int = -1


@event
class SwitchBoon(Action):
    """Make the other boon the active one; takes no time. Fails with ``"no other boon"``."""


@event
class GainUses(Change):
    """May use each boon more often. Fails with ``"no boon"`` for who carries none.

    Attributes:
        target: Who may.
        uses: How many times more.
    """

    target: Entity = role()
    uses: int = 1
