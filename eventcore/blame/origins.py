"""Origins: who published an event, and who wrote its fields, with every value they had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import msgspec

from eventcore.blame.running import Running
from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import REACT, Handler
from eventcore.outcome import Outcome
from eventcore.state.codec import fields_of, plain


@attrs.frozen
class Written:
    """A value that a field of an event had.

    Attributes:
        value: The value.
        handler: Who wrote it, or published the event with it; None where no handler did.
        component: Whose method that is, where it is known.
    """

    value: Any
    handler: Handler | None = None
    component: Component | None = None


@attrs.define
class _Note:
    """What is known of an event.

    Attributes:
        event: The event.
        published: What its fields held then, and who published it.
        values: What they held when last looked at.
        written: By field, what was written to it since it was published.
        ran: The last handler before REACT that ran in its chain.
    """

    event: Event
    published: Written
    values: dict[str, Any]
    written: dict[str, list[Written]] = attrs.field(factory=dict)
    ran: Handler | None = None


class FieldOrigins(Running):
    """A tap that notes of each event who published it and which handlers wrote its fields.

    It looks at the fields of all events in flight after each handler, so it is for short
    stretches.
    """

    def __init__(self) -> None:
        super().__init__()
        self._flight: list[_Note] = []
        self._notes: dict[int, _Note] = {}

    def published(self, event: Event) -> None:
        """Begin to note who writes the fields of an event."""
        cause, values, by = event.cause, _values(event), self.publisher_of(event)
        if cause is not None and cause.outcome is Outcome.REPLACED:
            published = Written(values, cause.failed_by)
        elif by is not None:
            published = Written(values, by.handler, by.component)
        else:
            published = Written(values)
        note = _Note(event, published, values)
        self._flight.append(note)
        self._notes[event.sequence] = note

    def handled(self, event: Event, handler: Handler) -> None:
        """Note what has changed since the last handler."""
        component = self.calls[-1].component if self.calls else None
        for note in self._flight:
            values = _values(note.event)
            for name, value in values.items():
                if value != note.values[name]:
                    written = note.written.setdefault(name, [])
                    written.append(Written(value, handler, component))
            note.values = values
            if note.event is event and handler.priority < REACT:
                note.ran = handler
        super().handled(event, handler)

    def settled(self, event: Event) -> None:
        """Take the event from those in flight."""
        while self._flight and self._flight.pop().event is not event:
            pass

    def values(self, sequence: int, field: str) -> list[Written]:
        """Give what a field held: as it was published, and what was written to it since.

        Of the outcome, and of what was not seen or has no such field, there is nothing.
        """
        note = self._notes.get(sequence)
        if note is None:
            return []
        if field in ("outcome", "reason"):
            return [Written(None), Written(None, note.event.failed_by)]
        held: Mapping[str, Any] = note.published.value
        if field not in held:
            return [note.published]
        first = attrs.evolve(note.published, value=held[field])
        return [first, *note.written.get(field, ())]

    def publisher(self, sequence: int) -> Written:
        """Say who published an event; nobody where it came from outside or later."""
        note = self._notes.get(sequence)
        return Written(None) if note is None else note.published

    def asked(self, sequence: int, field: str) -> Handler | None:
        """Name who is to be asked about a field: who wrote it last, or else published the event.

        Where it came from outside, who ran last in its chain, and might have written it.
        """
        note, values = self._notes.get(sequence), self.values(sequence, field)
        last = values[-1].handler if values else None
        if note is None or last is not None:
            return last
        return note.published.handler or note.ran


def _values(event: Event) -> dict[str, Any]:
    built = msgspec.to_builtins(fields_of(event), enc_hook=plain)
    return dict(built)


class Publishers(Running):
    """A tap that knows who publishes events of a type in the chain of another."""

    def __init__(self) -> None:
        super().__init__()
        self._by: dict[tuple[str, str], dict[str, None]] = {}

    def published(self, event: Event) -> None:
        """Note who published it."""
        by = self.publisher_of(event)
        if by is not None:
            pair = type(event).__name__, type(by.event).__name__
            self._by.setdefault(pair, {})[by.handler.label] = None

    def of(self, kind: str, cause: str) -> list[str]:
        """Name those who have published an event of a type in the chain of another."""
        return [*self._by.get((kind, cause), ())]
