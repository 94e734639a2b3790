"""Events of traps: stepping into them, finding them, and taking them apart."""

from __future__ import annotations

import attrs

from eventcore import Action, Change, Entity, event, role

__all__ = ["Disarm", "Find", "Search", "Spring"]


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
