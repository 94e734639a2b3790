"""Track which handlers are running, and record which code changes the watched fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Self, TypeAlias

import attrs

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Event, Query
from eventcore.handler import Handler
from eventcore.tap import Tap
from eventcore.world import World

Place: TypeAlias = tuple[Entity, str]  # an entity and a ``Component.field``
Scope: TypeAlias = Callable[[], Mapping[Place, Any]]  # the value of each watched field

ABSENT: Final = object()  # stands for the value of a field that does not exist


@attrs.frozen(eq=False)
class Call:
    """A running handler, with its event and its component."""

    event: Event
    handler: Handler
    component: Component


class Running(Tap):
    """A tap that tracks the running handlers in ``calls``, with the innermost handler last."""

    def __init__(self, world: World) -> None:
        self.calls: list[Call] = []
        self._world = world

    @property
    def call(self) -> Call | None:
        """The call of the innermost running handler, or None if no handler is running."""
        if (current := self._world._current) is not None:
            self._return_to(current)
        return self.calls[-1] if self.calls else None

    @property
    def call_of_event(self) -> Call | None:
        """Like ``call``, but skips handlers of queries."""
        _ = self.call  # drops the calls that ended with an error
        return next((call for call in self.calls[::-1] if call.event.sequence), None)

    def _return_to(self, event: Event) -> None:
        """Remove calls that an error has ended, except the calls for ``event`` and outer events."""
        # Compare depths rather than causes. A replacement is caused by the replaced event, whose
        # handlers have ended. The handler that published the replaced event is still running.
        while self.calls and (inner := self.calls[-1].event) is not event:
            if inner.depth < event.depth:
                break
            self.calls.pop()

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        self._return_to(event)
        self.calls.append(Call(event, handler, component))

    def handled(self, event: Event, handler: Handler) -> None:
        while self.calls and self.calls.pop().event is not event:
            pass


@attrs.frozen
class FieldWrite:
    """A recorded change to a field."""

    place: Place
    before: Any  # the value before the change, or ABSENT
    after: Any  # the value after the change, or ABSENT
    turn: int
    time: int  # in the units of ``world.agenda.now``
    when: str  # the turn and, if needed, the time; see ``Span.when``
    sequence: int  # the number of the running event, or of the last event if none was running
    call: Call | None  # the call of the running handler; None for observers and other code
    observer: str = ""  # the name of the observer that made the change, if any
    event: Event | None = None  # the event during which the handler, query or observer ran, if any

    @property
    def by(self) -> str:
        """The label of the handler or observer that made the change, or empty for other code."""
        observer = f"the observer {self.observer}" if self.observer else ""
        return observer if self.call is None else self.call.handler.label


class WriteWatch(Running):
    """A context manager that records each change to the watched fields and the code that made it.

    Unlike a tracer, it can watch any entity, and it finds changes by observers and other code. It
    reads all watched fields after each handler, so use it for a few fields or for short runs.
    """

    def __init__(self, world: World, scope: Scope) -> None:
        super().__init__(world)
        self._writes: list[FieldWrite] = []
        self._scope = scope
        self._known = scope()

    def __enter__(self) -> Self:
        self._world.tap(self)
        self._world._observers.watchers.append(self.look)
        return self

    def __exit__(self, *error: object) -> None:
        self._world.untap(self)
        self._world._observers.watchers.remove(self.look)

    def follow(self, other: WriteWatch) -> None:
        """Record how the fields differ from their values in a world that this world replaces."""
        entities = {entity.id: entity for entity, _ in self._known}
        known = other._known.items()
        self._known = {(entities.get(one.id, one), label): x for (one, label), x in known}
        self.look()

    def take(self) -> list[FieldWrite]:
        """Return the changes recorded since the last call to this method, in order."""
        self.look()
        self.calls.clear()  # an error may have ended the outermost event
        taken, self._writes = self._writes, []
        return taken

    def tap_for_query(self, kind: type[Query]) -> Tap:
        return self

    def published(self, event: Event) -> None:
        self.look(before=event if event.sequence else None)  # a query has no number

    def handled(self, event: Event, handler: Handler) -> None:
        self.look()
        super().handled(event, handler)

    def look(
        self, observer: str = "", event: Event | None = None, *, before: Event | None = None
    ) -> None:
        """Record the changes since the last call to this method.

        ``observer`` is the name of an observer that has just run for ``event``. ``before`` is an
        event that has just been published and that no handler has received yet.
        """
        known, self._known = self._known, self._scope()
        if known is self._known or known == self._known:
            return
        world, call = self._world, None if observer else self.call
        if call is not None:
            outer = self.call_of_event
            event = None if outer is None else outer.event
        now, turn = world.agenda.now, world.turn
        when = f"turn {turn}" + (f", time {now}" if now % world.turn_length else "")
        latest = world.sequence if before is None else before.sequence - 1
        sequence = latest if event is None else event.sequence
        for place in {**known, **self._known}:
            values = known.get(place, ABSENT), self._known.get(place, ABSENT)
            if values[0] != values[1] or type(values[0]) is not type(values[1]):
                self._writes.append(
                    FieldWrite(place, *values, turn, now, when, sequence, call, observer, event)
                )
