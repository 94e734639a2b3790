"""Reading a journal: all that is whole, and what is wrong after it.

The reader either gives a Journal or raises JournalError, whatever the file holds.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, Final

import attrs

from eventcore.errors import JournalError
from eventcore.journal.format import MAX_RECORD, Header, Record, decode_header, decode_record

__all__ = ["Journal", "read_journal"]

_BEGINNING: Final = b'{"seq":0,'


@attrs.frozen
class Journal:
    """A journal as far as it could be read.

    Attributes:
        header: What it says of the run.
        records: The whole records after the header, in order.
        problem: Why reading stopped before the end; None where the file is whole.
        size: How many bytes are whole.
        checksum: What the checksum of the next record starts from.
    """

    header: Header
    records: list[Record]
    problem: JournalError | None
    size: int
    checksum: int


def read_journal(path: Path) -> Journal:
    """Read a journal as far as it is whole.

    Raises:
        JournalError: There is no such file, it cannot be read, or not even its
            header is whole.
    """
    try:
        with path.open("rb") as file:
            return _read(file)
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise JournalError(f"{path}: this is a folder, not a journal") from None
    except JournalError as error:
        raise JournalError(f"{path}: {error}", line=error.line, torn=error.torn) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise JournalError(f"{path}: cannot be read: {reason}") from None


def _read(file: BinaryIO) -> Journal:
    first = file.readline(MAX_RECORD)
    if not first:
        raise JournalError("the file is empty: a journal begins with a header")
    ended = first.endswith(b"\n") or len(first) == MAX_RECORD
    if not ended and first[: len(_BEGINNING)] == _BEGINNING[: len(first)]:
        raise JournalError("the file ends inside its header: nothing was recorded", torn=True)
    header, checksum = decode_header(first[:-1])
    records: list[Record] = []
    size, number = len(first), 1
    problem: JournalError | None = None
    while problem is None and (line := file.readline(MAX_RECORD)):
        number += 1
        try:
            _check_line(line, number)
            record, checksum = decode_record(line[:-1], number, checksum)
        except JournalError as error:
            problem = error
        else:
            records.append(record)
            size += len(line)
    return Journal(header, records, problem, size, checksum)


def _check_line(line: bytes, number: int) -> None:
    if line.endswith(b"\n"):
        return
    if len(line) >= MAX_RECORD:
        raise JournalError(
            f"line {number} is longer than {MAX_RECORD} bytes, which no record is", line=number
        )
    raise JournalError(
        f"line {number} is torn: the file ends inside it, after {number - 2} whole records",
        line=number,
        torn=True,
    )
