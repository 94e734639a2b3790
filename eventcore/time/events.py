"""Events that start and change timers: ordinary Changes, which handlers may modify or refuse."""

from __future__ import annotations

from typing import ClassVar

import attrs

from eventcore.entity import Entity
from eventcore.event import Change, event, role


@event
class StartTimer(Change):
    """Start a timer.

    Fails with ``"short"`` if handlers reduced the duration or level to 0. Fails with ``"already"``
    if a timer of the kind runs, and this start would not change it or the kind ignores starts.

    Attributes:
        target: The owner of the timer.
        kind: The kind of timer.
        duration: How many turns it lasts; handlers at MODIFY may change it.
        level: Its level, from 1.
        began: Whether the start was published; set at APPLY.
    """

    _setup_: ClassVar[str] = "call add_timers(world, {…}) when you set up the world"

    target: Entity = role()
    kind: str = ""
    duration: int = 0
    level: int = 1
    began: bool = False
    # Set at APPLY for the event published at REACT; not recorded.
    _risen: bool = attrs.field(default=False, init=False, repr=False)


@event
class ChangeTimer(Change):
    """Change a timer. Fails with ``"no timer"`` if the target has none of the kind."""

    target: Entity = role()
    kind: str = ""


@event
class StopTimer(ChangeTimer):
    """End a timer early; if quiet, without its end event."""

    quiet: bool = False


@event
class ExtendTimer(ChangeTimer):
    """Add turns to a timer. Fails with ``"short"`` if handlers reduced them to 0."""

    turns: int = 0


@event
class Freeze(Change):
    """Stop time for the target and its timers. Fails with ``"frozen"`` if it is frozen already."""

    target: Entity = role()


@event
class Thaw(Change):
    """Resume time for the target. Fails with ``"not frozen"`` if it is not frozen."""

    target: Entity = role()
