"""Events that start and change timers: ordinary Changes, which handlers may lessen or refuse."""

from __future__ import annotations

import attrs

from eventcore.entity import Entity
from eventcore.event import Change, event, role


@event
class StartTimer(Change):
    """Start a timer.

    Fails with ``"short"`` if handlers left no duration or level, and with ``"already"`` if a timer
    of the kind runs and this one would not change it, or the kind ignores other starts.

    Attributes:
        target: The owner of the timer.
        kind: The kind of timer.
        duration: How many turns it lasts; handlers at MODIFY may change it.
        level: Its level, from 1.
        began: Whether the start was published; set at APPLY.
    """

    target: Entity = role()
    kind: str = ""
    duration: int = 0
    level: int = 1
    began: bool = False
    # Set at APPLY for the start that is published at REACT; not part of what the event says.
    _risen: bool = attrs.field(default=False, init=False, repr=False)


@event
class ChangeTimer(Change):
    """Change a timer. Fails with ``"no timer"`` if the target has none of the kind."""

    target: Entity = role()
    kind: str = ""


@event
class StopTimer(ChangeTimer):
    """End a timer before its time; if quiet, without its end event."""

    quiet: bool = False


@event
class ExtendTimer(ChangeTimer):
    """Add turns to a timer. Fails with ``"short"`` if handlers left none."""

    turns: int = 0


@event
class HoldTimer(ChangeTimer):
    """Stop time for a timer. Fails with ``"held"`` if it is held already."""


@event
class ReleaseTimer(ChangeTimer):
    """Let time pass again for a timer. Fails with ``"not held"`` if it is not held."""


@event
class Freeze(Change):
    """Stop time for the target and its timers. Fails with ``"frozen"`` if it is frozen already."""

    target: Entity = role()


@event
class Thaw(Change):
    """Let time pass again for the target; timers that ``HoldTimer`` holds stay held.

    Fails with ``"not frozen"`` if it is not frozen.
    """

    target: Entity = role()
