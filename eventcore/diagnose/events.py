"""Events that differ: the act that made each of them what it is in the replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from eventcore.diagnose.activity import PUBLISHED, SET, WROTE, Row
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import divergences, name_of_event


@attrs.frozen
class EventDifference:
    """A field of an event that differs, or another event in its place.

    Attributes:
        number: The number of the event.
        event: Its type and number.
        field: The field; ``type`` if another event is in its place, or none.
        recorded: Its value in the recording, or the type of the event; empty for no event.
        replayed: Its value in the replay.
        index: The index of the row that decided it.
        steps: The rows that gave it its values, that of the publisher first.
        usual: The handlers that published such an event before; those that wrote the field before,
            and ran in this event without writing it.
    """

    number: int
    event: str
    field: str
    recorded: Any
    replayed: Any
    index: int
    steps: tuple[Row, ...]
    usual: tuple[str, ...]


def differences(
    recorded: Sequence[Settled], replayed: Sequence[Settled], rows: Sequence[Row], *, whole: bool
) -> list[EventDifference]:
    """Return what differs in the events of an intent, in the order in which it came about.

    The numbers of events shift where an event is missing, so nothing after it is compared. A field
    that is usually written, and was not, differs from the end of the event on.

    Args:
        recorded: The recorded events.
        replayed: The events of the replay.
        rows: The rows of the replay, of earlier intents too.
        whole: Whether the recording has all events of the intent.
    """
    found: list[EventDifference] = []
    places: dict[str, list[int]] = {}
    ends: dict[str, int] = {}
    ran: dict[str, dict[str, None]] = {}
    usual: dict[tuple[str, str], dict[str, None]] = {}
    for index, row in enumerate(rows):
        ends[row.event] = index
        name, _, field = row.subject.partition(": ")
        ran.setdefault(row.event, {})[row.by] = None
        if row.kind == PUBLISHED:
            places[f"#{row.number}"] = [index]
            usual.setdefault((row.subject, row.event.partition(" #")[0]), {})[row.by] = None
        elif row.kind in (SET, WROTE) and field:
            places.setdefault(row.subject, []).append(index)
            if row.kind == WROTE:
                usual.setdefault((name.partition(" #")[0], f": {field}"), {})[row.by] = None

    def add(number: int, event: str, values: tuple[str, Any, Any], key: tuple[str, str]) -> None:
        is_other = values[0] == "type"
        at = places.get(f"#{number}" if is_other else f"{event}: {values[0]}", [])
        steps = tuple(rows[place] for place in at)
        by = {label for label in usual.get(key, ()) if label}
        if not is_other:
            by = by & ran.get(event, {}).keys() - {row.by for row in steps[1:]}
        if is_other or len(at) > 1 or (at and not by):
            index = at[-1] if at else len(rows)
        else:
            index = ends.get(event, len(rows))
        found.append(EventDifference(number, event, *values, index, steps, tuple(sorted(by))))

    ours, theirs = ({event.seq: event for event in x} for x in (recorded, replayed))
    for number in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(number), theirs.get(number)
        if mine and other and (mine.type, mine.parent) == (other.type, other.parent):
            for values in divergences(mine, other):
                add(number, name_of_event(mine), values, (mine.type, f": {values[0]}"))
        elif whole or (mine and other):
            cause = ours.get(mine.parent or 0) if mine else None
            types = ("type", mine.type if mine else "", other.type if other else "")
            key = (types[1], cause.type if cause else "")
            add(number, f"event #{number}", types, key)
            break
    first = {item.number: item.index for item in sorted(found, key=lambda item: -item.index)}
    # The sort is stable, so the fields of an event keep their order.
    return sorted(found, key=lambda item: first[item.number])
