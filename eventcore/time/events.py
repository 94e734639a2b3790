"""Events that start, stop, freeze and thaw timers. Handlers may modify or refuse these events."""

from __future__ import annotations

from typing import ClassVar

import attrs

from eventcore.entity import Entity
from eventcore.event import Change, event, role


@event
class StartTimer(Change):
    """Start a timer.

    The event fails with ``"short"`` if handlers have reduced the duration or level below 1, and
    with ``"already"`` if it would not change the running timer of the same kind.

    Attributes:
        target: The owner of the timer.
        kind: The name of the kind of timer.
        duration: The duration in turns. Handlers at MODIFY may change the duration.
        level: The level of the timer, at least 1.
        began: Whether the timer was started or restarted, rather than extended. Set at APPLY.
    """

    _setup_: ClassVar[str] = "call add_timers(world, {…}) when you set up the world"

    target: Entity = role()
    kind: str = ""
    duration: int = 0
    level: int = 1
    began: bool = False
    # Whether this event has raised the level of a running timer. Recordings omit this field.
    _risen: bool = attrs.field(default=False, init=False, repr=False)


@event
class StopTimer(Change):
    """End a timer early. The event fails with ``"no timer"`` if the target has no such timer.

    If ``quiet`` is True, the timer does not publish its end event.
    """

    target: Entity = role()
    kind: str = ""
    quiet: bool = False


@event
class Freeze(Change):
    """Freeze an entity and its timers, or fail with ``"frozen"`` if it is already frozen."""

    target: Entity = role()


@event
class Thaw(Change):
    """Thaw an entity and its timers, or fail with ``"not frozen"`` if it is not frozen."""

    target: Entity = role()
