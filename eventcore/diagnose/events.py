"""Compare recorded and replayed events, and find the acts that led to each difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

from eventcore.diagnose.activity import PUBLISHED, SET, WROTE, Row
from eventcore.diagnose.rows import actor, short
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import divergences, name_of_event
from eventcore.text import short_value, shorten

_EMPTY: Final = ("0", "0.0", "null", "false", '""', "[]", "{}")
"""The initial values, as JSON, of event fields that handlers fill in later."""


@attrs.frozen
class EventDifference:
    """A difference between a recorded and a replayed event: one field, or the whole event.

    Attributes:
        field: The field that differs; ``type`` if the whole event differs or is missing.
        recorded: The recorded value or event type; empty if the recording lacks the event.
        steps: The rows that set the field or published the event, in order.
        usual: The handlers that usually publish such an event. For a field, the handlers that
            wrote it in other events, and ran in this event without writing it.
        index: The index of the row that caused the difference.
    """

    number: int
    event: str
    field: str
    recorded: Any
    replayed: Any
    steps: Sequence[Row]
    usual: set[str]
    index: int

    def text(self, value: Callable[[str, str, Any], Any]) -> str:
        """Describe the difference; ``value`` makes the value of a field readable."""
        usual = " or ".join(sorted(self.usual))
        if self.field == "type":
            recorded, replayed = (shorten(x or "nothing") for x in (self.recorded, self.replayed))
            by = [f", published by {actor(row, phase=True)}" for row in self.steps if row.by]
            usual = f" (usually published by {usual})" if usual else ""
            return f"{self.event}: recorded {recorded}{usual}, replayed {replayed}{''.join(by)}"
        values = (value(self.event, self.field, x) for x in (self.recorded, self.replayed))
        recorded, replayed = map(short_value, values)
        text = f"{self.event}: {shorten(self.field)} {recorded} recorded, {replayed} replayed"
        wrote = [row for row in self.steps if row.kind == WROTE]
        steps = [f"to {short(row.after)} by {actor(row, phase=True)}" for row in wrote[-4:]]
        text += f"; set {', then '.join(steps)}" if steps else ""
        for row in self.steps[:1]:
            if row.kind == SET and row.by and not (wrote and row.after in _EMPTY):
                text += f"; published with {short(row.after)} by {actor(row, phase=True)}"
        return f"{text}; not written this time by {usual}" if usual else text


def differences(
    recorded: Sequence[Settled], replayed: Sequence[Settled], rows: Sequence[Row], *, whole: bool
) -> list[EventDifference]:
    """Return the differences in the events of an intent. The event that differed first comes first.

    A missing event shifts the numbers of all later events, so later events are not compared.

    Args:
        recorded: The recorded events.
        replayed: The events of the replay.
        rows: The rows of the replay, including earlier intents.
        whole: Whether the recording has all events of the intent.
    """
    found: list[EventDifference] = []
    ours, theirs = ({event.seq: event for event in x} for x in (recorded, replayed))
    for number in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(number), theirs.get(number)
        if mine and other and (mine.type, mine.parent) == (other.type, other.parent):
            found += [_field(mine, values, rows) for values in divergences(mine, other)]
        elif whole or (mine and other):
            cause = ours.get(mine.parent or 0) if mine else None
            types = mine.type if mine else "", other.type if other else ""
            found.append(_type(number, types, cause.type if cause else "", rows))
            break
    first = min(found, key=lambda item: item.index, default=None)
    # The sort is stable, so all other events keep their order.
    return sorted(found, key=lambda item: item.number != first.number if first else False)


def _field(event: Settled, values: tuple[str, Any, Any], rows: Sequence[Row]) -> EventDifference:
    name, field = name_of_event(event), f": {values[0]}"
    wrote = [row for row in rows if row.kind == WROTE and row.subject.endswith(field)]
    usual = {row.by for row in wrote if row.subject.startswith(f"{event.type} #")}
    ran = [n for n, row in enumerate(rows) if row.event == name]
    at = [n for n, x in enumerate(rows) if x.subject == name + field and x.kind in (SET, WROTE)]
    usual &= {rows[n].by for n in ran} - {rows[n].by for n in at if rows[n].kind == WROTE} - {""}
    # If a handler usually writes the field, but not in this event, use the last row of the event.
    last = at if len(at) > 1 or not usual else ran
    index = last[-1] if last else len(rows)
    return EventDifference(event.seq, name, *values, [rows[n] for n in at], usual, index)


def _type(number: int, types: tuple[str, str], cause: str, rows: Sequence[Row]) -> EventDifference:
    published = [(n, row) for n, row in enumerate(rows) if row.kind == PUBLISHED]
    usual = {
        row.by
        for _, row in published
        if row.by and (row.subject, row.event.partition(" #")[0]) == (types[0], cause)
    }
    at = [(n, row) for n, row in published if row.number == number]
    index = at[-1][0] if at else len(rows)
    steps = [row for _, row in at]
    return EventDifference(number, f"event #{number}", "type", *types, steps, usual, index)
