"""Events of movement: stepping, waiting, moving without a step, and doors."""

from __future__ import annotations

from eventcore import Action, Change, Entity, Notice, event, role


@event
class Move(Action):
    """Step to an adjacent tile. Players and creatures use it alike.

    AIM sets the target tile, and may replace the event: a bump becomes an Attack or an Open. Fails
    with ``"wall"``, ``"door"``, ``"one way"``, ``"occupied"`` or ``"still"``.

    Attributes:
        dx, dy: -1, 0 or 1 tiles east and south.
        x, y: The target tile, set at AIM.
        from_x, from_y: The tile left, set at APPLY.
    """

    dx: int
    dy: int
    x: int = -1
    y: int = -1
    from_x: int = -1
    from_y: int = -1


@event
class Swap(Action):
    """Swap places with a follower. A step onto its tile becomes this.

    Fails with ``"occupied"`` if one of the two cannot move, and ``"one way"`` if a passage admits
    one of them only from its other side.

    Attributes:
        target: The follower.
        dx, dy: -1, 0 or 1 tiles east and south.
    """

    target: Entity = role()
    dx: int = 0
    dy: int = 0


@event
class Open(Action):
    """Open a closed door, and unlock it if it is locked.

    Fails with ``"no door"``, ``"far"``, ``"locked"`` or ``"open"``.

    Attributes:
        key: The key, set at VALIDATE; None if the door is not locked.
    """

    door: Entity = role()
    key: Entity | None = None


@event
class Close(Action):
    """Close a door. Fails with ``"no door"``, ``"far"``, ``"shut"`` or ``"occupied"``."""

    door: Entity | None = role(default=None)


@event
class Displace(Change):
    """A creature or item moves to another tile without a step."""

    target: Entity = role()
    x: int = 0
    y: int = 0
    level: int = 1


@event
class Arrive(Notice):
    """A creature or item has come to a tile without a step."""


@event
class Leave(Notice):
    """A creature or item is about to leave its tile without a step. It is still there."""


@event
class Wait(Action):
    """Do nothing for a turn. It never fails by itself."""
