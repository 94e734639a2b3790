"""What can be asked of timers: changes like any other, which handlers lessen or refuse."""

from __future__ import annotations

from eventcore.entity import Entity
from eventcore.event import Change, event, role

__all__ = ["ChangeTimer", "ExtendTimer", "HoldTimers", "ReleaseTimers", "StartTimer", "StopTimer"]


@event
class StartTimer(Change):
    """Let something last for a while.

    Fails with ``"already"`` where one of the kind runs that ignores others, and with
    ``"short"`` where handlers left nothing of the duration.

    Attributes:
        target: Who bears it.
        kind: The kind of timer.
        duration: How many turns; handlers at MODIFY may lengthen or shorten it.
        level: How intense it is.
        began: Set at APPLY: whether its start is told.
    """

    target: Entity = role()
    kind: str = ""
    duration: int = 0
    level: int = 1
    began: bool = False


@event
class ChangeTimer(Change):
    """Do something to a timer. Fails with ``"no timer"`` where there is none.

    Attributes:
        target: Who bears it.
        kind: The kind of timer.
    """

    target: Entity = role()
    kind: str = ""


@event
class StopTimer(ChangeTimer):
    """End a timer early.

    Attributes:
        quiet: Whether its end event is left out.
    """

    quiet: bool = False


@event
class ExtendTimer(ChangeTimer):
    """Let a timer last longer.

    Attributes:
        turns: How many turns longer; 1 or more.
    """

    turns: int = 0


@event
class HoldTimers(Change):
    """Let no time pass for timers, as for whoever is left behind on a level.

    Attributes:
        target: Who bears them.
        kind: The kind of timer; empty for all there are.
    """

    target: Entity = role()
    kind: str = ""


@event
class ReleaseTimers(Change):
    """Let time pass again for timers that were held.

    Attributes:
        target: Who bears them.
        kind: The kind of timer; empty for all there are.
    """

    target: Entity = role()
    kind: str = ""
