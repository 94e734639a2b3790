"""Events of movement: being on a tile, stepping, waiting, and the doors in the way."""

from __future__ import annotations

from eventcore import Action, Change, Entity, Notice, event, role


@event
class Move(Action):
    """Go to a neighbouring tile. Published for players and creatures alike.

    AIM turns the step into a tile and may replace the event: a bump becomes an
    Attack or an Open. Fails with ``"wall"``, ``"door"``, ``"one way"``, ``"occupied"``
    or ``"still"``.

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
class Swap(Action):
    """Change places with one who serves: what a step into them becomes.

    Fails with ``"occupied"`` where one of the two cannot go, and with ``"one way"`` where a passage
    lets one of them in from the other side alone.

    Attributes:
        target: Who serves.
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
    """

    target: Entity = role()
    dx: int = 0
    dy: int = 0


@event
class Open(Action):
    """Open a shut door, and unlock it with its key where it is locked.

    Fails with ``"no door"``, ``"far"``, ``"locked"``, or ``"open"`` where it stands open already.

    Attributes:
        door: The door.
        key: What it is unlocked with, set at VALIDATE; None where it is not locked.
    """

    door: Entity = role()
    key: Entity | None = None


@event
class Close(Action):
    """Close a door. Fails with ``"no door"``, ``"far"``, ``"shut"`` or ``"occupied"``.

    Attributes:
        door: The door; None where there is none.
    """

    door: Entity | None = role(default=None)


@event
class Displace(Change):
    """A creature or thing comes to be on another tile at once, and takes no step to get there.

    Attributes:
        target: What is displaced.
        x: The column it comes to.
        y: The row it comes to.
        level: The level it comes to.
    """

    target: Entity = role()
    x: int = 0
    y: int = 0
    level: int = 1


@event
class Arrive(Notice):
    """A creature or thing has come to be on a tile otherwise than by a step."""


@event
class Leave(Notice):
    """A creature or thing is about to leave its tile otherwise than by a step; it is there yet."""


@event
class Wait(Action):
    """Do nothing for a turn. It has no reason to fail."""
