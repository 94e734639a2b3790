"""Write a journal by appending records and passing each one to the operating system at once.

A record is written before its intent is performed, so a crash loses at most the intent that is
being written. Records that do not fit on a full disk are kept, and written with the next record.
"""

from __future__ import annotations

import errno
import os
import threading
from collections import deque
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from eventcore.errors import JournalError
from eventcore.journal.files import Sync, force_name, is_packed, lock, require_plain, what_else
from eventcore.journal.format import INTENT, Header, Record, encode_header, encode_record
from eventcore.journal.reader import Journal
from eventcore.journal.settled import SettledEvents, encode_events

_MOST_WAITING: Final = 1 << 26
"""The maximum number of bytes to keep in memory while they cannot be written."""
_EVERY: Final = 64
"""After this many writes, check whether another program has changed or moved the file."""
_AT_ONCE: Final = 1 << 20
_NO_FSYNC: Final = (errno.EINVAL, errno.ENOTSUP)
"""The error codes of file systems that cannot force data to the disk."""


class JournalWriter:
    """Appends records to a journal. It is a context manager, which closes the file.

    Attributes:
        path: The path of the file, or of the new file with its records if the file was removed.
        checksum: The checksum of the last line, which the next line's checksum includes.
        sum: The checksum of the last record, before any events that follow it.
        digest: The digest of the last record; empty before the first.
        trouble: The reason why some lines are not on the disk; empty if there is no problem.
    """

    def __init__(
        self,
        path: Path,
        descriptor: int,
        header: Header,
        checksum: int,
        *,
        sync: Sync,
        digest: str = "",
    ) -> None:
        self.path: Path = path
        self.checksum: int = checksum
        self.sum: int = checksum
        self.digest: str = digest
        self.trouble: str = ""
        # Store an absolute path, because the program may change its working directory.
        self._place = Path(os.path.abspath(path))
        self._descriptor = descriptor
        self._has_events = header.events
        self._sync = sync
        self._size = os.fstat(descriptor).st_size
        self._waiting = deque[tuple[bytes, int]]()
        self._held = self._unchecked = 0
        self._closed = "it is closed"
        # If ``_later`` is set, ``settle`` forces the data to the disk, in a thread.
        self._later = self._unforced = False
        self._forcing: threading.Thread | None = None
        self._fault = ""

    @property
    def unwritten(self) -> int:
        """The number of appended intents that could not be written to the file yet."""
        return sum(intents for _, intents in self._waiting)

    @classmethod
    def create(cls, path: Path | str, header: Header, *, sync: Sync = "close") -> Self:
        """Create a new journal file, and its folder if needed.

        Args:
            path: The path of the new file.
            header: The first record of the journal.
            sync: When to force records to the disk.

        Raises:
            JournalError: The file exists already or cannot be written.
        """
        path, (line, checksum) = Path(path), encode_header(header)
        require_plain(path)
        made = [path]
        try:
            while made[-1] != made[-1].parent and not os.path.exists(made[-1].parent):
                made.append(made[-1].parent)
            if len(made) > 1:
                path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except FileExistsError:
            known = what_else(path) or "exists already; name a new file, or resume this one"
            raise JournalError(f"{path}: {known}") from None
        except (OSError, ValueError) as error:  # ValueError: the name contains a NUL character
            reason = getattr(error, "strerror", None) or error
            raise JournalError(f"{path}: cannot be written: {reason}") from None
        lock(path, descriptor)
        writer = cls(path, descriptor, header, checksum, sync=sync)
        writer._write(line)
        if writer.trouble:
            os.close(descriptor)
            path.unlink(missing_ok=True)
            raise JournalError(writer.trouble)
        if sync != "never":
            for new in made:
                force_name(new)
        return writer

    @staticmethod
    def discard_empty(path: Path, error: JournalError) -> None:
        """Remove a journal file that does not even contain a complete header.

        Args:
            path: The path of the journal.
            error: The error that was raised when the journal was read.

        Raises:
            JournalError: The file contains a header, is not a plain file, cannot be removed, or is
                being written by another process.
        """
        if not path.is_file():
            raise error
        size = path.stat().st_size
        if size and not error.torn:
            raise error
        if path.is_symlink() or is_packed(path):
            raise JournalError(f"{error}; delete it, or name another file to begin a game")
        try:
            descriptor = os.open(path, os.O_WRONLY)
            lock(path, descriptor)
            try:
                _require_size(path, descriptor, size)
                path.unlink()
            finally:
                os.close(descriptor)
        except OSError as refusal:
            reason = refusal.strerror or refusal
            raise JournalError(f"{path}: cannot be written: {reason}") from None

    @classmethod
    def resume(cls, path: Path | str, journal: Journal, *, sync: Sync = "close") -> Self:
        """Continue a journal that was read. If its last line is incomplete, cut off that line.

        Events after the last record are cut off as well. The caller performs the last intent again
        and appends its events again.

        Raises:
            JournalError: The journal is damaged (not only incomplete) or compressed, cannot be
                written, or is being written by another process.
        """
        path = Path(path)
        if journal.problem is not None and not journal.problem.torn:
            raise JournalError(f"{path}: {journal.problem}; it cannot be continued")
        require_plain(path)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
            lock(path, descriptor)
            try:
                _require_size(path, descriptor, journal.length)
                os.ftruncate(descriptor, journal.size)
            except BaseException:
                os.close(descriptor)
                raise
            if sync != "never":
                force_name(path.resolve())
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror or error}") from None
        digest = journal.records[-1].digest if journal.records else ""
        return cls(path, descriptor, journal.header, journal.checksum, sync=sync, digest=digest)

    def append(self, record: Record) -> None:
        """Write a record. If the system cannot write it now, ``trouble`` contains the reason.

        Raises:
            JournalError: The record is invalid or too long, the journal is closed, its file was
                removed or changed by another program, or too much is waiting to be written.
        """
        line, checksum = encode_record(record, self.checksum)
        self._write(line, int(record.kind == INTENT))
        self.checksum = self.sum = checksum
        self.digest = record.digest

    def append_events(self, events: SettledEvents) -> None:
        """Write settled events, in the order in which they settled.

        Raises:
            JournalError: For a reason as in ``append``, or because the header excludes events.
        """
        if events and not self._has_events:
            raise JournalError(
                f"{self.path}: its header says that no events are recorded: begin it with "
                "attrs.evolve(header, events=True)"
            )
        if events:
            lines, checksum = encode_events(events, self.checksum)
            self._write(lines)
            self.checksum = checksum

    def wait_for_settle(self) -> None:
        """From now on, force records to the disk in a thread, at ``settle`` or the next record."""
        self._later = True

    def settle(self) -> None:
        """Force pending records to the disk; use a thread if ``wait_for_settle`` was called."""
        if not self._unforced:
            return
        if self._later:
            if self._forcing is not None and self._forcing.is_alive():
                return  # the next call of ``settle`` forces these records
            self._forcing = threading.Thread(target=self._force, name="journal-fsync")
            with suppress(RuntimeError):  # RuntimeError: the system cannot start a thread
                self._unforced = False
                self._forcing.start()
                return
            self._forcing = None
        self._unforced = False
        self._force()

    def wait(self) -> None:
        """Wait until everything is on the disk. If that fails, ``trouble`` contains the reason."""
        if self._forcing is not None:
            self._forcing.join()
        if self._unforced:
            self._unforced = False
            self._force()

    def close(self) -> None:
        """Close the file. Closing it again does nothing.

        Raises:
            JournalError: The last records could not be written, or another program removed or
                changed the file. The file is closed in any case.
        """
        if self._descriptor < 0:
            return
        try:
            self.wait()
            self._check_file()
            self._put_all()
            if self._sync != "never":
                self._force()
        finally:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1
        if self.trouble:
            lost = f"{self.unwritten} intent{' is' if self.unwritten == 1 else 's are'} lost"
            raise JournalError(f"{self.trouble}; {lost}" if self.unwritten else self.trouble)

    def _write(self, data: bytes, intents: int = 0) -> None:
        if self._descriptor < 0:
            raise JournalError(f"{self.path}: cannot be written: {self._closed}")
        if self._held > _MOST_WAITING:
            raise JournalError(self.trouble)
        self.settle()
        self._unchecked += 1
        always = self._sync == "always"
        if always or self._unchecked >= _EVERY or self.trouble:
            self._check_file()
        self._waiting.append((data, intents))
        self._held += len(data)
        self._put_all()
        if always and not self._waiting:
            self._unforced = True
            if not self._later:
                self.settle()

    def _put_all(self) -> None:
        """Write all waiting data, until the system reports an error."""
        try:
            while self._waiting:
                self._put(*self._waiting[0])
        except OSError as error:
            self.trouble = f"{self.path}: cannot be written: {error.strerror or error}"
        else:
            self.trouble = self._fault

    def _put(self, data: bytes, intents: int) -> None:
        """Write the first piece of waiting data; on an error, try to leave the file unchanged."""
        done = 0
        try:
            while done < len(data):
                done += os.write(self._descriptor, data[done:])
        except OSError:
            if done and not self._taken_back():
                self._size += done
                self._held -= done
                self._waiting[0] = (data[done:], intents)
            raise
        self._size += len(data)
        self._held -= len(data)
        self._waiting.popleft()

    def _taken_back(self) -> bool:
        """Remove partly written data from the file; return whether that was possible."""
        try:
            os.ftruncate(self._descriptor, self._size)
        except OSError:
            return False
        return True

    def _check_file(self) -> None:
        """Close the file and raise JournalError if another program moved or changed it."""
        self._unchecked = 0
        mine = os.fstat(self._descriptor)
        try:
            same = os.path.samestat(mine, os.stat(self._place))
        except (FileNotFoundError, NotADirectoryError):
            same = False
        except OSError:
            return  # the path cannot be checked at the moment
        if same and mine.st_size == self._size:
            return
        path = self.path
        if same:
            self._closed = "another program changed it; to continue, resume it or begin a new one"
        elif mine.st_nlink:
            self._closed = "it was renamed or replaced; all records are in the renamed file"
        else:
            self._closed = f"it was removed or replaced; {self._rescue()}"
        error = JournalError(f"{path}: cannot be written: {self._closed}")
        self.wait()
        os.close(self._descriptor)
        self._descriptor = -1
        raise error

    def _rescue(self) -> str:
        """Copy the records of a removed file to a new file; return a message about the result."""
        stem, dot, rest = self._place.name.partition(".")
        names = (self._place.with_name(f"{stem}.saved-{n}{dot}{rest}") for n in count(1))
        target = next(free for free in names if not os.path.lexists(free))
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                for start in range(0, self._size, _AT_ONCE):
                    file.write(os.pread(self._descriptor, _AT_ONCE, start))
                file.writelines(data for data, _ in self._waiting)
        except OSError as error:
            return f"its records cannot be saved as {target.name}: {error.strerror or error}"
        self.path = target
        return f"all records are in {target.name}; resume that file"

    def _force(self) -> None:
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            if error.errno in _NO_FSYNC:
                self._sync = "never"
                return
            # The system may have lost data that it could not force, so keep reporting the error.
            self._fault = self.trouble = (
                f"{self.path}: may not be on the disk: {error.strerror or error}"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _require_size(path: Path, descriptor: int, size: int) -> None:
    if os.fstat(descriptor).st_size != size:
        raise JournalError(f"{path}: has changed since it was read; try again")
