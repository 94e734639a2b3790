"""Events of moving about, and of the doors in the way."""

from __future__ import annotations

from eventcore import Action, Entity, event, role

__all__ = ["Close", "Move", "Open"]


@event
class Move(Action):
    """Go to a neighbouring tile. Published for players and creatures alike.

    AIM turns the step into a tile and may replace the event: a bump becomes an
    Attack or an Open. Fails with ``"wall"``, ``"door"``, ``"occupied"`` or
    ``"still"``.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
        x: The column aimed at, set at AIM.
        y: The row aimed at, set at AIM.
        from_x: The column left, set at APPLY.
        from_y: The row left, set at APPLY.
    """

    dx: int
    dy: int
    x: int = -1
    y: int = -1
    from_x: int = -1
    from_y: int = -1


@event
class Open(Action):
    """Open a shut door. Fails with ``"open"`` where it stands open already."""

    door: Entity = role()


@event
class Close(Action):
    """Close the door on a neighbouring tile.

    AIM finds the door. Fails with ``"no door"``, ``"shut"`` or ``"occupied"``.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    dx: int
    dy: int


@event
class Shut(Action):
    """Shut a door known by itself; what a Close becomes. Fails as Close does."""

    door: Entity = role()
