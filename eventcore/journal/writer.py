"""Writing a journal: append only, each record handed to the system at once.

A record is on its way to the disk before the intent in it is performed, so
whatever ends the process, at most the intent being written is lost. What a full disk
does not take is kept, and written with the next record that it does.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

from eventcore.errors import JournalError
from eventcore.journal.files import STDIN, Packer, Sync, is_packed, lock, opened, packer_for
from eventcore.journal.format import (
    MAX_RECORD,
    Header,
    Record,
    Settled,
    encode_events,
    encode_header,
    encode_record,
)
from eventcore.journal.reader import Journal

__all__ = ["JournalWriter", "copy_journal"]

_MOST_KEPT: Final = 1 << 26
"""How many bytes are kept of what could not be written."""


class JournalWriter:
    """An open journal that records are appended to; a context manager.

    Attributes:
        path: The file.
        trouble: Why what was appended last is not written yet; empty while all is.
        checksum: What the checksum of the next record starts from.
    """

    def __init__(
        self, path: Path, descriptor: int, checksum: int, packer: Packer, sync: Sync
    ) -> None:
        self.path = path
        self.trouble = ""
        self.checksum = checksum
        self._descriptor = descriptor
        self._packer = packer
        self._sync = sync
        self._size = os.fstat(descriptor).st_size
        self._unwritten = b""

    @classmethod
    def create(cls, path: Path, header: Header, *, sync: Sync = Sync.CLOSE) -> Self:
        """Begin a new journal, making its folder where needed.

        Args:
            path: A new file; one whose name ends in ``.gz`` or ``.zst`` is compressed.
            header: What it says of the run.
            sync: When what is written is forced to the disk.

        Raises:
            JournalError: The file exists already or cannot be written.
        """
        line, checksum = encode_header(header)
        packer = _packer_for(path)
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
        lock(path, descriptor)
        writer = cls(path, descriptor, checksum, packer, sync)
        writer._write(line)
        if writer.trouble:
            os.close(descriptor)
            path.unlink(missing_ok=True)
            raise JournalError(writer.trouble)
        return writer

    @classmethod
    def resume(cls, path: Path, journal: Journal, *, sync: Sync = Sync.CLOSE) -> Self:
        """Go on with a journal that was read, cutting off a torn end.

        Events that stand after the last record are cut off as well: whoever goes on
        performs that record's intent again and writes them anew.

        Raises:
            JournalError: It is damaged other than by a torn end, cannot be written, or
                is being written by another process.
        """
        if journal.problem is not None and not journal.problem.torn:
            raise JournalError(f"{path}: {journal.problem}; it cannot be continued")
        packer = _packer_for(path)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
            lock(path, descriptor)
            try:
                if is_packed(path):
                    fresh = _repack(path, descriptor, journal, packer)
                    os.close(descriptor)
                    descriptor = fresh
                else:
                    _require(path, os.fstat(descriptor).st_size == journal.length)
                    os.ftruncate(descriptor, journal.size)
            except BaseException:
                os.close(descriptor)
                raise
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror or error}") from None
        return cls(path, descriptor, journal.checksum, packer, sync)

    def append(self, record: Record) -> None:
        """Write a record; ``trouble`` tells where the system could not take it.

        Raises:
            JournalError: It is none that a reader would take, the journal is closed, or
                there is more to be written than can be kept.
        """
        line, checksum = encode_record(record, self.checksum)
        self._write(line)
        self.checksum = checksum

    def append_events(self, events: list[Settled]) -> None:
        """Write settled events, in the order they settled in.

        Raises:
            JournalError: As for ``append``.
        """
        if events:
            lines, checksum = encode_events(events, self.checksum)
            self._write(lines)
            self.checksum = checksum

    def close(self) -> None:
        """Close the file; closing twice does no harm.

        Raises:
            JournalError: Something could not be written to the end; the file is closed still.
        """
        if self._descriptor < 0:
            return
        try:
            self._hand_over(self._packer.end())
            if self._sync is not Sync.NEVER:
                self._force()
        finally:
            os.close(self._descriptor)
            self._descriptor = -1
        if self.trouble:
            raise JournalError(self.trouble)

    def _write(self, lines: bytes) -> None:
        if self._descriptor < 0:
            raise JournalError(f"{self.path}: cannot be written: it is closed")
        if len(self._unwritten) > _MOST_KEPT:
            raise JournalError(self.trouble)
        self._hand_over(self._packer.pack(lines))
        if self._sync is Sync.ALWAYS and not self.trouble:
            self._force()

    def _hand_over(self, data: bytes) -> None:
        """Give the system all it has not got yet, or leave the file as it was."""
        self._unwritten += data
        done = 0
        try:
            while done < len(self._unwritten):
                done += os.write(self._descriptor, self._unwritten[done:])
        except OSError as error:
            self._fail(error)
            if done:
                self._take_back(done)
        else:
            self._size += done
            self._unwritten = b""
            self.trouble = ""

    def _take_back(self, done: int) -> None:
        """Leave the file as it was, or go on behind what it has got, where that cannot be."""
        try:
            os.ftruncate(self._descriptor, self._size)
        except OSError:
            self._size += done
            self._unwritten = self._unwritten[done:]

    def _force(self) -> None:
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        self.trouble = f"{self.path}: cannot be written: {error.strerror or error}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def copy_journal(source: Path, size: int, target: Path) -> None:
    """Copy the beginning of a journal to a new file.

    Args:
        source: The journal.
        size: How many bytes of it, unpacked: a Journal's ``size``, or one of its ``ends``.
        target: The new file, compressed if its name says so.

    Raises:
        JournalError: The file exists already, or one of the two cannot be read or written.
    """
    packer = _packer_for(target)
    try:
        with target.open("xb") as file, opened(source) as lines:
            _copy(lines, size, file, packer)
            file.write(packer.end())
    except FileExistsError:
        raise JournalError(f"{target}: exists already; name a new file") from None
    except OSError as error:
        raise JournalError(f"{target}: cannot be written: {error.strerror or error}") from None


def _packer_for(path: Path) -> Packer:
    """Give what compresses a file of this name.

    Raises:
        JournalError: There is no writing to it.
    """
    if path == STDIN:
        raise JournalError("-: is standard input, which is only read; name a file to write to")
    return packer_for(path)


def _copy(source: BinaryIO, size: int, target: BinaryIO, packer: Packer) -> int:
    """Write so many bytes of lines; say how many there were."""
    done = 0
    while done < size and (line := source.readline(min(size - done, MAX_RECORD))):
        target.write(packer.pack(line))
        done += len(line)
    return done


def _length(source: BinaryIO) -> int:
    """Say how many bytes of lines are left, whatever becomes of the end."""
    length = 0
    try:
        while line := source.readline(MAX_RECORD):
            length += len(line)
    except JournalError:
        pass
    return length


def _require(path: Path, unchanged: bool) -> None:
    if not unchanged:
        raise JournalError(f"{path}: has changed since it was read; try again")


def _repack(path: Path, descriptor: int, journal: Journal, packer: Packer) -> int:
    """Write what is whole of a compressed journal anew, put it in its place, and open it."""
    path = path.resolve()
    before = os.fstat(descriptor)
    _require(path, os.path.samestat(before, os.stat(path)))
    beside = path.with_name(path.name + ".part")
    fresh = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644)
    lock(beside, fresh)
    try:
        os.fchmod(fresh, before.st_mode & 0o777)
        with open(fresh, "wb", closefd=False) as file, opened(path) as lines:
            done = _copy(lines, journal.size, file, packer)
            _require(path, done + _length(lines) == journal.length)
        os.fsync(fresh)
        os.replace(beside, path)
    except BaseException:
        os.close(fresh)
        beside.unlink(missing_ok=True)
        raise
    return fresh
