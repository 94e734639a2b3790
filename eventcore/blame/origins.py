"""Origins: who published an event, and who wrote its fields, with every value they had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import msgspec

from eventcore.blame.answers import Answer, Answers
from eventcore.component import Component
from eventcore.event import Event, Query
from eventcore.handler import Handler
from eventcore.outcome import Outcome
from eventcore.phase import REACT
from eventcore.schema.encoding import enc_hook, fields_of
from eventcore.tap import Tap
from eventcore.trace.running import Running


@attrs.frozen
class Written:
    """A value that a field of an event had.

    Attributes:
        value: The value.
        handler: Who wrote it, or published the event with it; None where no handler did.
        component: Whose method that is, where it is known.
        answers: What the handler had asked before, the last first.
    """

    value: Any
    handler: Handler | None = None
    component: Component | None = None
    answers: tuple[Answer, ...] = ()


@attrs.define
class _Note:
    """What is known of an event.

    Attributes:
        event: The event.
        published: What its fields held then, and who published it.
        values: What they held when last looked at.
        written: By field, what was written to it since it was published.
        ran: The last handler before REACT that ran in its chain.
        answers: By handler, what it asked.
    """

    event: Event
    published: Written
    values: dict[str, Any]
    written: dict[str, list[Written]] = attrs.field(factory=dict)
    ran: Handler | None = None
    answers: dict[Handler, tuple[Answer, ...]] = attrs.field(factory=dict)


class FieldOrigins(Running):
    """A tap that notes of each event who published it and which handlers wrote its fields.

    Of these it knows who answered what they asked.

    It looks at the fields of all events in flight after each handler, so it is for short
    stretches.
    """

    def __init__(self) -> None:
        super().__init__()
        self._flight: list[_Note] = []
        self._notes: dict[int, _Note] = {}
        self._answers = Answers(lambda: self.call)

    def tap_for_query(self, kind: type[Query]) -> Tap:
        """Hear all queries."""
        return self._answers

    def published(self, event: Event) -> None:
        """Begin to note who writes the fields of an event."""
        cause, values, by = event.cause, _values(event), self.publisher_of(event)
        if cause is not None and cause.outcome is Outcome.REPLACED:
            published = Written(values, cause.failed_by)
        elif by is not None:
            published = Written(values, by.handler, by.component, self._answers.of(by))
        else:
            published = Written(values)
        note = _Note(event, published, values)
        self._flight.append(note)
        self._notes[event.sequence] = note

    def handled(self, event: Event, handler: Handler) -> None:
        """Note what has changed since the last handler."""
        call = self.call
        component = None if call is None else call.component
        answers = () if call is None else self._answers.of(call)
        for note in self._flight:
            values = _values(note.event)
            for name, value in values.items():
                if value != note.values[name]:
                    written = note.written.setdefault(name, [])
                    written.append(Written(value, handler, component, answers))
            note.values = values
            if note.event is event:
                note.answers[handler] = answers
                note.ran = handler if handler.priority < REACT else note.ran
        if call is not None:
            self._answers.forget(call)
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
            by = note.event.failed_by
            answers = () if by is None else note.answers.get(by, ())
            return [Written(None), Written(None, by, answers=answers)]
        held: Mapping[str, Any] = note.published.value
        if field not in held:
            return [note.published]
        first = attrs.evolve(note.published, value=held[field])
        return [first, *note.written.get(field, ())]

    def publisher(self, sequence: int) -> Written:
        """Say who published an event; nobody where it came from outside or later."""
        note = self._notes.get(sequence)
        return Written(None) if note is None else note.published

    def behind(self, sequence: int, handler: str) -> list[str]:
        """Name who led to what a handler did in an event, the nearest first.

        These are who answered what it asked, and who wrote what it found in the event; then who
        published that, and the same of whatever it came of.
        """
        note, found = self._notes.get(sequence), dict[str, None]()
        asker = None if note is None else _labelled(handler, note.answers)
        while note is not None and asker is not None:
            found |= _who_answered(note.answers.get(asker, ()))
            written = [one for values in note.written.values() for one in reversed(values)]
            for one in [*written, note.published]:
                by = one.handler
                if by is not None and (one is note.published or by.priority <= asker.priority):
                    found |= {by.label: None} | _who_answered(one.answers)
            asker, cause = note.published.handler, note.event.cause
            note = None if cause is None else self._notes.get(cause.sequence)
        found.pop(handler, None)
        return [*found]

    def asked(self, sequence: int, field: str) -> Handler | None:
        """Name who is to be asked about a field: who wrote it last, or else published the event.

        Where it came from outside, who ran last in its chain, and might have written it.
        """
        note, values = self._notes.get(sequence), self.values(sequence, field)
        last = values[-1].handler if values else None
        if note is None or last is not None:
            return last
        return note.published.handler or note.ran


def _labelled(label: str, handlers: Iterable[Handler]) -> Handler | None:
    return next((handler for handler in handlers if handler.label == label), None)


def _who_answered(answers: Iterable[Answer]) -> dict[str, None]:
    """Name those who changed a query, in the order in which they are to be asked."""
    voices = [voice for answer in answers for voice in reversed(answer.voices) if voice.wrote]
    return {voice.handler.label: None for voice in voices}


def _values(event: Event) -> dict[str, Any]:
    built = msgspec.to_builtins(fields_of(event), enc_hook=enc_hook)
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
