"""Compare two recordings and find their first difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import msgspec

from eventcore.journal.format import CLOSE, Header, Record
from eventcore.journal.reader import Journal
from eventcore.replay.event_log import first_difference, name_of_event
from eventcore.state.state_digest import states_differ, without_parts
from eventcore.text import shorten


@attrs.frozen
class Comparison:
    """The result of comparing two recordings: their first difference, if any.

    Attributes:
        records: The number of equal records before the first difference.
        events: The number of equal events before the difference; 0 if events are not compared.
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
    headers = list(_of_headers(one.header, other.header))
    if headers:
        return Comparison(0, 0, 0, (1, 1), "the header", headers)
    with_events = bool(one.events and other.events and one.header.events and other.header.events)
    events = turn = 0
    for place in range(max(len(one.records), len(other.records)) + 1):
        if with_events and place < min(len(one.events), len(other.events)):
            found = _of_events(one, other, place, events, turn)
            if isinstance(found, Comparison):
                return found
            events += found
        mine, theirs = one.records[place : place + 1], other.records[place : place + 1]
        lines = (_line(one, place), _line(other, place))
        ended = [_has_ended(journal, place) for journal in (one, other)]
        if bool(mine) != bool(theirs) or ended[0] != ended[1]:
            (more,) = theirs if ended[0] and theirs else mine
            if mine and theirs:  # one of the two records is of type ``close``
                lines, turn = (0 if ended[0] else lines[0], 0 if ended[1] else lines[1]), more.turn
            return Comparison(
                place, events, turn, lines, f"record {place + 1}, {shorten(more.type)}"
            )
        if mine and theirs:
            turn = min(mine[0].turn, theirs[0].turn)
            fields = list(_of_records(mine[0], theirs[0]))
            if fields:
                return Comparison(place, events, turn, lines, f"record {place + 1}", fields)
    return Comparison(len(one.records), events, turn)


def _has_ended(journal: Journal, place: int) -> bool:
    """Return whether a journal has no records from an index on, except a final ``close`` record."""
    last = len(journal.records) - 1
    return place > last or (place == last and journal.records[last].type == CLOSE)


def _line(journal: Journal, place: int) -> int:
    return journal.lines[place] if place < len(journal.lines) else 0


def _of_headers(one: Header, other: Header) -> Iterator[tuple[str, Any, Any]]:
    for name in ("game", "seed", "mods", "content", "chains"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine != theirs:
            yield name, mine, theirs


def _of_records(one: Record, other: Record) -> Iterator[tuple[str, Any, Any]]:
    """Yield the fields that differ: first those of the intent, then turn, number and digests."""
    for name in ("type", "v"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine != theirs:
            yield name, mine, theirs
    data = _data(one), _data(other)
    if data[0] != data[1]:
        yield "data", *data
    for name in ("turn", "seq", "digest"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine != theirs:
            yield name, mine, theirs
    if states_differ(one.state, other.state):
        yield "state", without_parts(one.state), without_parts(other.state)


def _data(record: Record) -> Any:
    """Return the fields of an intent; as plain text if they are not valid JSON."""
    try:
        return msgspec.json.decode(record.data)
    except msgspec.DecodeError:
        return bytes(record.data).decode(errors="replace")


def _of_events(
    one: Journal, other: Journal, place: int, before: int, turn: int
) -> Comparison | int:
    """Compare the events before a record; return how many events there are if they are equal."""
    found = first_difference(one.events[place], other.events[place])
    if found is None:
        return len(one.events[place])
    number, event, fields = found
    lines = one.event_line(place, number), other.event_line(place, number)
    return Comparison(place, before + number, turn, lines, name_of_event(event), fields)
