"""Reading a journal: all that is whole, and what is wrong after it.

The reader either gives a Journal or raises JournalError, whatever the file holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final, overload

import attrs

from eventcore.errors import JournalError
from eventcore.journal.copying import copy_journal
from eventcore.journal.files import opened
from eventcore.journal.format import (
    INTENT,
    Header,
    Record,
    Upgrade,
    decode_header,
    decode_record,
    decode_upgrade,
)
from eventcore.journal.lines import MAX_RECORD, checked
from eventcore.journal.settled import Settled, decode_events, has_events

_BEGINNING: Final = b'{"seq":0,"turn":0,"kind":"mark","type":"journal","v":'
"""How a header begins."""
_HEADING: Final = 1
"""The line the header stands in."""


class _Lines(Sequence[Settled]):
    """The settled events of some lines, read line by line whenever they are asked for.

    So it takes no more memory than its text and what one line holds.
    """

    def __init__(self, lines: Sequence[bytes], counts: Sequence[int]) -> None:
        self._lines = lines
        self._counts = counts

    def __len__(self) -> int:
        return sum(self._counts)

    def __iter__(self) -> Iterator[Settled]:
        return (event for line in self._lines for event in decode_events(line, 0))

    @overload
    def __getitem__(self, place: int) -> Settled: ...

    @overload
    def __getitem__(self, place: slice) -> list[Settled]: ...

    def __getitem__(self, place: int | slice) -> Settled | list[Settled]:
        return [*self][place]

    def places(self) -> list[int]:
        """Give for each in which line it stands, the first being 0."""
        return [number for number, count in enumerate(self._counts) for _ in range(count)]


@attrs.frozen
class Journal:
    """Holds a journal as far as it could be read.

    Attributes:
        header: Its first record: what it was recorded from.
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
            for those after the last record may not be all that there were.
        names: What those are called that there were, by the id of the entity: the header's, and
            in a journal with events who came later. Of two with one id, the later one.
        path: Its file; None if it was not read from one.
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
    names: Mapping[str, str] = MappingProxyType({})
    path: Path | None = attrs.field(default=None, eq=False)

    @classmethod
    def read(cls, path: Path | str, *, events: bool = False) -> Journal:
        """Read a journal as far as it is whole.

        Args:
            path: The file, compressed if it ends in ``.gz`` or ``.zst``; ``-`` is standard input.
            events: Whether to keep the settled events in it.

        Raises:
            JournalError: The file is missing or cannot be read, or its header is not whole.
        """
        path = Path(path)
        with _named(path), opened(path) as file:
            return attrs.evolve(_read(file, events), path=path)

    @staticmethod
    def read_header(path: Path | str) -> Header:
        """Read no more of a journal than its header.

        Raises:
            JournalError: The file is missing or cannot be read, or its header is not whole.
        """
        path = Path(path)
        with _named(path), opened(path) as file:
            return _read_header(file)[0]

    @property
    def last_header(self) -> Header:
        """The header whose rules hold at its end.

        Raises:
            JournalError: The record of the last upgrade is damaged.
        """
        upgrades = (i for i, record in enumerate(self.records) if record.is_upgrade)
        last = self.upgrade(max(upgrades, default=-1))
        return self.header if last is None else last.header

    def upgrade(self, position: int) -> Upgrade | None:
        """Return the change of rules that a record is; None if it is another record.

        Raises:
            JournalError: The record is an upgrade and its data are not those of one.
        """
        if position < 0 or not self.records[position].is_upgrade:
            return None
        return decode_upgrade(self.records[position], self.lines[position])

    def copy_to(self, target: Path, records: int | None = None) -> None:
        """Copy the first records of its file to a new file, by default all that are whole.

        Args:
            target: The new file; it is compressed if the name ends in ``.gz`` or ``.zst``.
            records: How many records to copy.

        Raises:
            JournalError: The file exists already, or one of the two cannot be read or written.
        """
        if self.path is None:
            raise JournalError("this journal was not read from a file")
        size = self.size
        if records is not None:
            size = self.ends[records - 1] if records else self.start
        copy_journal(self.path, size, target)

    @contextmanager
    def errors_named(self) -> Iterator[None]:
        """Begin the message of each ``JournalError`` that is raised with the path of the file."""
        try:
            yield
        except JournalError as error:
            if str(error).startswith(str(self.path)):
                raise
            named = type(error)(f"{self.path}: {error}", line=error.line, torn=error.torn)
            raise named from (error.__cause__ or error)

    def event_lines(self, position: int) -> list[int]:
        """Give the lines in which the settled events stand that precede a record.

        Args:
            position: Which record, or how many there are, for those after the last.
        """
        events = self.events[position]
        line = self.lines[position - 1] if position else _HEADING
        return [line + 1 + n for n in events.places()] if isinstance(events, _Lines) else []

    def event_line(self, position: int, number: int) -> int:
        """Give the line of one of them, or where it should have stood, if there are not so many.

        Args:
            position: Which record they precede, or how many there are, for those after the last.
            number: The how many-th, the first being 0.
        """
        lines = self.event_lines(position)
        if lines:
            return lines[min(number, len(lines) - 1)]
        return self.lines[position - 1] if position else _HEADING


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Raise whatever becomes of reading a file as a JournalError that names it."""
    try:
        yield
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise JournalError(f"{path}: this is a folder, not a journal") from None
    except JournalError as error:
        raise JournalError(f"{path}: {error}", line=error.line, torn=error.torn) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise JournalError(f"{path}: cannot be read: {reason}") from None


def _read_header(file: BinaryIO) -> tuple[Header, int, int]:
    """Read the first line; give also the checksum the next starts from, and how long it is."""
    first = file.readline(MAX_RECORD)
    if not first:
        raise JournalError("the file is empty: a journal begins with a header")
    ended = first.endswith(b"\n") or len(first) == MAX_RECORD
    if not ended and first[: len(_BEGINNING)] == _BEGINNING[: len(first)]:
        raise JournalError("the file ends inside its header: nothing was recorded", torn=True)
    return (*decode_header(first[:-1]), len(first))


def _read(file: BinaryIO, keep: bool) -> Journal:
    journal = _Growing(*_read_header(file), keep)
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
        self._names = dict(header.names)
        self._keep = keep
        self._records: list[Record] = []
        self._lines: list[int] = []
        self._sums: list[int] = []
        self._ends: list[int] = []
        self._events: list[Sequence[Settled]] = []
        self._pending: list[bytes] = []
        self._counts: list[int] = []
        self._number = 1
        self._size = self._length = self._start = size
        self._checksum = self._running = checksum

    def take(self, line: bytes) -> None:
        """Read a line.

        Raises:
            JournalError: The line is torn or damaged, or holds no record.
        """
        self._number += 1
        self._length += len(line)
        _check_line(line, self._number, len(self._records))
        body = line[:-1]
        if has_events(body):
            self._take_events(body)
            return
        record, self._running = decode_record(body, self._number, self._running)
        self._records.append(record)
        self._lines.append(self._number)
        self._sums.append(self._running)
        self._ends.append(self._length)
        self._size, self._checksum = self._length, self._running
        if self._keep:
            self._events.append(_Lines(self._pending, self._counts))
            self._pending, self._counts = [], []

    def _take_events(self, body: bytes) -> None:
        """Read a line of settled events; they follow what led to them, or the header."""
        self._running = checked(body, self._number, self._running)
        if not self._header.events:
            raise _misplaced(self._number, "and the header says that there are none")
        if self._records and self._records[-1].kind != INTENT:
            raise _misplaced(self._number, "and no intent stands before it")
        events = decode_events(body, self._number)
        self._names.update(events.names)
        if self._keep:
            self._pending.append(body)
            self._counts.append(len(events))

    def whole(self, problem: JournalError | None) -> Journal:
        """Give the journal as far as it is whole, without the events after the last record."""
        if self._keep:
            self._events.append(())
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
            self._names,
        )


def _misplaced(number: int, why: str) -> JournalError:
    return JournalError(f"line {number} is damaged: it holds settled events, {why}", line=number)


def _check_line(line: bytes, number: int, records: int) -> None:
    if line.endswith(b"\n"):
        return
    if len(line) >= MAX_RECORD:
        raise JournalError(
            f"line {number} is longer than {MAX_RECORD} bytes, which no line is", line=number
        )
    raise JournalError(
        f"line {number} is torn: the file ends inside it, after {records} whole records",
        line=number,
        torn=True,
    )
