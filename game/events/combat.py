"""Events of hurting and dying."""

from __future__ import annotations

from eventcore import Action, Change, Entity, event, role

__all__ = ["Attack", "Die", "Hit", "TakeDamage"]


@event
class Attack(Action):
    """Strike a neighbour. Fails with ``"far"`` where it is none.

    Attributes:
        target: Who is struck.
        strength: How hard; the attacker's handlers add to it, the target's take
            from it at MODIFY.
    """

    target: Entity = role()
    strength: int = 0


@event
class Hit(Change):
    """A missile hits a creature.

    Attributes:
        target: Who is hit.
        item: What was thrown; None for what is shot, and is not found again.
        strength: How hard; who sent it adds to it, the target's handlers take from it at
            MODIFY.
    """

    target: Entity = role()
    item: Entity | None = role(default=None)
    strength: int = 0


@event
class TakeDamage(Change):
    """Lose hit points. The enactor may be gone by now.

    Attributes:
        target: Who is hurt.
        strength: The most it can cost; the loss is drawn from 1 to that.
        sure: Whether it costs just that, and chance has no say.
        of: What it comes of, such as ``"poison"``; empty for a blow.
        dealt: Hit points lost, set at APPLY.
    """

    target: Entity = role()
    strength: int = 1
    sure: bool = False
    of: str = ""
    dealt: int = 0


@event
class Die(Change):
    """Cease to be. Whoever brought it about enacts it.

    Attributes:
        target: Who dies.
        of: What it dies of, such as ``"poison"``; empty for a blow.
    """

    target: Entity = role()
    of: str = ""
