"""Writing a journal: append only, each record handed to the system at once.

A record is on its way to the disk before the intent in it is performed, so
whatever ends the process, at most the intent being written is lost.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from eventcore.errors import JournalError
from eventcore.journal.format import Header, Record, encode_header, encode_record
from eventcore.journal.reader import Journal

__all__ = ["JournalWriter"]


class JournalWriter:
    """An open journal that records are appended to; a context manager."""

    def __init__(self, path: Path, descriptor: int, checksum: int) -> None:
        self.path = path
        self._descriptor = descriptor
        self._checksum = checksum
        self._failure: JournalError | None = None

    @classmethod
    def create(cls, path: Path, header: Header) -> Self:
        """Begin a new journal, making its folder where needed.

        Raises:
            JournalError: The file exists already or cannot be written.
        """
        line, checksum = encode_header(header)
        try:
            if not os.path.exists(path.parent):
                path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except FileExistsError:
            raise JournalError(
                f"{path}: exists already; name a new file, or resume this one"
            ) from None
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = getattr(error, "strerror", None) or error
            raise JournalError(f"{path}: cannot be written: {reason}") from None
        _lock(path, descriptor)
        writer = cls(path, descriptor, checksum)
        writer._write(line)
        return writer

    @classmethod
    def resume(cls, path: Path, journal: Journal) -> Self:
        """Go on with a journal that was read, cutting off a torn end.

        Raises:
            JournalError: It is damaged other than by a torn end, cannot be written, or
                is being written by another process.
        """
        if journal.problem is not None and not journal.problem.torn:
            raise JournalError(f"{path}: {journal.problem}; it cannot be continued")
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
            _lock(path, descriptor)
            if journal.problem is None and os.fstat(descriptor).st_size != journal.size:
                os.close(descriptor)
                raise JournalError(f"{path}: has changed since it was read; try again")
            os.ftruncate(descriptor, journal.size)
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror or error}") from None
        return cls(path, descriptor, journal.checksum)

    def append(self, record: Record) -> None:
        """Write a record.

        Raises:
            JournalError: The system could not take it, for want of space perhaps. Once
                part of a record was written, none is any more: it would be damage.
        """
        if self._failure is not None:
            raise self._failure
        line, checksum = encode_record(record, self._checksum)
        self._write(line)
        self._checksum = checksum

    def close(self) -> None:
        """Close the file; closing twice does no harm."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _write(self, line: bytes) -> None:
        done = 0
        try:
            while done < len(line):
                done += os.write(self._descriptor, line[done:])
        except OSError as error:
            failure = JournalError(f"{self.path}: cannot be written: {error.strerror or error}")
            if done:
                self._failure = failure  # a torn end can be continued, what follows one cannot
                self.close()
            raise failure from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _lock(path: Path, descriptor: int) -> None:
    """Keep others from writing the file until it is closed, however the process ends.

    Raises:
        JournalError: Another process is writing it.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # on Windows, where nothing keeps two processes apart
        return
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise JournalError(f"{path}: is being written by another process") from None
    except OSError:
        return  # a file system that knows no locks
