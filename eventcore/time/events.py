"""What can be asked of timers: changes like any other, which handlers lessen or refuse."""

from __future__ import annotations

import attrs

from eventcore.entity import Entity
from eventcore.event import Change, event, role


@event
class StartTimer(Change):
    """Let something last for a while.

    Fails with ``"already"`` where one of the kind runs that ignores others, or that would be
    no other for it, and with ``"short"`` where handlers left nothing of the duration, or a level
    below 1.

    Attributes:
        target: Whom it lasts on.
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
    # Set at APPLY for the start that is told at REACT; not part of what the event says.
    _risen: bool = attrs.field(default=False, init=False, repr=False)


@event
class ChangeTimer(Change):
    """Do something to a timer. Fails with ``"no timer"`` where there is none.

    Attributes:
        target: Whom it lasts on.
        kind: The kind of timer.
    """

    target: Entity = role()
    kind: str = ""


@event
class StopTimer(ChangeTimer):
    """End a timer before its time is up.

    Attributes:
        quiet: Whether its end event is left out.
    """

    quiet: bool = False


@event
class ExtendTimer(ChangeTimer):
    """Let a timer last longer. Fails with ``"short"`` where handlers left nothing of the turns.

    Attributes:
        turns: How many turns longer; 1 or more.
    """

    turns: int = 0


@event
class HoldTimer(ChangeTimer):
    """Let no time pass for a timer. Fails with ``"held"`` where it is held already."""


@event
class ReleaseTimer(ChangeTimer):
    """Let time pass again for a timer. Fails with ``"not held"`` where it is not held."""


@event
class Freeze(Change):
    """Let no time pass for someone, as for who is left behind on a level.

    Its timers stand still, those it gets meanwhile too, and its turn does not come. Fails
    with ``"frozen"`` where none passes already.

    Attributes:
        target: Whom it happens to.
    """

    target: Entity = role()


@event
class Thaw(Change):
    """Let time pass again for someone. Fails with ``"not frozen"`` where it does.

    Timers that are held each for itself stay so.

    Attributes:
        target: Whom it happens to.
    """

    target: Entity = role()
