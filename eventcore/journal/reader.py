"""Read a journal up to the first damaged line, and report that damage.

The reader returns a Journal or raises JournalError, whatever the file contains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final, overload

import attrs

from eventcore.errors import JournalError
from eventcore.journal.files import opened, require_plain
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
"""The bytes with which every header begins."""
_HEADING: Final = 1
"""The line number of the header."""


class _Lines(Sequence[Settled]):
    """The settled events in some lines; the lines are decoded only when needed, to save memory."""

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
        """Return, for each event, the index of the line that contains it."""
        return [number for number, count in enumerate(self._counts) for _ in range(count)]


@attrs.frozen
class Journal:
    """The readable part of a journal. All sizes refer to the uncompressed text.

    Attributes:
        header: The first record of the journal.
        records: The intact records after the header, in order.
        problem: The error that stopped reading before the end; None if the file is intact.
        size: The number of bytes up to the end of the last record.
        checksum: The checksum of the last record, which the next line's checksum includes.
        length: The number of bytes that were read.
        start: The length of the header in bytes; the second line starts there.
        lines: The line number of each record; the header is line 1.
        sums: The checksum of each record.
        ends: The number of bytes up to the end of each record.
        events: If requested, a list of settled events for each record: the events between the
            previous record and this one. The last item is empty, because the events after the
            last record may be incomplete.
        names: The names of entities, by id, from the header and from lines of events. If an id was
            used twice, the later name is used.
        path: The file; None if the journal was not read from a file.
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
        """Read a journal up to the first damaged line.

        Args:
            path: The file, compressed if it ends in ``.gz`` or ``.zst``; ``-`` is standard input.
            events: Whether to keep the settled events in memory.

        Raises:
            JournalError: The file is missing or cannot be read, its header is incomplete, or the
                file is compressed and incomplete.
        """
        path = Path(path)
        with _named(path), opened(path) as file:
            return attrs.evolve(_read(file, events), path=path)

    @staticmethod
    def read_header(path: Path | str) -> Header:
        """Read only the header of a journal.

        Raises:
            JournalError: The file is missing or cannot be read, or its header is incomplete.
        """
        path = Path(path)
        with _named(path), opened(path) as file:
            return _read_header(file)[0]

    @property
    def last_header(self) -> Header:
        """The header with the rules that apply at the end of the journal.

        Raises:
            JournalError: The last upgrade record is damaged.
        """
        upgrades = (i for i, record in enumerate(self.records) if record.is_upgrade)
        last = self.upgrade(max(upgrades, default=-1))
        return self.header if last is None else last.header

    def upgrade(self, position: int) -> Upgrade | None:
        """Return the upgrade in a record, or None if it is not an upgrade record.

        Raises:
            JournalError: The data of the upgrade record is damaged.
        """
        if position < 0 or not self.records[position].is_upgrade:
            return None
        return decode_upgrade(self.records[position], self.lines[position])

    def copy_to(self, target: Path, records: int | None = None) -> None:
        """Copy the first records of the journal's file to a new file.

        Args:
            target: The path of the new file.
            records: The number of records to copy; None for all intact records.

        Raises:
            JournalError: The new file exists already, or a file cannot be read or written.
        """
        if self.path is None:
            raise JournalError("this journal was not read from a file")
        require_plain(target)
        left = self.size
        if records is not None:
            left = self.ends[records - 1] if records else self.start
        with _named(self.path), opened(self.path) as file:
            whole = file.read(left)
        try:
            with target.open("xb") as copy:
                copy.write(whole)
        except FileExistsError:
            raise JournalError(f"{target}: exists already; name a new file") from None
        except OSError as error:
            with suppress(OSError):
                target.unlink()
            reason = error.strerror or error
            raise JournalError(f"{target}: cannot be written: {reason}") from None

    @contextmanager
    def errors_named(self) -> Iterator[None]:
        """Prefix the message of each ``JournalError`` with the path of the journal."""
        try:
            yield
        except JournalError as error:
            if str(error).startswith(str(self.path)):
                raise
            named = type(error)(f"{self.path}: {error}", line=error.line, torn=error.torn)
            raise named from (error.__cause__ or error)

    def event_lines(self, position: int) -> list[int]:
        """Return the line number of each settled event that directly precedes a record.

        Args:
            position: The index of the record, or the number of records for the end of the journal.
        """
        events = self.events[position]
        line = self.lines[position - 1] if position else _HEADING
        return [line + 1 + n for n in events.places()] if isinstance(events, _Lines) else []

    def event_line(self, position: int, number: int) -> int:
        """Return the line number of a settled event, or of the place where it is missing.

        Args:
            position: The index of the record that the event precedes, as for ``event_lines``.
            number: The index of the event in the list that ``event_lines`` returns.
        """
        lines = self.event_lines(position)
        if lines:
            return lines[min(number, len(lines) - 1)]
        return self.lines[position - 1] if position else _HEADING


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Turn an error in reading a file into a JournalError that names the file."""
    try:
        yield
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise JournalError(f"{path}: this is a folder, not a journal") from None
    except JournalError as error:
        raise JournalError(f"{path}: {error}", line=error.line, torn=error.torn) from None
    except (OSError, ValueError) as error:  # ValueError: the name contains a NUL character
        reason = getattr(error, "strerror", None) or error
        raise JournalError(f"{path}: cannot be read: {reason}") from None


def _read_header(file: BinaryIO) -> tuple[Header, int, int]:
    """Read the first line; return the header, its checksum, and the length of the line."""
    first = file.readline(MAX_RECORD)
    if not first:
        raise JournalError("the file is empty: a journal begins with a header")
    ended = first.endswith(b"\n") or len(first) == MAX_RECORD
    if not ended and first[: len(_BEGINNING)] == _BEGINNING[: len(first)]:
        raise JournalError("the file ends inside its header: nothing was recorded", torn=True)
    return (*decode_header(first[:-1]), len(first))


def _read(file: BinaryIO, keep: bool) -> Journal:
    journal = _Growing(*_read_header(file), keep)
    while line := file.readline(MAX_RECORD):
        try:
            journal.take(line)
        except JournalError as error:
            return journal.whole(error)
    return journal.whole(None)


class _Growing:
    """Collects the lines of a journal while it is being read."""

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
        self._running = checked(body, self._number, self._running)
        if not self._header.events:
            raise _misplaced(self._number, "although the header says that there are none")
        if self._records and self._records[-1].kind != INTENT:
            raise _misplaced(self._number, "without an intent before them")
        events = decode_events(body, self._number)
        self._names.update(events.names)
        if self._keep:
            self._pending.append(body)
            self._counts.append(len(events))

    def whole(self, problem: JournalError | None) -> Journal:
        """Return the journal as far as it was read, without the events after the last record."""
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
            f"line {number} is longer than {MAX_RECORD} bytes, the maximum", line=number
        )
    raise JournalError(
        f"line {number} is torn: the file ends inside it, after {records} whole records",
        line=number,
        torn=True,
    )
