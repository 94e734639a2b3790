"""Answers: what handlers asked while they were at work, and who answered it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs

from eventcore.component import Component
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.outcome import Outcome
from eventcore.schema.encoding import fields_of
from eventcore.tap import Tap
from eventcore.text import shorten
from eventcore.trace.running import Call
from eventcore.trace.values import Value, make_writer, show

_MOST_SHOWN: Final = 60
_MOST_LEFT: Final = 3
"""So many are told who had nothing to add."""


@attrs.frozen
class Voice:
    """A handler that was given a query.

    Attributes:
        handler: The handler.
        component: Whose method it is.
        wrote: Whether it changed what the query says, or refused it.
    """

    handler: Handler
    component: Component
    wrote: bool


@attrs.frozen(eq=False)
class Answer:
    """A query that a handler asked, and who answered it.

    Attributes:
        query: Its type.
        values: What its fields hold at the end, without those of its roles.
        voices: The handlers that ran, in order.
        by: Who asked.
    """

    query: str
    values: dict[str, Value]
    voices: tuple[Voice, ...]
    by: Handler

    @property
    def components(self) -> list[Component]:
        """Those whose methods have changed it."""
        return [voice.component for voice in self.voices if voice.wrote]

    @property
    def handlers(self) -> list[str]:
        """Those who changed it, who did last first, and then the others."""
        last_first = self.voices[::-1]
        said = sorted(last_first, key=lambda voice: not voice.wrote)
        return [*dict.fromkeys(voice.handler.label for voice in said)]

    def __str__(self) -> str:
        fields = ", ".join(f"{name} {show(value)}" for name, value in self.values.items())
        asked = f"{self.query} ({shorten(fields, _MOST_SHOWN)})" if fields else self.query
        wrote = dict.fromkeys(voice.handler.label for voice in self.voices if voice.wrote)
        others = [who for who in self.handlers if who not in wrote]
        told = [f"answered by {', '.join(who for who in self.handlers if who in wrote)}"]
        left = [f"left as it was by {', '.join(others[:_MOST_LEFT])}"]
        said = (told if wrote else []) + (left if others else [])
        return f"{asked}, asked by {self.by.label}, was {', and '.join(said) or 'not answered'}"


@attrs.define
class _Asked:
    """A query in flight."""

    query: Event
    values: dict[str, Value]
    outcome: Outcome
    component: Component | None = None
    voices: list[Voice] = attrs.field(factory=list)


class Answers(Tap):
    """A tap of queries that notes who answers what which handler asks."""

    def __init__(self, call: Callable[[], Call | None]) -> None:
        """Begin to note.

        Args:
            call: Gives which handler of an event is at work.
        """
        self._call = call
        self._flight: list[_Asked] = []
        self._found: list[tuple[Call, Answer]] = []
        self._write = make_writer(None)

    def of(self, call: Call) -> tuple[Answer, ...]:
        """Give what a handler has asked until now, the last first; what led to it comes after."""
        return tuple(answer for by, answer in reversed(self._found) if by is call)

    def take(self) -> list[Answer]:
        """Give all there was, and drop it."""
        found, self._found = self._found, []
        return [answer for _, answer in found]

    def forget(self, call: Call) -> None:
        """Drop what a handler has asked, and what those asked that it called."""
        for number, (by, _) in enumerate(self._found):
            if by is call:
                del self._found[number:]
                return

    def published(self, event: Event) -> None:
        """Note that a query is asked."""
        self._flight.append(_Asked(event, self._values(event), event.outcome))

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Note whose handler it is."""
        self._asked(event).component = component

    def handled(self, event: Event, handler: Handler) -> None:
        """Note whether the handler has changed the query."""
        asked, values = self._asked(event), self._values(event)
        wrote = values != asked.values or event.outcome is not asked.outcome
        asked.values, asked.outcome = values, event.outcome
        if asked.component is not None:
            asked.voices.append(Voice(handler, asked.component, wrote))

    def settled(self, event: Event) -> None:
        """Keep the answer, where a handler wanted it."""
        asked, call = self._asked(event), self._call()
        self._flight.pop()
        if call is None:
            return
        roles = event._roles_
        values = {name: value for name, value in asked.values.items() if name not in roles}
        self._found.append(
            (call, Answer(type(event).__name__, values, tuple(asked.voices), call.handler))
        )

    def _asked(self, query: Event) -> _Asked:
        """Come back to a query in flight; what was asked for its sake and raised has no answer."""
        while self._flight[-1].query is not query:
            self._flight.pop()
        return self._flight[-1]

    def _values(self, event: Event) -> dict[str, Value]:
        """Take a snapshot, which a query has of anything: it is never recorded."""
        return {name: self._write(value) for name, value in fields_of(event).items()}
