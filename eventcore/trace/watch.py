"""A tap that notes who writes some fields: a handler, an observer, or what drives the simulation.

A tracer looks at what plays a part in an event; this looks at the same fields after each handler
and each observer, wherever they hang, and so finds all who write them.
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
"""Returns the values to look at, by their places. Values are snapshots that can be compared; a
field that is not there has none."""


class _Absent:
    """Stands for the value of a field that is not there."""


ABSENT: Final = _Absent()


@attrs.frozen
class FieldWrite(Generic[P]):
    """A change of a field.

    Attributes:
        place: The field, as the scope has it.
        before: What it held, or ``ABSENT``.
        after: What it holds, or ``ABSENT``.
        turn: The turn it was written in.
        call: The handler that was at work; None where none was.
        observer: The observer that was told last, where it was one; empty otherwise.
        event: In whose chain it was, or of which the observer was told; None for none.
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
        """The handler, or the observer; empty where it was what drives the simulation."""
        return self.call.handler.label if self.call is not None else self.observer


class WriteWatch(Running, Generic[P]):
    """Notes each change of some fields, and who made it; a context manager.

    It looks at the whole scope after each handler, so it is for few fields or short stretches.

    Attributes:
        writes: The changes, in order.
    """

    def __init__(self, world: World, scope: Scope[P]) -> None:
        """Take what there is as the beginning; it is not attached yet."""
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
        """Look at what was written before the event, by whoever publishes it."""
        self.look()

    def handled(self, event: Event, handler: Handler) -> None:
        """Look at what the handler has written."""
        self.look()
        super().handled(event, handler)

    def settled(self, event: Event) -> None:
        """Have nobody at work, where the outermost event is over."""
        if event.cause is None:
            self.calls.clear()

    def look(self, observer: str = "", event: Event | None = None) -> None:
        """Note what has changed since the last look.

        Args:
            observer: Who was told last, if an observer was.
            event: What it was told of.
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
