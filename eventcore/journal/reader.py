"""Read a journal up to the first damaged line, and report the damage.

Whatever the file contains, the reader either returns a Journal or raises JournalError.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final

import attrs

from eventcore.errors import JournalError
from eventcore.journal.files import STDIN, not_written
from eventcore.journal.format import Header, Record, decode_header, decode_record, decode_upgrade
from eventcore.journal.lines import MAX_RECORD, checked
from eventcore.journal.settled import Settled, decode_events, has_events
from eventcore.text import short_number, short_repr

_HEADING: Final = 1  # the line number of the header
_OPENED: Final = ("/dev/fd/", "/dev/stdin", "/proc/")  # paths of a process's open files


@attrs.frozen
class Journal:
    """The readable part of a journal.

    The methods that read a file raise JournalError if the file is missing or unreadable, or if the
    header is incomplete.

    Attributes:
        header: The first record of the journal.
        records: The intact records after the header, in order.
        problem: The error at the line where reading stopped; None if the file is intact.
        checksum: The checksum of the last record; the next line's checksum builds on it.
        length: The number of bytes that were read.
        lines: The line number of each record; the header is line 1.
        sums: The checksum of each record.
        size: The number of bytes up to the end of the last record.
        events: For each record, a list of the events that settled since the previous record. The
            extra list at the end is empty, because the events after the last record may be
            incomplete. Without ``events=True``, ``read`` leaves this attribute empty.
        names: The names of entities, keyed by id, from the header and the lines of events. If an
            id was reused, the later name applies.
        path: The file; None if the journal was not read from a file.
    """

    header: Header
    records: list[Record] = attrs.field(factory=list)
    problem: JournalError | None = None
    checksum: int = 0
    length: int = 0
    lines: list[int] = attrs.field(factory=list)
    sums: list[int] = attrs.field(factory=list)
    size: int = 0
    events: Sequence[Sequence[Settled]] = ()
    names: Mapping[str, str] = MappingProxyType({})
    path: Path | None = attrs.field(default=None, eq=False)

    def __repr__(self) -> str:
        turns = self.records[-1].turn if self.records else 0
        counts = f"intents={sum(record.is_intent for record in self.records)} turns={turns}"
        rest = "".join(f" {short_repr(str(one))}" for one in (self.path, self.problem) if one)
        game, seed = short_repr(self.header.game), short_number(self.header.seed)
        return f"<Journal {game} seed={seed} {counts}{rest}>"

    @classmethod
    def read(cls, path: Path | str, *, events: bool = False) -> Journal:
        """Read a journal, or standard input if the path is ``-``, up to the first damaged line.

        If ``events`` is true, the settled events are kept in memory.
        """
        path = Path(path)
        with _opened(path) as file:
            return _read(file, path, keep=events)

    @staticmethod
    def read_header(path: Path | str) -> Header:
        """Read only the header of a journal."""
        path = Path(path)
        with _opened(path) as file:
            return _read_header(file)[0]

    @property
    def last_header(self) -> Header:
        """The header, with the rules that are in force at the end of the journal.

        Raises JournalError if the last upgrade record is damaged.
        """
        for record, line in zip(reversed(self.records), reversed(self.lines), strict=False):
            if record.is_upgrade:
                return decode_upgrade(record, line).header
        return self.header

    def copy_to(self, target: Path | str, records: int | None = None) -> None:
        """Copy the header and the first ``records`` records (by default, all) to a new file.

        The folder of the new file is created if necessary.

        Raises:
            JournalError: The new file already exists, a file cannot be read or written, or the
                journal has fewer than ``records`` records.
        """
        if self.path is None:
            raise JournalError("this journal was not read from a file")
        target, most = Path(target), len(self.records)
        if records is not None and not 0 <= records <= most:
            raise JournalError(f"copy_to({records}): give a number of records from 0 to {most}")
        line = [_HEADING, *self.lines][most if records is None else records]
        with _opened(self.path) as file:
            whole = b"".join(islice(file, line))
        try:
            if not target.parent.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as copy:
                copy.write(whole)
        except FileExistsError:
            raise JournalError(f"{target}: this file already exists; choose another name") from None
        except OSError as error:
            with suppress(OSError):
                target.unlink()
            raise not_written(target, error) from None

    def errors_named(self) -> AbstractContextManager[None]:
        """Add the path of the journal to each ``JournalError`` that the ``with`` block raises."""
        return _errors_named(self.path)

    def event_line(self, position: int) -> int:
        """Return the line number at which the events in ``events[position]`` begin."""
        return (self.lines[position - 1] if position else _HEADING) + 1


@contextmanager
def _errors_named(path: Path | None) -> Iterator[None]:
    try:
        yield
    except JournalError as error:
        if str(error).startswith(str(path)):
            raise
        named = type(error)(f"{path}: {error}", line=error.line, torn=error.torn)
        raise named from (error.__cause__ or error)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Open a journal or standard input. Raise JournalError for other pipes and unreadable files."""
    with _errors_named(path):
        try:
            may_block = path != STDIN and path.exists() and not (path.is_file() or path.is_dir())
            if may_block and not os.path.abspath(path).startswith(_OPENED):
                raise JournalError(
                    "this is a pipe or a device; name a regular file, or pipe the data in and "
                    "give - as the path"
                )
            with nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb") as file:
                yield file
        except JournalError:
            raise
        except FileNotFoundError:
            raise JournalError("this file does not exist") from None
        except IsADirectoryError:
            raise JournalError("this is a folder, not a journal") from None
        except (OSError, ValueError) as error:  # ValueError: the name contains a NUL character
            reason = getattr(error, "strerror", None) or error
            raise JournalError(f"cannot be read: {reason}") from None


def _read_header(file: BinaryIO) -> tuple[Header, int, int]:
    """Read the first line, and return the header, its checksum and the line's length."""
    first = file.readline(MAX_RECORD)
    if not first:
        raise JournalError("the file is empty; a journal must begin with a header")
    return (*decode_header(first[:-1]), len(first))


def _read(file: BinaryIO, path: Path, *, keep: bool) -> Journal:
    header, checksum, length = _read_header(file)
    records, names = list[Record](), dict(header.names)
    problem: JournalError | None = None
    lines, sums, size = list[int](), list[int](), length
    events = [list[Settled]()]  # the last list collects the events until the next record
    running, number = checksum, _HEADING
    while line := file.readline(MAX_RECORD):
        number += 1
        length += len(line)
        try:
            _check_end(line, number, len(records))
            body = line[:-1]
            if has_events(body):
                running = checked(body, number, running)
                settled = decode_events(body, number)
                names.update(settled.names)
                events[-1] += settled if keep else ()
                continue
            record, running = decode_record(body, number, running)
        except JournalError as error:
            problem = error
            break
        records.append(record)
        lines.append(number)
        sums.append(running)
        size = length
        events.append([])
    events[-1].clear()  # the events after the last record may be incomplete
    checksum = sums[-1] if sums else checksum
    kept = events if keep else ()
    return Journal(header, records, problem, checksum, length, lines, sums, size, kept, names, path)


def _check_end(line: bytes, number: int, records: int) -> None:
    if not line.endswith(b"\n"):
        problem = f"is longer than the maximum of {MAX_RECORD} bytes"
        if torn := len(line) < MAX_RECORD:
            plural = "s" * (records != 1)
            problem = f"is torn: the file ends inside it, after {records} complete record{plural}"
        raise JournalError(f"line {number} {problem}", line=number, torn=torn)
