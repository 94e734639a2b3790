"""Build spans from the log of a tracer.

The log has one entry for each step, in order. The first entry of an event is a tuple that begins
with ``Published``. Each call is an entry with the handler and, in a broadcast, its entity. Each
call is followed by a tuple with a ``Reader`` for each object that the handler changed, a ``Plan``
for each event that it scheduled, and a ``Draw`` for each draw. The last entry of an event is
``Settled``, None if the event is done, or ``BROKEN`` if an error ended the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from eventcore.handler import Handler
from eventcore.outcome import CONTINUE, DONE, FAILED, REPLACED, Outcome
from eventcore.phase import COMMIT
from eventcore.trace.readers import Reader, as_value
from eventcore.trace.span import Call, Draw, FieldChange, Plan, Span, Who

BROKEN: Final = "broken off"
"""The log entry that says that an error ended an event."""


@attrs.frozen(eq=False)
class Published:
    """The properties that all events of a type share.

    Attributes:
        event: The name of the event type.
        roles: The names of the roles.
        names: The names of the other fields, in the order in which the tracer reads them.
        turn_length: The number of time units in a turn.
    """

    event: str
    roles: tuple[str, ...]
    names: tuple[str, ...]
    turn_length: int


@attrs.frozen(eq=False)
class Settled:
    """The result of an event that failed or was replaced.

    Attributes:
        outcome: The outcome of the event.
        reason: The reason code; empty if there is none.
        by: The handler that failed or replaced the event; None if it was the bus.
        replacement: The number of the event that replaced this event; 0 if it was not replaced.
    """

    outcome: Outcome
    reason: str
    by: Handler | None
    replacement: int


class _Draft:
    """A span that is being built, until the log entry for its end is read."""

    __slots__ = ("began", "calls", "changes", "draws", "handler", "plans", "said", "since", "who")

    def __init__(self, said: tuple[Any, ...], step: int) -> None:
        self.said = said
        self.began = step
        self.calls: list[Call] = []
        self.handler: Handler | None = None
        self.who: Who | None = None
        self.since = step
        self.changes: list[FieldChange] = []
        self.plans: list[Plan] = []
        self.draws: list[Draw] = []

    def end_call(self, step: int) -> None:
        if self.handler is not None:
            number, name, changes = self.said[1], self.said[0].event, tuple(self.changes)
            outcome = CONTINUE if self.handler.priority < COMMIT else DONE
            effects = changes, self.since, step, tuple(self.plans), self.who, tuple(self.draws)
            self.calls.append(Call(number, name, self.handler, outcome, *effects))
        self.changes, self.plans, self.draws = [], [], []

    def begin_call(self, handler: Handler, who: Who | None, step: int) -> None:
        self.end_call(step)
        self.handler, self.who, self.since = handler, who, step

    def finish(self, settled: Settled | None, outcome: Outcome | None, step: int) -> Span:
        self.end_call(step)
        published, sequence, turn, now, who, values, *links = self.said
        cause, origin = links[0] if links else (0, 0)
        return Span(
            sequence=sequence,
            event=published.event,
            turn=turn,
            cause=cause,
            origin=origin,
            roles=tuple(zip(published.roles, _whos(who), strict=True)),
            fields=tuple(
                (name, as_value(v)) for name, v in zip(published.names, values, strict=True)
            ),
            calls=_with_outcomes(self.calls, settled) if settled else tuple(self.calls),
            outcome=outcome,
            reason=settled.reason if settled else "",
            by=settled.by.label if settled and settled.by else "",
            replacement=settled.replacement if settled else 0,
            began=self.began,
            ended=step,
            time=None if now == turn * published.turn_length else now,
        )


def make_spans(log: Sequence[Any]) -> tuple[Span, ...]:
    """Build spans from a log, for all events that have ended, and sort them by event number."""
    open_ones: list[_Draft] = []
    spans: list[Span] = []
    for step, entry in enumerate(log):
        match entry:
            case None:
                spans.append(open_ones.pop().finish(None, DONE, step))
            case Settled():
                spans.append(open_ones.pop().finish(entry, entry.outcome, step))
            case Handler():
                open_ones[-1].begin_call(entry, None, step)
            case (Handler() as handler, Who() as who):
                open_ones[-1].begin_call(handler, who, step)
            case (Published(), *_):
                open_ones.append(_Draft(entry, step))
            case (Reader() as reader, before, after, entity, owner):
                open_ones[-1].changes += reader.changes(before, after, entity, owner)
            case Plan():
                open_ones[-1].plans.append(entry)
            case Draw():
                open_ones[-1].draws.append(entry)
            case _:
                spans.append(open_ones.pop().finish(None, None, step))
    return tuple(sorted(spans, key=lambda span: span.sequence))


def _with_outcomes(calls: Sequence[Call], settled: Settled) -> tuple[Call, ...]:
    """Return the calls of an event that is not done, each with the outcome after the call."""
    handlers = [call.handler for call in calls]
    if settled.by is None:  # the bus refused the event before the first call at COMMIT or later
        said, since = settled.outcome, [h.priority < COMMIT for h in handlers].count(True)
    else:
        # A broadcast may call a handler for several entities. The handler refused the event in its
        # last call, or, if the handler also runs for refused events, in its first call.
        there = [n for n, handler in enumerate(handlers) if handler is settled.by]
        since = there[0 if settled.by.always else -1]
        said = REPLACED if settled.replacement else FAILED
    return tuple(
        attrs.evolve(
            call, outcome=CONTINUE if n < since else said if n == since else settled.outcome
        )
        for n, call in enumerate(calls)
    )


def _whos(who: Any) -> tuple[Who | None, ...]:
    return (Who(who),) if isinstance(who, int) else who
