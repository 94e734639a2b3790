"""Define the parts of a trace. Each event has a span, which lists handler calls and effects.

A trace is plain data. It contains no references to entities, components or events.
"""

from __future__ import annotations

import attrs

from eventcore.handler import Handler
from eventcore.outcome import Outcome
from eventcore.trace.values import Value, Written, show


def is_internal(component: type) -> bool:
    """Return whether a component class is part of the library."""
    return component.__module__.startswith("eventcore.")


@attrs.frozen
class NamedEntity:
    """An entity's id and name at the time of an event. The name may be empty."""

    id: int
    name: str = ""

    def __str__(self) -> str:
        if self.id == 1:
            return self.name or "the world"
        return f"{self.name or 'entity'} {self.id}"


@attrs.frozen
class FieldChange:
    """A change that a handler made to a field of an event or component."""

    field: str
    before: Value
    after: Value
    component: str = ""  # the class name of the component; empty for an event field
    entity: int = 0  # the id of the component's entity; 0 for an event field or if detached
    owner: str = ""  # the name of that entity
    internal: bool = False  # whether the library changed its own component, such as Timers

    @property
    def label(self) -> str:
        """The field's name, written as ``Component.field`` if the field belongs to a component."""
        return f"{self.component}.{self.field}" if self.component else self.field


@attrs.frozen
class Plan:
    """An event that a handler scheduled or cancelled, or an entity that it froze or thawed."""

    verb: str  # "schedules", "cancels", "freezes" or "thaws"
    entity: NamedEntity  # the frozen or thawed entity, or the owner of the event
    event: str = ""  # the type of the event
    due: int = 0  # the due time of the event, in units

    def __str__(self) -> str:
        what = f"{self.event}, due at {self.due}" if self.event else self.entity
        return f"{self.verb} {what}"


@attrs.frozen
class Draw:
    """A value that a handler drew from a random stream."""

    stream: str
    result: Value  # the drawn value; for a yes-or-no draw, the random number that decided it
    of: str  # the range of the draw, such as "of 100" or "(1 to 20)"

    def __str__(self) -> str:
        return f"{self.stream}: {show(self.result)} {self.of}"


@attrs.frozen
class Call:
    """One call to a handler for an event. The effects of nested events are not included."""

    handler: Handler
    began: int  # the step of the trace at which the handler was called
    refused: bool = False  # whether the handler failed or replaced the event
    recipient: NamedEntity | None = None  # in a broadcast, the entity of the handler's component
    changes: tuple[FieldChange, ...] = ()
    plans: tuple[Plan, ...] = ()
    draws: tuple[Draw, ...] = ()

    @property
    def label(self) -> str:
        """The handler's label (``Component.method``) and, in a broadcast, its entity."""
        return self.handler.label + (f" of {self.recipient}" if self.recipient else "")


@attrs.frozen
class Span:
    """The trace of one event, with its roles, fields, calls and outcome.

    Attributes:
        cause: The number of the event that was running when this event was published, or 0.
        origin: The number of the event that scheduled this event, or 0 if it was not scheduled.
        scheduler: The event that scheduled this event, such as ``Join #4``. If the tracer did not
            see the earlier event, this is ``event #4``.
        roles: The name and entity of each role, starting with the enactor. The entity is None if
            the role is empty.
        fields: The names and values of the other fields when the event was published.
        outcome: The event's outcome, or None if an error ended the event.
        reason: The reason code if the event failed, otherwise empty.
        by: The label (``Component.method``) of the handler that failed or replaced the event. It
            is empty if the event is done or unhandled.
        replacement: The event that replaced this event, such as ``Strike #8``. It is empty if this
            event was not replaced.
        began: The step of the trace at which the event was published.
        ended: The step of the trace at which the event settled.
        time: The time in units, or None if the event happened at the exact start of the turn.
    """

    sequence: int
    event: str
    turn: int
    cause: int
    origin: int
    roles: tuple[tuple[str, NamedEntity | None], ...]
    fields: tuple[tuple[str, Value], ...]
    calls: tuple[Call, ...] = ()
    outcome: Outcome | None = None
    reason: str = ""
    by: str = ""
    replacement: str = ""
    scheduler: str = ""
    began: int = 0
    ended: int = 0
    time: int | None = None

    @property
    def when(self) -> str:
        """The turn and time, such as ``turn 3, time 340``, or only the turn if ``time`` is None."""
        return f"turn {self.turn}" + ("" if self.time is None else f", time {self.time}")

    def involves(self, entity: int) -> bool:
        """Return whether the event refers to an entity in a role or another field."""
        values = [value.entities for _, value in self.fields if isinstance(value, Written)]
        players = [player.id for _, player in self.roles if player]
        return any(entity in ids for ids in (*values, players))

    def history(self, field: str) -> list[Value]:
        """Return a field's values in order. A component field is written ``Component.field``.

        Raises:
            LookupError: The event has no such field, and none of its handlers changed such a field.
        """
        changes = [x for call in self.calls for x in call.changes if x.label == field]
        values = [value for name, value in self.fields if name == field]
        values = values or [change.before for change in changes[:1]]
        if not values:
            raise LookupError(
                f"{self.event} #{self.sequence} has no field {field!r}, and its handlers did not "
                "change a component field with this name"
            )
        return [*values, *(change.after for change in changes)]
