"""Events of places: stairs, traps, and what is hidden."""

from __future__ import annotations

import attrs

from eventcore import Action, Change, Entity, event, role

__all__ = ["Climb", "Disarm", "Find", "Search", "Spring"]


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


@event
class Spring(Change):
    """A trap is sprung.

    Attributes:
        target: Who stepped into it.
        trap: The trap.
        targets: Whom it reaches, set at VALIDATE.
    """

    target: Entity = role()
    trap: Entity = role()
    targets: list[Entity] = attrs.Factory(list)


@event
class Search(Action):
    """Search the tiles around for what is hidden.

    Attributes:
        found: What was found, set at APPLY.
    """

    found: list[Entity] = attrs.Factory(list)


@event
class Find(Change):
    """A trap is hidden no more.

    Attributes:
        trap: The trap.
    """

    trap: Entity = role()


@event
class Disarm(Action):
    """Take apart a trap on a neighbouring tile that was found. Fails with ``"no trap"``.

    Attributes:
        dx: -1, 0 or 1 tiles east.
        dy: -1, 0 or 1 tiles south.
        trap: The trap, set at AIM.
        worked: Whether it came apart, set at APPLY; if not, it springs.
    """

    dx: int
    dy: int
    trap: Entity | None = None
    worked: bool = False
