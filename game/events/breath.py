"""Events of breath: drawing it, and what comes of it."""

from __future__ import annotations

import attrs

from eventcore import Action, Entity, event

__all__ = ["Breathe", "Inhale"]


@event
class Inhale(Action):
    """Draw breath. Fails with ``"no breath"`` for who has none to draw, or is out of it.

    Attributes:
        drawn: How many turns it was drawn for by now, set at APPLY.
    """

    drawn: int = 0


@event
class Breathe(Action):
    """Let out the breath that was drawn, over a tile and around it.

    Fails with ``"no breath"`` before it is drawn, and the reasons of ``powers.reach_of``.

    Attributes:
        x: The column aimed at; -1 for none.
        y: The row aimed at; -1 for none.
        targets: Whom it reaches, set at VALIDATE.
    """

    x: int = -1
    y: int = -1
    targets: list[Entity] = attrs.Factory(list)
