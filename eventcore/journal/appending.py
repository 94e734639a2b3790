"""Appending: a file that only grows, and loses nothing of what it was given.

What the system does not take, for want of space, is kept and written with the next that it
takes. Now and then the file is looked at: where somebody has removed it, put another in its
place or changed its size, all of it is written anew beside it, and it goes on there.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from eventcore.errors import JournalError
from eventcore.journal.copying import free_name
from eventcore.journal.files import Packer, Sync, force_name, lock
from eventcore.journal.forcing import Forcing

_MOST_WAITING: Final = 1 << 26
"""How many bytes are kept of what could not be written."""
_MOST_COPIED: Final = 1 << 23
"""A file that has more bytes cannot be written anew where they are no longer in it."""
_PIECE: Final = 1 << 20
"""So many bytes are read back at a time."""
_EVERY: Final = 64
"""The file is looked at after so many pieces, or after each where each is forced to the disk."""
_ALWAYS: Final = "always"
"""Found here, for to look a member up in its class costs as much as what is asked of it."""
_NO_FSYNC: Final = (errno.EINVAL, errno.ENOTSUP)
"""What a file system says that forces nothing to a disk, or has none."""


class AppendedFile:
    """An open file that is appended to.

    Attributes:
        path: The file; another from where it goes on elsewhere.
        trouble: Why what was appended last is not written yet, or may not be on the disk; empty
            while all is.
        moved: What became of the file it began with, and where it goes on; empty while it is there.
        later: Whether what is to be forced to the disk may wait for ``settle``, or for what is
            appended next, and is forced then beside whatever else is done. What could not be
            forced is told by ``trouble`` once more is appended, or as it is closed.
    """

    def __init__(self, path: Path, descriptor: int, packer: Packer, sync: Sync) -> None:
        """Go on behind what is in a file.

        Args:
            path: The file.
            descriptor: The same, locked, and open for reading and for appending.
            packer: What compresses what is appended.
            sync: When that is forced to the disk.
        """
        self.path: Path = path
        self.trouble: str = ""
        self.moved: str = ""
        self.later = False
        self._begun = path
        # Absolute, whatever folder the program goes to.
        self._place = self._home = Path(os.path.abspath(path))
        self._descriptor = descriptor
        self._packer = packer
        self._sync = sync
        self._size = os.fstat(descriptor).st_size
        # What is in the file, piece by piece: one text would be moved as it grows.
        self._copy = _read(descriptor, self._size)
        self._waiting = deque[tuple[bytes, int]]()
        self._held = self._unlooked = 0
        self._unforced = False
        self._fault = ""
        self._forcing = Forcing()

    @property
    def unwritten(self) -> int:
        """How many intents were appended and are not written yet."""
        return sum(intents for _, intents in self._waiting)

    def append(self, lines: bytes, *, intents: int = 0) -> None:
        """Write lines; ``trouble`` tells where the system could not take them.

        Args:
            lines: One or more.
            intents: How many of them are intents.

        Raises:
            JournalError: The file is closed, or there is more to be written than can be kept.
        """
        if self._descriptor < 0:
            raise JournalError(f"{self.path}: cannot be written: it is closed")
        if self._held > _MOST_WAITING:
            raise JournalError(self.trouble)
        self.settle()
        self._take_faults()
        self._unlooked += 1
        always = self._sync == _ALWAYS
        look = always or self._unlooked >= _EVERY or self.trouble != ""
        data = self._packer.pack(lines)
        if look or self._waiting:
            self._hand_over(data, intents, look)
        else:
            self._write_at_once(data, intents)
        if always and not self._waiting:
            self._unforced = True
            if not self.later:
                self.settle()

    def settle(self) -> None:
        """Force to the disk what waits for that; where it may be later, wait for nothing."""
        if self._unforced:
            self._unforced = False
            if self.later:
                self._forcing.begin(self._descriptor)
            else:
                self._force()

    def wait(self) -> None:
        """Have on the disk all that is to be forced to it, before anything else is done."""
        self.settle()
        self._forcing.wait()
        self._take_faults()

    def close(self) -> None:
        """Close the file; closing twice does no harm.

        Raises:
            JournalError: The end could not be written; the file is closed still.
        """
        if self._descriptor < 0:
            return
        try:
            self.wait()
            self._hand_over(self._packer.end(), 0, True)
            if self._sync != "never":
                self._force()
        finally:
            os.close(self._descriptor)
            self._descriptor = -1
        if self.trouble:
            lost = f"{self.unwritten} intent{' is' if self.unwritten == 1 else 's are'} lost"
            raise JournalError(f"{self.trouble}; {lost}" if self.unwritten else self.trouble)

    def _write_at_once(self, data: bytes, intents: int) -> None:
        """Write a piece where none waits: nearly always all of it is taken, and none is kept."""
        try:
            done = os.write(self._descriptor, data)
        except OSError as error:
            self._keep(data, intents)
            self._tell(error)
            return
        if done == len(data):
            self._count(data)
        else:
            self._hand_over(data, intents, False, done)

    def _hand_over(self, data: bytes, intents: int, look: bool, done: int = 0) -> None:
        """Give the system all it has not got yet, piece by piece, as far as it takes them."""
        self._keep(data, intents)
        try:
            if look:
                self._find_again()
            while self._waiting:
                self._put(*self._waiting[0], done)
                done = 0
        except OSError as error:
            self._tell(error)
        else:
            self.trouble = self._fault

    def _keep(self, data: bytes, intents: int) -> None:
        self._waiting.append((data, intents))
        self._held += len(data)

    def _tell(self, error: OSError) -> None:
        self.trouble = f"{self.path}: cannot be written: {error.strerror or error}"

    def _put(self, data: bytes, intents: int, done: int) -> None:
        """Write the first of the waiting pieces whole, or leave the file as it was."""
        try:
            while done < len(data):
                done += os.write(self._descriptor, data[done:] if done else data)
        except OSError:
            if done and not self._taken_back():
                self._count(data[:done])
                self._held -= done
                self._waiting[0] = (data[done:], intents)
            raise
        self._count(data)
        self._held -= len(data)
        self._waiting.popleft()

    def _taken_back(self) -> bool:
        """Leave the file as it was; say whether that could be done."""
        try:
            os.ftruncate(self._descriptor, self._size)
        except OSError:
            return False
        return True

    def _count(self, data: bytes) -> None:
        """Know that so much is in the file."""
        self._size += len(data)
        if self._size > _MOST_COPIED:
            self._copy = None
        elif self._copy is not None:
            self._copy.append(data)

    def _find_again(self) -> None:
        """Look whether the file is what was written, and go on elsewhere if it is not."""
        self._unlooked = 0
        lost = self._lost()
        if lost:
            self._move_on(lost)

    def _lost(self) -> str:
        """Say what became of the file, if it is not what was written."""
        mine = os.fstat(self._descriptor)
        try:
            there = os.stat(self._place)
        except (FileNotFoundError, NotADirectoryError):
            return "was removed"
        except OSError:
            return ""  # nobody may look there now
        if not os.path.samestat(mine, there):
            return "was replaced"
        if mine.st_size != self._size:
            return "was cut short" if mine.st_size < self._size else "was written by others"
        return ""

    def _move_on(self, lost: str) -> None:
        """Write all of the file anew beside it, and go on there.

        Raises:
            OSError: It cannot be written, or is too large to have been kept.
        """
        target = free_name(self._home, "saved")
        try:
            fresh = self._written_to(target, self._pieces())
        except OSError as error:
            reason = f"it {lost}, and cannot be written anew: {error.strerror or error}"
            raise OSError(error.errno, reason) from None
        self._forcing.wait()
        os.close(self._descriptor)
        self._descriptor = fresh
        self.path = self._place = target
        where = f"all of it is in {target.name}"
        self.moved = f"{self._begun}: {lost} while it was being written; {where}"
        if self._sync != "never":
            force_name(target)

    def _pieces(self) -> Iterator[bytes]:
        """Give all that was written, from the file where it is open still, whole.

        Raises:
            OSError: It is not whole, and was too large to be kept.
        """
        if os.fstat(self._descriptor).st_size == self._size:
            for start in range(0, self._size, _PIECE):
                yield os.pread(self._descriptor, _PIECE, start)
        elif self._copy is None:
            raise OSError(errno.EFBIG, f"it had more than {_MOST_COPIED} bytes")
        else:
            yield from self._copy

    def _written_to(self, target: Path, pieces: Iterable[bytes]) -> int:
        """Write a new file, and give it open and locked; nothing is left of one that cannot be."""
        mode = os.fstat(self._descriptor).st_mode & 0o777
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, mode)
        lock(target, fresh)
        try:
            for data in pieces:
                done = 0
                while done < len(data):
                    done += os.write(fresh, data[done:])
        except OSError:
            os.close(fresh)
            target.unlink()
            raise
        return fresh

    def _force(self) -> None:
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            self._note(error)

    def _take_faults(self) -> None:
        """Take note of what could not be forced meanwhile."""
        while (error := self._forcing.take_error()) is not None:
            self._note(error)

    def _note(self, error: OSError) -> None:
        if error.errno in _NO_FSYNC:
            self._sync = "never"
            return
        # What was given up for lost now is not tried again: it stays told.
        reason = error.strerror or error
        self._fault = self.trouble = f"{self.path}: may not be on the disk: {reason}"


def _read(descriptor: int, size: int) -> list[bytes] | None:
    """Read all of a file, unless it is too large to be written anew."""
    if size > _MOST_COPIED:
        return None
    os.lseek(descriptor, 0, os.SEEK_SET)
    with open(descriptor, "rb", closefd=False) as file:
        return [file.read(size)]
