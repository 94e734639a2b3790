"""A tap that records which handler, observer or other code changes the given fields.

A tracer watches only the event and the entities in its roles. This tap compares the given fields,
on any entity, after each handler and each observer, so it finds every change of the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Self, TypeAlias

import attrs

from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.trace.running import Call, Running
from eventcore.world import World

Place: TypeAlias = tuple[Entity, str]
"""An entity, and one of its fields as ``Component.field``."""
Scope: TypeAlias = Callable[[], Mapping[Place, Any]]
"""A function that returns snapshots of the watched fields. Fields that do not exist are left
out."""

ABSENT: Final = object()
"""The value of a field that does not exist."""


@attrs.frozen
class FieldWrite:
    """A change of a field.

    Attributes:
        place: The entity and the field.
        before: The value before the change, or ``ABSENT``.
        after: The value after the change, or ``ABSENT``.
        turn: The turn in which the field was changed.
        time: The time in units; None at the beginning of the turn.
        sequence: The number of the event, or of the previous event if no event was running.
        call: The handler that was running; None if an observer or outside code made the change.
        observer: The observer that made the change; empty if it was not an observer.
        event: The event of the handler or observer; None if neither made the change.
    """

    place: Place
    before: Any
    after: Any
    turn: int
    time: int | None
    sequence: int
    call: Call | None
    observer: str = ""
    event: Event | None = None

    @property
    def by(self) -> str:
        """The handler's label or the observer's name; empty if outside code made the change."""
        return self.call.handler.label if self.call is not None else self.observer

    @property
    def when(self) -> str:
        """The turn and, within a turn, the time, in the same form as ``Span.when``."""
        return f"turn {self.turn}" + ("" if self.time is None else f", time {self.time}")


class WriteWatch(Running):
    """A context manager that records each change of the watched fields, and the code that made it.

    It reads all watched fields after each handler, so use it for few fields or for short runs.
    """

    def __init__(self, world: World, scope: Scope) -> None:
        """Read the current values. The tap is not attached yet."""
        super().__init__()
        self._writes: list[FieldWrite] = []
        self._world = world
        self._scope = scope
        self._known = scope()

    def __enter__(self) -> Self:
        self._world.tap(self)
        self._world._observers.watchers.append(self.look)
        return self

    def __exit__(self, *error: object) -> None:
        self._world.untap(self)
        self._world._observers.watchers.remove(self.look)

    def take(self) -> list[FieldWrite]:
        """Return the changes since the last call of this method, in order."""
        self.look()
        taken, self._writes = self._writes, []
        return taken

    def published(self, event: Event) -> None:
        """Record the changes that were made before the event was published."""
        self.look(before=event)

    def handled(self, event: Event, handler: Handler) -> None:
        """Record what the handler has changed."""
        self.look()
        super().handled(event, handler)

    def settled(self, event: Event) -> None:
        """Forget the running calls after an outermost event."""
        if event.cause is None:
            self.calls.clear()

    def look(
        self, observer: str = "", event: Event | None = None, *, before: Event | None = None
    ) -> None:
        """Record the changes since the last call of this method.

        Args:
            observer: The name of the observer that has just run, if any.
            event: The event that the observer was called with.
            before: The event that is being published, if any.
        """
        known, self._known = self._known, self._scope()
        if known == self._known:
            return
        call = None if observer else self.call
        event = event if call is None else call.event
        agenda = self._world.agenda
        turn = agenda.now // agenda.turn_length
        time = agenda.now if agenda.now % agenda.turn_length else None
        latest = self._world.sequence if before is None else before.sequence - 1
        sequence = latest if event is None else event.sequence
        for place in {**known, **self._known}:
            values = known.get(place, ABSENT), self._known.get(place, ABSENT)
            if values[0] != values[1] or type(values[0]) is not type(values[1]):
                write = FieldWrite(place, *values, turn, time, sequence, call, observer, event)
                self._writes.append(write)
