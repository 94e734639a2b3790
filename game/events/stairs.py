"""Events of going from level to level."""

from __future__ import annotations

from eventcore import Change, Entity, event, role

__all__ = ["Climb"]


@event
class Climb(Change):
    """Go where a stair leads: to the middle of its other end. A step onto the stair ends in it.

    Fails with ``"blocked"`` where something solid is at the other end and has nowhere to go.

    Attributes:
        stair: This end of it.
        from_level: The level left, set at APPLY.
        to_level: The level come to, set at APPLY.
    """

    stair: Entity = role()
    from_level: int = 0
    to_level: int = 0
