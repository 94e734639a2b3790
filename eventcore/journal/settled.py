"""Settled events in a journal, as rows of values. Each line lists the field names only once.

The line after an intent holds the events that the intent caused::

    {"seq":9,"turn":3,"kind":"events","type":"events","v":1,"parent":null,"data":{
    "fields":{"TakeDamage":["dealt","enactor","strength","target"]},
    "rows":[["TakeDamage",9,3,8,3,13,4,15],["Move",12,3,8,0,1,13,"failed","wall"],…]},"sum":"…"}

A row holds the values of COLUMNS, and then the values of the fields in the order of ``fields``. If
the event was not done, its outcome and reason come last. ``names`` lists entities that entered the
world with these events, by id, and is left out if it is empty. With a separate line for each event,
including all field names, journals would be 50 % longer and slow to write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, TypeAlias, overload

import msgspec

from eventcore.errors import JournalError
from eventcore.journal.lines import MAX_RECORD, sealed
from eventcore.schema.encoding import enc_hook

EVENTS: Final = "events"
"""The value of ``kind`` and ``type`` in a line of settled events."""
COLUMNS: Final = ("type", "seq", "turn", "parent")
"""The names of the values with which each row begins."""
Row: TypeAlias = Sequence[Any]
"""A settled event: the values of COLUMNS, its field values, and its outcome unless it is done."""

_VERSION: Final = 1
_KIND: Final = b'"kind":"events"'
_HEAD: Final = 80
"""To find the kind of a line, only this many bytes at the start of the line are searched."""
_DONE: Final = "done"
_TOO_MANY: Final = 1 << 63
"""The first integer that does not fit into 64 bits; many tools cannot read it."""
_NOT_DONE: Final = ("failed", "replaced")


class Settled(msgspec.Struct, frozen=True, gc=False):
    """A settled event in a journal.

    Attributes:
        seq: The sequence number of the event.
        turn: The turn in which the event settled.
        type: The name of the event type.
        parent: The sequence number of the event's cause; None if it has no cause.
        outcome: ``"done"``, ``"failed"`` or ``"replaced"``.
        reason: The reason code, if the event failed.
        data: The values of the event's fields by name, with ids in place of entities.
    """

    seq: int
    turn: int
    type: str
    parent: int | None
    outcome: str
    reason: str | None
    data: dict[str, Any]


class SettledEvents(Sequence[Settled]):
    """A list of events in the order in which they settled.

    Attributes:
        rows: The events, each as a row of values.
        fields: The field names of each event type. Some types may have no events.
        names: The names of the entities that entered the world with these events, by id.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        fields: Mapping[str, Sequence[str]],
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.rows = rows
        self.fields = fields
        self.names = names

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Settled]:
        return map(self._settled, self.rows)

    @overload
    def __getitem__(self, place: int) -> Settled: ...

    @overload
    def __getitem__(self, place: slice) -> SettledEvents: ...

    def __getitem__(self, place: int | slice) -> Settled | SettledEvents:
        if isinstance(place, slice):
            return SettledEvents(self.rows[place], self.fields, self.names)
        return self._settled(self.rows[place])

    def _settled(self, row: Row) -> Settled:
        type_, seq, turn, parent, *values = row
        names = self.fields[type_]
        outcome, reason = values[len(names) :] or (_DONE, None)
        data = dict(zip(names, values, strict=False))
        return Settled(seq, turn, type_, parent, outcome, reason, data)


