"""Writing a journal: append only, each record handed to the system at once.

A record is on its way to the disk before the intent in it is performed, so
whatever ends the process, at most the intent being written is lost. What a full disk
does not take is kept, and written with the next record that it does.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from eventcore.errors import JournalError
from eventcore.journal.appending import AppendedFile
from eventcore.journal.copying import packer_to_write, repack, require
from eventcore.journal.files import Sync, force_name, is_packed, lock, what_else
from eventcore.journal.format import INTENT, Header, Record, encode_header, encode_record
from eventcore.journal.reader import Journal
from eventcore.journal.settled import SettledEvents, encode_events


class JournalWriter:
    """An open journal that records are appended to; a context manager.

    Attributes:
        checksum: What the checksum of the next record starts from.
        sum: The checksum of the last record, before any events that stand after it.
        digest: The digest of the last record; empty before the first.
    """

    def __init__(self, file: AppendedFile, checksum: int, header: Header, digest: str = "") -> None:
        self.checksum: int = checksum
        self.digest: str = digest
        self.sum: int = checksum
        self._file = file
        self._has_events = header.events

    @property
    def path(self) -> Path:
        """The file; another from where it goes on elsewhere."""
        return self._file.path

    @property
    def trouble(self) -> str:
        """Why what was appended last may not be written yet; empty while all is."""
        return self._file.trouble

    @property
    def moved(self) -> str:
        """What became of the file it began with, and where it goes on; empty while it is there."""
        return self._file.moved

    @property
    def unwritten(self) -> int:
        """How many intents were appended and are not written yet."""
        return self._file.unwritten

    @classmethod
    def create(cls, path: Path | str, header: Header, *, sync: Sync = "close") -> Self:
        """Begin a new journal, making its folder where needed.

        Args:
            path: A new file; one whose name ends in ``.gz`` or ``.zst`` is compressed.
            header: Its first record: what it was recorded from.
            sync: When what is written is forced to the disk.

        Raises:
            JournalError: The file exists already or cannot be written.
        """
        path, (line, checksum) = Path(path), encode_header(header)
        packer = packer_to_write(path)
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
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = getattr(error, "strerror", None) or error
            raise JournalError(f"{path}: cannot be written: {reason}") from None
        lock(path, descriptor)
        file = AppendedFile(path, descriptor, packer, sync)
        file.append(line)
        if file.trouble:
            os.close(descriptor)
            path.unlink(missing_ok=True)
            raise JournalError(file.trouble)
        if sync != "never":
            for new in made:
                force_name(new)
        return cls(file, checksum, header)

    @staticmethod
    def discard_empty(path: Path, error: JournalError) -> None:
        """Remove a journal in which nothing was recorded, not even all of its header.

        Only a plain file is removed that is empty or holds the beginning of a header.

        Args:
            path: The file.
            error: The error that was raised when it was read.

        Raises:
            JournalError: The file is not empty, cannot be removed, or is about to be written by
                another process.
        """
        if not path.is_file():
            raise error
        size = path.stat().st_size
        if size and not error.torn:
            raise error
        if path.is_symlink() or (size and is_packed(path)):
            raise JournalError(f"{error}; delete it, or name another file to begin a game")
        try:
            descriptor = os.open(path, os.O_WRONLY)
            lock(path, descriptor)
            try:
                if os.fstat(descriptor).st_size != size:
                    raise JournalError(f"{path}: has changed since it was read; try again")
                path.unlink()
            finally:
                os.close(descriptor)
        except OSError as refusal:
            reason = refusal.strerror or refusal
            raise JournalError(f"{path}: cannot be written: {reason}") from None

    @classmethod
    def resume(cls, path: Path | str, journal: Journal, *, sync: Sync = "close") -> Self:
        """Go on with a journal that was read, cutting off a torn end.

        Events that stand after the last record are cut off as well: whoever goes on
        performs that record's intent again and writes them anew.

        Raises:
            JournalError: The journal is damaged other than by a torn end, cannot be written, or
                is being written by another process.
        """
        path = Path(path)
        if journal.problem is not None and not journal.problem.torn:
            raise JournalError(f"{path}: {journal.problem}; it cannot be continued")
        packer = packer_to_write(path)
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND)
            lock(path, descriptor)
            try:
                if is_packed(path):
                    fresh = repack(path, descriptor, journal.size, journal.length, packer)
                    os.close(descriptor)
                    descriptor = fresh
                else:
                    require(path, os.fstat(descriptor).st_size == journal.length)
                    os.ftruncate(descriptor, journal.size)
            except BaseException:
                os.close(descriptor)
                raise
            if sync != "never":
                force_name(path.resolve())  # new, where the file is or was written anew
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror or error}") from None
        file = AppendedFile(path, descriptor, packer, sync)
        digest = journal.records[-1].digest if journal.records else ""
        return cls(file, journal.checksum, journal.header, digest)

    def append(self, record: Record) -> None:
        """Write a record; ``trouble`` tells where the system could not take it.

        Raises:
            JournalError: No reader would take the record, the journal is closed, or
                there is more to be written than can be kept.
        """
        line, checksum = encode_record(record, self.checksum)
        self._file.append(line, intents=int(record.kind == INTENT))
        self.checksum = self.sum = checksum
        self.digest = record.digest

    def append_events(self, events: SettledEvents) -> None:
        """Write settled events, in the order they settled in.

        Raises:
            JournalError: No reader would take the events, as where the header says that there are
                none, the journal is closed, or there is more to be written than can be kept.
        """
        if events and not self._has_events:
            raise JournalError(
                f"{self.path}: its header says that no events are recorded: begin it with "
                "attrs.evolve(header, events=True)"
            )
        if events:
            lines, checksum = encode_events(events, self.checksum)
            self._file.append(lines)
            self.checksum = checksum

    def wait_for_settle(self) -> None:
        """Leave it to ``settle``, or to the next record, to have each one forced to the disk.

        From then on that is done beside whatever else is done, so that no disk is waited for;
        ``trouble`` tells with the next record where it could not be.
        """
        self._file.later = True

    def settle(self) -> None:
        """Have forced to the disk what waits for that."""
        self._file.settle()

    def wait(self) -> None:
        """Wait until all is on the disk that is to be; ``trouble`` tells where it is not."""
        self._file.wait()

    def close(self) -> None:
        """Close the file; closing twice does no harm.

        Raises:
            JournalError: The end could not be written; the file is closed still.
        """
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
