"""The content of a trace: a span for each event, with its calls and the changes of each call.

All of it is plain data, without references to entities, components or events.
"""

from __future__ import annotations

import attrs

from eventcore.handler import Handler
from eventcore.outcome import Outcome
from eventcore.trace.values import Value, show


@attrs.frozen
class Who:
    """The id and the name of an entity, at the time of the event.

    Attributes:
        id: The id of the entity.
        name: The name of the entity; empty if it has none.
    """

    id: int
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"entity {self.id}"


@attrs.frozen
class FieldChange:
    """A change of one field by a handler.

    Attributes:
        field: The name of the field.
        before: The value before the change.
        after: The value after the change.
        component: The class name of the component with the field; empty for a field of the event.
        entity: The id of the entity with the component; 0 if the component was detached, or for a
            field of the event.
        owner: The name of that entity; empty in the same cases.
    """

    field: str
    before: Value
    after: Value
    component: str = ""
    entity: int = 0
    owner: str = ""

    @property
    def label(self) -> str:
        """The name of the field, as ``field`` or ``Component.field``."""
        return f"{self.component}.{self.field}" if self.component else self.field


@attrs.frozen
class Plan:
    """An event that a handler scheduled.

    Attributes:
        number: The number of the scheduled event, in the order of scheduling.
        event: The name of its type.
        due: The time at which it was due when the handler returned, in units of time.
    """

    number: int
    event: str
    due: int

    def __str__(self) -> str:
        return f"schedules {self.event} {self.number}, due at {self.due}"


@attrs.frozen
class Call:
    """A call of one handler for one event.

    Attributes:
        sequence: The number of the event.
        event: The name of the event type.
        handler: The handler.
        outcome: The outcome of the event when the handler returned.
        changes: The changes that the handler made itself, in order. Changes by handlers of events
            that it published belong to the calls of those handlers.
        began: The step of the trace at which the handler was called.
        ended: The step of the trace at which the handler returned.
        plans: The events that the handler scheduled itself and that were still scheduled when it
            returned, in order.
        who: In a broadcast, the entity of the handler's component; otherwise None.
    """

    sequence: int
    event: str
    handler: Handler
    outcome: Outcome
    changes: tuple[FieldChange, ...] = ()
    began: int = attrs.field(default=0, eq=False)
    ended: int = attrs.field(default=0, eq=False)
    plans: tuple[Plan, ...] = ()
    who: Who | None = None

    @property
    def label(self) -> str:
        """The label of the handler, ``Component.method``; in a broadcast also its entity."""
        return self.handler.label if self.who is None else f"{self.handler.label} of {self.who}"

    def __str__(self) -> str:
        return f"{self.event} #{self.sequence}: {self.handler} → {self.outcome.value}"


@attrs.frozen
class Span:
    """The trace of one event: its roles, its fields, its calls and its outcome.

    Attributes:
        sequence: The number of the event.
        event: The name of the event type.
        turn: The turn in which the event was published.
        cause: The number of the event during which this event was published; 0 if there is none.
        origin: The number of the event that led to scheduling this event; 0 if there is none.
        roles: The name and the entity of each role, the enactor first; None for an empty role.
        fields: The names and values of the other fields when the event was published.
        calls: The calls of handlers, in order.
        outcome: The outcome of the event; None if an error ended the event.
        reason: The reason code if the event failed; otherwise empty.
        by: The label ``Component.method`` of the handler that failed or replaced the event; empty
            if the bus failed it, or if the event is done.
        replacement: The number of the event that replaced this event; 0 if it was not replaced.
        began: The step of the trace at which the event was published.
        ended: The step of the trace at which the event settled.
    """

    sequence: int
    event: str
    turn: int
    cause: int
    origin: int
    roles: tuple[tuple[str, Who | None], ...]
    fields: tuple[tuple[str, Value], ...]
    calls: tuple[Call, ...] = ()
    outcome: Outcome | None = None
    reason: str = ""
    by: str = ""
    replacement: int = 0
    began: int = 0
    ended: int = 0

    def later(self, steps: int) -> Span:
        """Return a copy of the span, moved by a number of steps, to join several traces."""
        calls = tuple(
            attrs.evolve(call, began=call.began + steps, ended=call.ended + steps)
            for call in self.calls
        )
        return attrs.evolve(self, calls=calls, began=self.began + steps, ended=self.ended + steps)

    def story(self, field: str) -> str:
        """Describe how a field changed: ``strength 0 → 9 (Strike.weigh) → 5 (Guard.turn)``.

        Args:
            field: A field of the event, or ``Component.field``.

        Returns:
            The values and the handlers that set them; empty if no handler changed the field.
        """
        text = ""
        for call in self.calls:
            for change in call.changes:
                if change.label == field:
                    text = text or f"{field} {show(change.before)}"
                    text += f" → {show(change.after)} ({call.label})"
        return text

    def history(self, field: str) -> list[Value]:
        """Return the first and each later value of a field.

        Args:
            field: A field of the event, or ``Component.field``.

        Raises:
            LookupError: The event has no such field, and no handler changed such a field.
        """
        said = dict(self.fields)
        values = [said[field]] if field in said else []
        for call in self.calls:
            for change in call.changes:
                if change.label == field:
                    values = values or [change.before]
                    values.append(change.after)
        if not values:
            raise LookupError(
                f"{field!r} is not a field of {self.event} #{self.sequence}, and no handler "
                "changed such a field of an entity in its roles"
            )
        return values
