"""Write a journal: append records, and pass each record to the operating system immediately.

A record is written before its intent is performed, so a crash loses at most the intent that is
being written. Closing the journal flushes it to the disk; until then, a power cut may lose the
records that the operating system has not flushed yet, usually those of the last half minute.

After an error, for example because the disk is full, nothing more is written.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from eventcore.errors import JournalError
from eventcore.journal.files import check_not_importing, lock, not_written, open_plain
from eventcore.journal.format import Header, Record, decode_header, encode_record
from eventcore.journal.reader import Journal
from eventcore.journal.settled import SettledEvents, encode_events

_CHECK_EVERY: Final = 16  # check for changes by another program after this number of writes
_NO_FSYNC: Final = (errno.EINVAL, errno.ENOTSUP)  # the errors of file systems without ``fsync``


class JournalWriter:
    """A context manager that appends records to a journal and closes the file at the end.

    Methods raise JournalError if a record is invalid or too long, if the header does not allow
    events, or if the file can no longer be written, for example because another program removed it.
    If a write itself fails, the file is closed, and its last line may be torn.

    Attributes:
        path: The path of the file.
        checksum: The checksum of the last line; the next line's checksum builds on it.
        sum: The checksum of the last record, which does not cover the events after the record.
        digest: The digest of the last record; empty if there are no records yet.
    """

    def __init__(self, path: Path, descriptor: int, header: Header, checksum: int) -> None:
        self.path: Path = path
        self.checksum: int = checksum
        self.sum: int = checksum
        self.digest: str = ""
        # Store an absolute path, because the program may change its working directory later.
        self._place = os.path.abspath(path)
        self._descriptor = descriptor
        self._has_events = header.events
        mine = os.fstat(descriptor)
        self._inode, self._size = mine.st_ino, mine.st_size
        self._unchecked = 0  # the number of writes since the last check
        self._problem = ""  # the reason why nothing more can be written

    @classmethod
    def create(cls, path: Path | str, header: Header, *, overwrite: bool = False) -> Self:
        """Create a new journal file, and its folder if needed.

        Raises:
            JournalError: The file cannot be written, or it exists and ``overwrite`` is False.
        """
        if not str(path):
            raise JournalError("the path of the journal is empty; give it a name")
        path, (line, checksum) = Path(path), encode_record(header.record(), 0)
        decode_header(line[:-1])  # raise an error if the header could not be read later
        check_not_importing(path)
        try:
            if not path.parent.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
            new = 0 if overwrite else os.O_EXCL
            descriptor = open_plain(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | new)
        except FileExistsError:
            raise JournalError(
                f"{path}: this file already exists; choose another name, resume this journal or "
                "pass overwrite=True"
            ) from None
        except (OSError, ValueError) as error:  # ValueError: the name contains a NUL character
            raise not_written(path, error) from None
        lock(path, descriptor)
        os.ftruncate(descriptor, 0)
        writer = cls(path, descriptor, header, checksum)
        try:
            writer._write(line)
        except JournalError:
            path.unlink(missing_ok=True)
            raise
        return writer

    @classmethod
    def resume(cls, path: Path | str, journal: Journal) -> Self:
        """Reopen the file of a journal, and remove everything after its last complete record.

        An incomplete last line and any events after the last record are lost. The caller must
        therefore perform the last intent again and append its events.

        Raises:
            JournalError: The journal is damaged (not just incomplete), cannot be written, or is
                locked by another writer.
        """
        path = Path(path)
        check_not_importing(path)
        if journal.problem is not None and not journal.problem.torn:
            remedy = "copy the intact part with Journal.copy_to, and continue the copy"
            raise JournalError(f"{path}: {journal.problem}; {remedy}")
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
            lock(path, descriptor)
            try:
                if os.fstat(descriptor).st_size != journal.length:
                    raise JournalError(f"{path}: this file changed after it was read; try again")
                os.ftruncate(descriptor, journal.size)
            except BaseException:
                os.close(descriptor)
                raise
        except OSError as error:
            raise not_written(path, error) from None
        writer = cls(path, descriptor, journal.header, journal.checksum)
        writer.digest = journal.records[-1].digest if journal.records else ""
        return writer

    def append(self, record: Record) -> None:
        """Write a record."""
        line, checksum = encode_record(record, self.checksum)
        self._write(line)
        self.checksum = self.sum = checksum
        self.digest = record.digest

    def append_events(self, events: SettledEvents) -> None:
        """Write settled events, in the order in which they settled."""
        if events and not self._has_events:
            raise JournalError(
                f"{self.path}: the header of this journal excludes events; begin the journal with "
                "attrs.evolve(header, events=True)"
            )
        if events:
            lines, checksum = encode_events(events, self.checksum)
            self._write(lines)
            self.checksum = checksum

    def close(self) -> None:
        """Close the file. Closing it again does nothing.

        Raises:
            JournalError: The last records may not be on the disk, or another program removed or
                changed the file. The file is closed even then.
        """
        if self._descriptor < 0:
            return
        try:
            try:
                os.fsync(self._descriptor)
            except OSError as error:
                if error.errno not in _NO_FSYNC:
                    self._problem = (
                        f"the last records may not be on the disk: {error.strerror or error}"
                    )
            self._check()
        finally:
            self._close_file()
        self._problem = "this journal is closed"

    def _write(self, data: bytes) -> None:
        self._unchecked += 1
        if self._problem or self._unchecked >= _CHECK_EVERY:  # a check takes longer than a write
            self._check()
        try:
            while data:
                written = os.write(self._descriptor, data)
                self._size += written
                data = data[written:]
        except OSError as error:
            self._problem = f"cannot be written: {error.strerror or error}"
            self._check()

    def _check(self) -> None:
        """Close the file and raise JournalError if a write failed or the file has been changed."""
        self._unchecked = 0
        if not self._problem:
            with suppress(OSError):
                there = os.stat(self._place)
                if (there.st_ino, there.st_size) == (self._inode, self._size):
                    return
            self._problem = "another program removed, renamed or changed this file"
        self._close_file()
        remedy = "to continue, resume this journal or begin a new one"
        raise JournalError(f"{self.path}: {self._problem}; {remedy}")

    def _close_file(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
