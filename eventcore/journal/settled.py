"""Encode settled events as rows of values, so that a line lists field names only once.

The line after an intent holds the events that the intent caused::

    {"seq":9,"turn":3,"kind":"events","type":"events","v":1,"parent":null,"data":{
    "fields":{"TakeDamage":["dealt","enactor","strength","target"]},
    "rows":[["TakeDamage",9,3,8,3,13,4,15],["Move",12,3,8,0,1,13,"failed","wall"],…]},"sum":"…"}

Each row begins with the values of COLUMNS. The values of the event's fields follow, in the order of
``fields``. Unless the outcome is ``done``, the outcome and the reason come last. ``names`` maps ids
to the names of entities that entered the world during these events. If each event had its own line
with all field names, journals would be 50% longer, and writing them would take more time.

The functions raise JournalError if an event or a line is invalid or too long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, convert

from eventcore.errors import JournalError
from eventcore.journal.lines import MAX_RECORD, decoded, sealed
from eventcore.schema.values import encode_unchecked

EVENTS: Final = "events"  # the value of both ``kind`` and ``type`` in a line of settled events
COLUMNS: Final = ("type", "seq", "turn", "parent")  # the names of each row's first values
Row: TypeAlias = Sequence[Any]  # the values of COLUMNS, the fields, and any failure

_KIND: Final = b'"kind":"events"'
_HEAD: Final = 80  # the number of bytes at the start of a line that may contain its kind


class Settled(msgspec.Struct, frozen=True, gc=False):
    """A settled event in a journal.

    Attributes:
        seq: The sequence number of the event.
        turn: The turn on which the event settled.
        type: The name of the event type.
        parent: The sequence number of the event's cause; None if nothing caused the event.
        outcome: ``"done"``, ``"failed"`` or ``"replaced"``.
        reason: The reason code, if the event failed.
        data: The values of the event's fields, keyed by name, with ids in place of entities.
    """

    seq: int
    turn: int
    type: str
    parent: int | None
    outcome: str
    reason: str | None
    data: dict[str, Any]


class SettledEvents(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The settled events in a line, in the order in which they settled.

    Attributes:
        fields: The field names of each event type in ``rows``, and possibly of other event types.
        rows: The events, written as rows of values.
        names: The names of entities that entered the world during these events, keyed by id.
    """

    fields: Mapping[str, Sequence[str]]
    rows: Annotated[Sequence[Row], Meta(min_length=1)]
    names: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Settled]:
        for type_, seq, turn, parent, *values in self.rows:
            names = self.fields[type_]
            outcome, reason = values[len(names) :] or ("done", None)
            data = dict(zip(names, values, strict=False))
            yield Settled(seq, turn, type_, parent, outcome, reason, data)


class _Line(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The fields of a line of settled events; the checksum is added after encoding."""

    seq: int
    turn: int
    kind: Literal["events"]
    type: Literal["events"]
    v: Literal[1]
    parent: None
    data: SettledEvents
    sum: str = ""


_Count: TypeAlias = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]  # many tools need 63 bits


class _Start(msgspec.Struct, array_like=True, gc=False):
    type: str
    seq: _Count
    turn: _Count
    parent: _Count | None


def encode_events(events: SettledEvents, checksum: int) -> tuple[bytes, int]:
    """Encode settled events as lines, and return the lines and the last line's checksum.

    If a single event and the names of new entities do not fit into a line, the names are left out.
    """
    rows = events.rows
    if not rows:
        return b"", checksum
    # The encoder sorts the fields, so the order of this set does not matter.
    fields = {name: events.fields[name] for name in {row[0] for row in rows}}
    _, seq, turn, *_ = rows[0]
    data = SettledEvents(fields, rows, events.names)
    line = _Line(seq, turn, EVENTS, EVENTS, 1, None, data)
    try:
        written, following = sealed(encode_unchecked(line), checksum)
    except (TypeError, ValueError, RecursionError) as error:
        types = ", ".join(sorted(fields))
        raise JournalError(f"an event ({types}) cannot be recorded: {error}") from None
    if len(written) <= MAX_RECORD:
        return written, following
    if len(rows) == 1:
        if events.names:
            return encode_events(SettledEvents(events.fields, rows), checksum)
        raise JournalError(
            f"an event of {len(written)} bytes cannot be written: the limit is {MAX_RECORD} bytes"
        )
    # Split the names between the two halves as well, because they can take up a lot of space.
    names, lines = [*events.names.items()], b""
    row, name = len(rows) // 2, len(names) // 2
    for some, named in ((rows[:row], names[:name]), (rows[row:], names[name:])):
        half, checksum = encode_events(SettledEvents(fields, some, dict(named)), checksum)
        lines += half
    return lines, checksum


def has_events(line: bytes) -> bool:
    """Return whether a line holds settled events."""
    return _KIND in line[:_HEAD]


def decode_events(line: bytes, number: int) -> SettledEvents:
    """Decode the settled events in a line."""
    problem = f"line {number} does not hold settled events"
    events = decoded(_Line, line, number, problem).data
    for place, row in enumerate(events.rows, 1):
        try:
            _check(row, events.fields)
        except msgspec.ValidationError as error:
            raise JournalError(f"{problem}: row {place}: {error}", line=number) from None
    return events


def _check(row: Row, fields: Mapping[str, Sequence[str]]) -> None:
    names = fields.get(convert(row, _Start).type)
    if names is None:
        raise msgspec.ValidationError("the line does not list the fields of this event type")
    match row[len(COLUMNS) + len(names) :]:
        case [] | ["failed" | "replaced", str() | None] if len(row) >= len(COLUMNS) + len(names):
            return
    raise msgspec.ValidationError("it has too few values, or an invalid outcome or reason")