class _Data(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    fields: dict[str, Sequence[str]]
    rows: Sequence[Row]
    names: dict[str, str] = {}


class _Line(msgspec.Struct, frozen=True, gc=False):
    """The fields of a line of settled events, without the checksum."""

    seq: int
    turn: int
    kind: str
    type: str
    v: int
    parent: int | None
    data: _Data


class _Whole(_Line, frozen=True, gc=False, forbid_unknown_fields=True):
    sum: str


_ENCODER: Final = msgspec.json.Encoder(enc_hook=enc_hook, order="deterministic")
_DECODER: Final = msgspec.json.Decoder(_Whole)
_type_of: Final = itemgetter(0)


def encode_events(events: SettledEvents, checksum: int) -> tuple[bytes, int]:
    """Return settled events as one or more lines, and the checksum of the last line.

    If an event and the names of entities do not fit into a line, the names are left out.

    Raises:
        JournalError: An event cannot be written as JSON, or is too long for a line.
    """
    rows = events.rows
    if not rows:
        return b"", checksum
    # The encoder sorts the fields, so the order of this set does not matter.
    fields = {name: events.fields[name] for name in set(map(_type_of, rows))}
    _, seq, turn, *_ = rows[0]
    data = _Data(fields, rows, dict(events.names))
    line = _Line(seq, turn, EVENTS, EVENTS, _VERSION, None, data)
    try:
        body = _ENCODER.encode(line)
    except (TypeError, ValueError, RecursionError) as error:
        raise JournalError(f"{_among(fields)} cannot be recorded: {error}") from None
    if b"\n" in body:
        raise JournalError(f"{_among(fields)} cannot be recorded: it contains a line feed")
    written, following = sealed(body, checksum)
    if len(written) <= MAX_RECORD:
        return written, following
    if len(rows) == 1:
        if events.names:
            return encode_events(SettledEvents(rows, events.fields), checksum)
        raise JournalError(
            f"an event of {len(written)} bytes cannot be written: the maximum is {MAX_RECORD}"
        )
    first, second = _halves(events)
    head, checksum = encode_events(first, checksum)
    tail, checksum = encode_events(second, checksum)
    return head + tail, checksum


def _halves(events: SettledEvents) -> tuple[SettledEvents, SettledEvents]:
    """Split the events into two halves, and the names too, because they may also be long."""
    rows, names, fields = events.rows, [*events.names.items()], events.fields
    row, name = len(rows) // 2, len(names) // 2
    return (
        SettledEvents(rows[:row], fields, dict(names[:name])),
        SettledEvents(rows[row:], fields, dict(names[name:])),
    )


def _among(fields: Mapping[str, object]) -> str:
    first, *others = sorted(fields)
    return f"one of {', '.join([first, *others])}" if others else f"an event, {first},"


def has_events(line: bytes) -> bool:
    """Return whether a line holds settled events."""
    return _KIND in line[:_HEAD]


def decode_events(line: bytes, number: int) -> SettledEvents:
    """Read the settled events from a line.

    Raises:
        JournalError: The line does not hold valid settled events.
    """
    try:
        found = _DECODER.decode(line)
        data = found.data
        for place, row in enumerate(data.rows, 1):
            _check(row, data.fields, place)
        _check_envelope(found)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, _BadRowError) as error:
        raise JournalError(
            f"line {number} does not hold settled events: {error}", line=number
        ) from None
    return SettledEvents(data.rows, data.fields, data.names)


class _BadRowError(Exception):
    """A row is not a valid settled event."""


def _check_envelope(line: _Whole) -> None:
    if line.v != _VERSION:
        raise _BadRowError(
            f"its rows have version {line.v}, and this program reads version {_VERSION}"
        )
    if not line.data.rows:
        raise _BadRowError("there are no rows")
    _, seq, turn, *_ = line.data.rows[0]
    found = (line.kind, line.type, line.parent, line.seq, line.turn)
    if found != (EVENTS, EVENTS, None, seq, turn):
        raise _BadRowError("its fields do not match its first row")


def _check(row: Row, fields: Mapping[str, Sequence[str]], place: int) -> None:
    if len(row) < len(COLUMNS):
        raise _BadRowError(
            f"row {place} has {len(row)} values, but the first {len(COLUMNS)} are required"
        )
    type_, seq, turn, parent = row[: len(COLUMNS)]
    if type(type_) is not str or type_ not in fields:
        raise _BadRowError(f"row {place} has a type whose fields are not listed")
    end = row[len(COLUMNS) + len(fields[type_]) :]
    if len(row) != len(COLUMNS) + len(fields[type_]) + len(end):
        raise _BadRowError(f"row {place} has too few values for the fields of its type")
    if end and not _is_end(end):
        raise _BadRowError(f"row {place} does not end with an outcome and a reason")
    if not _are_counts((seq, turn) if parent is None else (seq, turn, parent)):
        raise _BadRowError(f"row {place} has a number that is out of range")


def _is_end(end: Row) -> bool:
    if len(end) != 2:
        return False
    outcome, reason = end
    return outcome in _NOT_DONE and (reason is None or type(reason) is str)


def _are_counts(values: Iterable[Any]) -> bool:
    return all(type(value) is int and 0 <= value < _TOO_MANY for value in values)
