"""Compare two recordings and find their first difference."""

from __future__ import annotations

from typing import Any, TypeAlias

import attrs
import msgspec

from eventcore.journal.format import CLOSE, Record
from eventcore.journal.reader import Journal
from eventcore.replay.event_log import first_difference, name_of_event
from eventcore.state.state_digest import states_differ, without_parts
from eventcore.text import shorten


@attrs.frozen
class Comparison:
    """The result of comparing two recordings: their first difference, if any.

    Attributes:
        records, events: The numbers of equal records and events before the first difference; the
            number of events is 0 if events are not compared.
        turn: The turn of the difference, or of the last record if there is no difference.
        lines: The line number of the difference in each recording, or 0 if that recording has
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


def compare(one: Journal, other: Journal) -> Comparison:
    """Return the first difference between the records of two recordings.

    Events are compared too, but only if both recordings have them. The field ``engine`` is ignored.
    """
    headers = _fields_of(one.header, other.header, "game", "seed", "mods", "content", "chains")
    if headers:
        return Comparison(0, 0, 0, (1, 1), "the header", headers)
    with_events = bool(one.events and other.events and one.header.events and other.header.events)
    events = turn = 0
    for place in range(max(len(one.records), len(other.records))):
        if with_events and place < min(len(one.records), len(other.records)):
            found = first_difference(one.events[place], other.events[place])
            if found is not None:
                number, event, fields = found
                lines = one.event_line(place, number), other.event_line(place, number)
                return Comparison(place, events + number, turn, lines, name_of_event(event), fields)
            events += len(one.events[place])
        mine, theirs = _pair(one, other, place)
        lines = one.lines[place] if mine else 0, other.lines[place] if theirs else 0
        what = f"record {place + 1}"
        if mine and theirs:
            turn = min(mine.turn, theirs.turn)
            fields = _of_records(mine, theirs)
            if fields:
                return Comparison(place, events, turn, lines, what, fields)
        elif more := mine or theirs:
            what = f"{what}, {shorten(more.type)}"
            return Comparison(place, events, more.turn, lines, what)
    return Comparison(len(one.records), events, turn)


def _pair(one: Journal, other: Journal, place: int) -> list[Record | None]:
    """Return a record of each journal, or None for a journal that has ended."""
    journals = one, other
    pair = [j.records[place] if place < len(j.records) else None for j in journals]
    # A final ``close`` record counts as the end if the other journal goes on.
    ended = [
        record is None or (record.type == CLOSE and place == len(journal.records) - 1)
        for record, journal in zip(pair, journals, strict=True)
    ]
    if ended[0] != ended[1]:
        pair[ended.index(True)] = None
    return pair


Fields: TypeAlias = list[tuple[str, Any, Any]]
"""The names of the fields that differ, each with both values."""


def _fields_of(one: object, other: object, *names: str) -> Fields:
    pairs = ((name, getattr(one, name), getattr(other, name)) for name in names)
    return [pair for pair in pairs if pair[1] != pair[2]]


def _of_records(one: Record, other: Record) -> Fields:
    """Return the fields that differ: first those of the intent, then turn, number and digests."""
    found = _fields_of(one, other, "type", "v")
    data = _data(one), _data(other)
    if data[0] != data[1]:
        found.append(("data", *data))
    found += _fields_of(one, other, "turn", "seq", "digest")
    if states_differ(one.state, other.state):
        found.append(("state", without_parts(one.state), without_parts(other.state)))
    return found


def _data(record: Record) -> Any:
    """Return the fields of an intent; as plain text if they are not valid JSON."""
    try:
        return msgspec.json.decode(record.data)
    except msgspec.DecodeError:
        return bytes(record.data).decode(errors="replace")
