"""A tap that records which handler or observer, or which code outside them, changes given fields.

A tracer watches only the event and the entities in its roles. This tap watches the same fields
after each handler and each observer, on any entity, and so finds everything that changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar

import attrs

from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.trace.running import Call, Running
from eventcore.world import World

P = TypeVar("P", bound=Hashable)

Scope: TypeAlias = Callable[[], Mapping[P, Any]]
"""Returns the watched fields by place. Each value is a snapshot that can be compared.
Fields that do not exist are left out."""


class _Absent:
    """The value of a field that does not exist."""


ABSENT: Final = _Absent()


@attrs.frozen
class FieldWrite(Generic[P]):
    """A change of a field.

    Attributes:
        place: The key of the field in the scope.
        before: The value before the change, or ``ABSENT``.
        after: The value after the change, or ``ABSENT``.
        turn: The turn in which the field was changed.
        call: The handler that was running; None if an observer or outside code made the change.
        observer: The observer that made the change; empty if no observer did.
        event: The event of the handler or observer; None if neither made the change.
    """

    place: P
    before: Any
    after: Any
    turn: int
    call: Call | None
    observer: str = ""
    event: Event | None = None

    @property
    def by(self) -> str:
        """The label of the handler, or the observer; empty if outside code made the change."""
        return self.call.handler.label if self.call is not None else self.observer


class WriteWatch(Running, Generic[P]):
    """A context manager that records each change of the watched fields, and what made the change.

    It reads the whole scope after each handler, so use it for few fields or for short runs.

    Attributes:
        writes: The changes, in order.
    """

    def __init__(self, world: World, scope: Scope[P]) -> None:
        """Read the current values. The tap is not attached yet."""
        super().__init__()
        self.writes: list[FieldWrite[P]] = []
        self._world = world
        self._scope = scope
        self._known = scope()

    def __enter__(self) -> Self:
        self._world.tap(self)
        self._world._observers.watchers.append(self.look)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._world.untap(self)
        self._world._observers.watchers.remove(self.look)

    def published(self, event: Event) -> None:
        """Record the changes that were made before the event was published."""
        self.look()

    def handled(self, event: Event, handler: Handler) -> None:
        """Record what the handler has changed."""
        self.look()
        super().handled(event, handler)

    def settled(self, event: Event) -> None:
        """After an outermost event, clear the running calls."""
        if event.cause is None:
            self.calls.clear()

    def look(self, observer: str = "", event: Event | None = None) -> None:
        """Record the changes since the last call of this method.

        Args:
            observer: The name of the observer that has just run, if any.
            event: The event that the observer was called with.
        """
        known, self._known = self._known, self._scope()
        if known == self._known:
            return
        call = None if observer else self.call
        event = event if call is None else call.event
        for place in {**known, **self._known}:
            values = known.get(place, ABSENT), self._known.get(place, ABSENT)
            if values[0] != values[1] or type(values[0]) is not type(values[1]):
                turn = self._world.turn
                self.writes.append(FieldWrite(place, *values, turn, call, observer, event))
