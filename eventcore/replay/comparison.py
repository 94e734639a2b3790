"""Compare two recordings and find their first difference."""

from __future__ import annotations

from typing import Any, TypeAlias

import attrs
import msgspec

from eventcore.journal.format import CLOSE, Record
from eventcore.journal.reader import Journal
from eventcore.replay.event_log import first_difference, name_of_event
from eventcore.state.digest import states_differ, without_parts
from eventcore.text import shorten


@attrs.frozen
class Comparison:
    """The result of comparing two recordings: their first difference, if any.

    Attributes:
        records, events: The numbers of equal records and events before the first difference; the
            number of events is 0 if events are not compared.
        turn: The turn of the difference, or of the last record if there is no difference.
        lines: The line number of the difference in each recording, or 0 for a recording that has
            ended. None if the recordings are the same.
        what: A short text that names the record or event that differs.
        fields: The fields that differ, each with its name and both values.
    """

    records: int
    events: int
    turn: int
    lines: tuple[int, int] | None = None
    what: str = ""
    fields: list[tuple[str, Any, Any]] = attrs.field(factory=list)

    @property
    def same(self) -> bool:
        """Whether the recordings are the same."""
        return self.lines is None


def compare(left: Journal, right: Journal) -> Comparison:
    """Return the first difference between the records of two recordings.

    Events are compared too if both recordings have them. The header field ``engine`` is ignored.
    """
    headers = _fields_of(left.header, right.header, "game", "seed", "mods", "content", "chains")
    if headers:
        return Comparison(0, 0, 0, (1, 1), "the header", headers)
    with_events = bool(left.events and right.events and left.header.events and right.header.events)
    events = turn = 0
    for place in range(max(len(left.records), len(right.records))):
        if with_events and place < min(len(left.records), len(right.records)):
            found = first_difference(left.events[place], right.events[place])
            if found is not None:
                number, event, fields = found
                lines = left.event_line(place, number), right.event_line(place, number)
                return Comparison(place, events + number, turn, lines, name_of_event(event), fields)
            events += len(left.events[place])
        mine, theirs = _pair(left, right, place)
        lines = left.lines[place] if mine else 0, right.lines[place] if theirs else 0
        what = f"record {place + 1}"
        if mine and theirs:
            turn = min(mine.turn, theirs.turn)
            fields = _of_records(mine, theirs)
            if fields:
                return Comparison(place, events, turn, lines, what, fields)
        elif more := mine or theirs:
            what = f"{what}, {shorten(more.type)}"
            return Comparison(place, events, more.turn, lines, what)
    return Comparison(len(left.records), events, turn)


def _pair(left: Journal, right: Journal, place: int) -> list[Record | None]:
    """Return a record of each journal, or None for a journal that has ended."""
    journals = left, right
    pair = [j.records[place] if place < len(j.records) else None for j in journals]
    # Ignore a ``close`` record at the end of one journal if the other journal goes on.
    ended = [
        record is None or (record.type == CLOSE and place == len(journal.records) - 1)
        for record, journal in zip(pair, journals, strict=True)
    ]
    if ended[0] != ended[1]:
        pair[ended.index(True)] = None
    return pair


Fields: TypeAlias = list[tuple[str, Any, Any]]
"""The names of the fields that differ, each with both values."""


def _fields_of(left: object, right: object, *names: str) -> Fields:
    pairs = ((name, getattr(left, name), getattr(right, name)) for name in names)
    return [pair for pair in pairs if pair[1] != pair[2]]


def _of_records(left: Record, right: Record) -> Fields:
    """Return the fields that differ: first those of the intent, then turn, number and digests."""
    found = _fields_of(left, right, "type", "v")
    data = _data(left), _data(right)
    if data[0] != data[1]:
        found.append(("data", *data))
    found += _fields_of(left, right, "turn", "seq", "digest")
    if states_differ(left.state, right.state):
        found.append(("state", without_parts(left.state), without_parts(right.state)))
    return found


def _data(record: Record) -> Any:
    """Return the fields of an intent; as plain text if they are not valid JSON."""
    try:
        return msgspec.json.decode(record.data)
    except msgspec.DecodeError:
        return bytes(record.data).decode(errors="replace")
