"""A tap that records which handler or observer, or which code outside them, changes given fields.

A tracer watches only the event and the entities in its roles. This tap watches the same fields
after each handler and each observer, on any entity, and so finds everything that changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeAlias, TypeVar

import attrs

from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.phase import APPLY
from eventcore.trace.running import Call, Running
from eventcore.world import World

P = TypeVar("P", bound=Hashable)

Scope: TypeAlias = Callable[[Sequence[Call]], Mapping[P, Any]]
"""A function that takes the running handlers, the innermost last, and returns the watched fields by
place. Each value is a snapshot that can be compared. Fields that do not exist are left out."""


class _Absent:
    """The value of a field that does not exist."""


ABSENT: Final = _Absent()


@attrs.frozen
class FieldWrite(Generic[P]):
    """A change of a field; or a handler that could have changed the field but did not.

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
    def left(self) -> bool:
        """Whether a handler could have changed the field but did not."""
        return self.before is self.after

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

    def __init__(
        self,
        world: World,
        scope: Scope[P],
        might: Callable[[Call], Iterable[P]] | None = None,
        *,
        moving: bool = False,
    ) -> None:
        """Read the current values. The tap is not attached yet.

        Args:
            world: The world to watch.
            scope: Returns the watched fields.
            might: Returns the fields that a handler at APPLY or later could change. Those that it
                does not change are recorded, too. Without ``might``, only changes are recorded.
            moving: Whether the scope depends on the running handlers.
        """
        super().__init__()
        self.writes: list[FieldWrite[P]] = []
        self._world = world
        self._scope = scope
        self._might = might
        self._moving = moving
        self._written: dict[Call, set[P]] = {}
        self._known = scope(())

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

    def handling(self, event: Event, handler: Handler, component: Any) -> None:
        """Add the call to the running calls, and read the scope again if it depends on them."""
        super().handling(event, handler, component)
        self._move()

    def handled(self, event: Event, handler: Handler) -> None:
        """Record which fields the handler changed, and which it could have changed but did not."""
        self.look()
        call = self.call
        if self._might is not None and call is not None and handler.priority >= APPLY:
            for place in self._might(call):
                if place not in self._written.get(call, ()):
                    held = self._known.get(place, ABSENT)
                    self._note(place, held, held)
        if call is not None:
            self._written.pop(call, None)
        super().handled(event, handler)
        self._move()

    def settled(self, event: Event) -> None:
        """After an outermost event, clear the running calls."""
        if event.cause is None:
            self.calls.clear()
            self._move()

    def look(self, observer: str = "", event: Event | None = None) -> None:
        """Record the changes since the last call of this method.

        Args:
            observer: The name of the observer that has just run, if any.
            event: The event that the observer was called with.
        """
        known, self._known = self._known, self._scope(self.calls)
        if known == self._known:
            return
        for place in {**known, **self._known}:
            before, after = known.get(place, ABSENT), self._known.get(place, ABSENT)
            if before != after or type(before) is not type(after):
                self._note(place, before, after, observer, event)

    def _note(
        self, place: P, before: Any, after: Any, observer: str = "", event: Event | None = None
    ) -> None:
        call = None if observer else self.call
        event = event if call is None else call.event
        turn = self._world.turn
        if call is not None:
            self._written.setdefault(call, set()).add(place)
        self.writes.append(FieldWrite(place, before, after, turn, call, observer, event))

    def _move(self) -> None:
        if self._moving:
            self._known = self._scope(self.calls)
