"""Reading a journal: all that is whole, and what is wrong after it.

The reader either gives a Journal or raises JournalError, whatever the file holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final, overload
from zlib import crc32

import attrs

from eventcore.errors import JournalError
from eventcore.journal.files import opened
from eventcore.journal.format import Header, Record, decode_header, decode_record
from eventcore.journal.lines import MAX_RECORD, checked
from eventcore.journal.settled import (
    Settled,
    SettledEvents,
    decode_event,
    decode_events,
    has_events,
    is_event,
)

__all__ = ["Journal", "read_journal"]

_BEGINNING: Final = b'{"seq":0,'
_HEADING: Final = 1
"""The line the header stands in."""


class Events(Sequence[list[Settled]]):
    """The settled events of a journal, by the record they stand before.

    They are kept as they were written, and read when they are asked for.
    """

    def __init__(self) -> None:
        self._texts: list[bytes] = []

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, place: int) -> list[Settled]: ...

    @overload
    def __getitem__(self, place: slice) -> list[list[Settled]]: ...

    def __getitem__(self, place: int | slice) -> list[Settled] | list[list[Settled]]:
        if isinstance(place, slice):
            return [_events_in(text) for text in self._texts[place]]
        return _events_in(self._texts[place])

    def lines_of(self, place: int) -> list[int]:
        """Give for each of those at a place in which line it stands, the first being 0."""
        lines = self._texts[place].split(b"\n")[:-1]
        return [number for number, line in enumerate(lines) for _ in _decode(line, 0)]

    def add(self, lines: bytes) -> None:
        """Add those before the next record: whole lines, each of which holds an event."""
        self._texts.append(lines)


def _events_in(lines: bytes) -> list[Settled]:
    return [event for line in lines.split(b"\n")[:-1] for event in _decode(line, 0)]


def _decode(line: bytes, number: int) -> SettledEvents:
    return decode_event(line, number) if is_event(line) else decode_events(line, number)


@attrs.frozen
class Journal:
    """A journal as far as it could be read.

    Attributes:
        header: What it says of the run.
        records: The whole records after the header, in order.
        problem: Why reading stopped before the end; None where the file is whole.
        size: How many bytes are whole: all up to the last record, unpacked.
        checksum: What the checksum of the next record starts from.
        length: How many bytes were read, unpacked.
        start: How many of them the header has.
        lines: In which line each record stands; the header stands in line 1.
        sums: What the checksum of what follows each record starts from.
        ends: How many bytes the journal has up to and with each record, unpacked.
        events: The settled events between records, where they were asked for: for each
            record those that stand before it and after the one before, and at last none,
            for those after the last record are of no checksum.
    """

    header: Header
    records: list[Record]
    problem: JournalError | None
    size: int
    checksum: int
    length: int
    start: int
    lines: list[int]
    sums: list[int]
    ends: list[int]
    events: Sequence[Sequence[Settled]] = ()

    def event_lines(self, position: int) -> list[int]:
        """Give the lines in which the settled events stand that precede a record.

        Args:
            position: Which record, or how many there are, for those after the last.
        """
        if not isinstance(self.events, Events):
            return []
        line = self.lines[position - 1] if position else _HEADING
        return [line + 1 + after for after in self.events.lines_of(position)]


def read_journal(path: Path, *, events: bool = False) -> Journal:
    """Read a journal as far as it is whole.

    Args:
        path: The file, compressed if it ends in ``.gz`` or ``.zst``; ``-`` is standard input.
        events: Whether to keep the settled events in it.

    Raises:
        JournalError: There is no such file, it cannot be read, or not even its
            header is whole.
    """
    try:
        with opened(path) as file:
            return _read(file, events)
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise JournalError(f"{path}: this is a folder, not a journal") from None
    except JournalError as error:
        raise JournalError(f"{path}: {error}", line=error.line, torn=error.torn) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise JournalError(f"{path}: cannot be read: {reason}") from None


def _read(file: BinaryIO, keep: bool) -> Journal:
    first = file.readline(MAX_RECORD)
    if not first:
        raise JournalError("the file is empty: a journal begins with a header")
    ended = first.endswith(b"\n") or len(first) == MAX_RECORD
    if not ended and first[: len(_BEGINNING)] == _BEGINNING[: len(first)]:
        raise JournalError("the file ends inside its header: nothing was recorded", torn=True)
    header, checksum = decode_header(first[:-1])
    journal = _Growing(header, checksum, len(first), keep)
    try:
        while line := file.readline(MAX_RECORD):
            journal.take(line)
    except JournalError as error:
        return journal.whole(error)
    return journal.whole(None)


class _Growing:
    """A journal as it is read, line by line."""

    def __init__(self, header: Header, checksum: int, size: int, keep: bool) -> None:
        self._header = header
        self._keep = keep
        self._records: list[Record] = []
        self._lines: list[int] = []
        self._sums: list[int] = []
        self._ends: list[int] = []
        self._events = Events()
        self._pending: list[bytes] = []
        self._number = 1
        self._size = self._length = self._start = size
        self._checksum = self._running = checksum

    def take(self, line: bytes) -> None:
        """Read a line.

        Raises:
            JournalError: It is torn, damaged, or no record.
        """
        self._number += 1
        self._length += len(line)
        _check_line(line, self._number, len(self._records))
        body = line[:-1]
        old = is_event(body)
        if old or has_events(body):
            self._running = (
                crc32(line, self._running) if old else checked(body, self._number, self._running)
            )
            _decode(body, self._number)
            if self._keep:
                self._pending.append(line)
            return
        record, self._running = decode_record(body, self._number, self._running)
        self._records.append(record)
        self._lines.append(self._number)
        self._sums.append(self._running)
        self._ends.append(self._length)
        self._size, self._checksum = self._length, self._running
        if self._keep:
            self._events.add(b"".join(self._pending))
            self._pending.clear()

    def whole(self, problem: JournalError | None) -> Journal:
        """Give the journal as far as it is whole: nothing vouches for events after it."""
        if self._keep:
            self._events.add(b"")
        return Journal(
            self._header,
            self._records,
            problem,
            self._size,
            self._checksum,
            self._length,
            self._start,
            self._lines,
            self._sums,
            self._ends,
            self._events,
        )


def _check_line(line: bytes, number: int, records: int) -> None:
    if line.endswith(b"\n"):
        return
    if len(line) >= MAX_RECORD:
        raise JournalError(
            f"line {number} is longer than {MAX_RECORD} bytes, which no record is", line=number
        )
    raise JournalError(
        f"line {number} is torn: the file ends inside it, after {records} whole records",
        line=number,
        torn=True,
    )
