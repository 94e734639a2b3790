"""Writing a journal: append only, each record handed to the system at once.

A record is on its way to the disk before the intent in it is performed, so
whatever ends the process, at most the intent being written is lost. What a full disk
does not take is kept, and written with the next record that it does.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from eventcore.errors import JournalError
from eventcore.journal.copying import packer_to_write, repack, require
from eventcore.journal.files import Packer, Sync, force_name, is_packed, lock
from eventcore.journal.format import INTENT, Header, Record, encode_header, encode_record
from eventcore.journal.reader import Journal
from eventcore.journal.settled import SettledEvents, encode_events

_MOST_KEPT: Final = 1 << 26
"""How many bytes are kept of what could not be written."""


class JournalWriter:
    """An open journal that records are appended to; a context manager.

    Attributes:
        path: The file.
        trouble: Why what was appended last is not written yet; empty while all is.
        unwritten: How many intents were appended and are not written yet.
        checksum: What the checksum of the next record starts from.
        sum: The checksum of the last record, before any events that stand after it.
    """

    def __init__(
        self, path: Path, descriptor: int, checksum: int, packer: Packer, sync: Sync
    ) -> None:
        self.path = path
        self.trouble = ""
        self.unwritten = 0
        self.checksum = self.sum = checksum
        self._descriptor = descriptor
        self._packer = packer
        self._sync = sync
        self._size = os.fstat(descriptor).st_size
        self._waiting = b""

    @classmethod
    def create(cls, path: Path, header: Header, *, sync: Sync = Sync.CLOSE) -> Self:
        """Begin a new journal, making its folder where needed.

        Args:
            path: A new file; one whose name ends in ``.gz`` or ``.zst`` is compressed.
            header: Its first record: what it was recorded from.
            sync: When what is written is forced to the disk.

        Raises:
            JournalError: The file exists already or cannot be written.
        """
        line, checksum = encode_header(header)
        packer = packer_to_write(path)
        made = [path]
        try:
            while made[-1] != made[-1].parent and not os.path.exists(made[-1].parent):
                made.append(made[-1].parent)
            if len(made) > 1:
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
        if sync is not Sync.NEVER:
            for new in made:
                force_name(new)
        return writer

    @classmethod
    def resume(cls, path: Path, journal: Journal, *, sync: Sync = Sync.CLOSE) -> Self:
        """Go on with a journal that was read, cutting off a torn end.

        Events that stand after the last record are cut off as well: whoever goes on
        performs that record's intent again and writes them anew.

        Raises:
            JournalError: The journal is damaged other than by a torn end, cannot be written, or
                is being written by another process.
        """
        if journal.problem is not None and not journal.problem.torn:
            raise JournalError(f"{path}: {journal.problem}; it cannot be continued")
        packer = packer_to_write(path)
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
            lock(path, descriptor)
            try:
                if is_packed(path):
                    fresh = repack(path, descriptor, journal, packer)
                    os.close(descriptor)
                    descriptor = fresh
                else:
                    require(path, os.fstat(descriptor).st_size == journal.length)
                    os.ftruncate(descriptor, journal.size)
            except BaseException:
                os.close(descriptor)
                raise
            if sync is not Sync.NEVER:
                force_name(path.resolve())  # new, where the file is or was written anew
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror or error}") from None
        return cls(path, descriptor, journal.checksum, packer, sync)

    def append(self, record: Record) -> None:
        """Write a record; ``trouble`` tells where the system could not take it.

        Raises:
            JournalError: No reader would take the record, the journal is closed, or
                there is more to be written than can be kept.
        """
        line, checksum = encode_record(record, self.checksum)
        self._write(line)
        self.checksum = self.sum = checksum
        if self._waiting and record.kind == INTENT:
            self.unwritten += 1

    def append_events(self, events: SettledEvents) -> None:
        """Write settled events, in the order they settled in.

        Raises:
            JournalError: No reader would take the events, the journal is closed, or there is more
                to be written than can be kept.
        """
        if events:
            lines, checksum = encode_events(events, self.checksum)
            self._write(lines)
            self.checksum = checksum

    def close(self) -> None:
        """Close the file; closing twice does no harm.

        Raises:
            JournalError: The end could not be written; the file is closed still.
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
            lost = f"{self.unwritten} intent{' is' if self.unwritten == 1 else 's are'} lost"
            raise JournalError(f"{self.trouble}; {lost}" if self.unwritten else self.trouble)

    def _write(self, lines: bytes) -> None:
        if self._descriptor < 0:
            raise JournalError(f"{self.path}: cannot be written: it is closed")
        if len(self._waiting) > _MOST_KEPT:
            raise JournalError(self.trouble)
        self._hand_over(self._packer.pack(lines))
        if self._sync is Sync.ALWAYS and not self.trouble:
            self._force()

    def _hand_over(self, data: bytes) -> None:
        """Give the system all it has not got yet, or leave the file as it was."""
        self._waiting += data
        done = 0
        try:
            while done < len(self._waiting):
                done += os.write(self._descriptor, self._waiting[done:])
        except OSError as error:
            self._fail(error)
            if done:
                self._take_back(done)
        else:
            self._size += done
            self._waiting = b""
            self.unwritten = 0
            self.trouble = ""

    def _take_back(self, done: int) -> None:
        """Leave the file as it was, or go on behind what it has got, where that cannot be."""
        try:
            os.ftruncate(self._descriptor, self._size)
        except OSError:
            self._size += done
            self._waiting = self._waiting[done:]

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
