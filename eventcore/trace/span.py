"""What a trace says: the span of each event, its calls, and what each of these changed.

All of it is plain data: nothing here leads back to an entity, a component or a packet.
"""

from __future__ import annotations

import attrs

from eventcore.handler import Handler
from eventcore.outcome import Outcome
from eventcore.trace.values import Value, show


@attrs.frozen
class Who:
    """An entity as it was called when it played its role.

    Attributes:
        id: Its id.
        name: Its name; empty where it has none.
    """

    id: int
    name: str = ""

    def __str__(self) -> str:
        return self.name or f"entity {self.id}"


@attrs.frozen
class FieldChange:
    """One field that a handler changed.

    Attributes:
        field: Its name.
        before: What it held.
        after: What it holds now.
        component: The class of the component it belongs to; empty for the packet itself.
        entity: The id of the component's entity; 0 for the packet itself.
        owner: What that entity was called; empty for the packet, or for an entity that was gone.
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
    """That a handler scheduled an event.

    Attributes:
        number: Which one it is, in order of scheduling.
        event: The name of its type.
        due: When it was due then, in units of time.
    """

    number: int
    event: str
    due: int

    def __str__(self) -> str:
        return f"schedules {self.event} {self.number}, due at {self.due}"


@attrs.frozen
class Call:
    """Says what one handler did with one event.

    Attributes:
        sequence: The event's number.
        event: The event type's name.
        handler: Who was called.
        outcome: What the event's outcome was when it returned.
        changes: What it changed itself, in order. What the events it published changed
            is told of the handlers of these.
        began: When it was called, counted in steps of the trace.
        ended: When it returned, likewise.
        plans: What it scheduled itself, in order, and was scheduled still as it returned.
        who: Whose component it is a method of, in a broadcast, where no role says it; else None.
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
        """The name of the handler, ``Component.method``, and in a broadcast whose it is."""
        return self.handler.label if self.who is None else f"{self.handler.label} of {self.who}"

    def __str__(self) -> str:
        return f"{self.event} #{self.sequence}: {self.handler} → {self.outcome.value}"


@attrs.frozen
class Span:
    """Follows one event down its chain: its roles, its calls and its outcome.

    Attributes:
        sequence: The event's number.
        event: The event type's name.
        turn: The turn it was published in.
        cause: The number of the event in whose chain it was published; 0 for none.
        origin: The number of the event that began what it is part of; 0 for none.
        roles: Who played which role, the enactor first; None where it was empty.
        fields: What the packet said when it was published, roles left out.
        calls: The handlers that were called, in order.
        outcome: What became of it; None where an error ended it.
        reason: The reason code of a failed event; else empty.
        by: The handler that failed or replaced it, as ``Component.method``; empty where
            the bus did, or nobody.
        replacement: The number of the event that took its place; 0 for none.
        began: When it was published, counted in steps of the trace.
        ended: When it had settled, likewise.
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
        """Return the same span so many steps later, to put traces one after the other."""
        calls = tuple(
            attrs.evolve(call, began=call.began + steps, ended=call.ended + steps)
            for call in self.calls
        )
        return attrs.evolve(self, calls=calls, began=self.began + steps, ended=self.ended + steps)

    def story(self, field: str) -> str:
        """Return how a field got its value: ``strength 0 → 9 (Strike.weigh) → 5 (Guard.turn)``.

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
        """Give the values a field has had on the way, the first one included.

        Args:
            field: A field of the packet, or ``Component.field``.

        Raises:
            LookupError: The packet has no such field, and nobody changed one called so.
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
                f"{field!r} is no field of {self.event} #{self.sequence}, and nobody was seen to "
                "change one; looked at are the packet and the entities in its roles"
            )
        return values
