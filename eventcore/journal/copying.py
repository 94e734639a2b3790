"""Copying journals: the beginning of one to a new file, or what is whole of one in its place."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from eventcore.errors import JournalError
from eventcore.journal.files import STDIN, Packer, lock, open_plain, opened, packer_for
from eventcore.journal.lines import MAX_RECORD


def copy_journal(source: Path, size: int, target: Path) -> None:
    """Copy the beginning of a journal to a new file.

    Args:
        source: The journal.
        size: How many bytes of it, unpacked: a Journal's ``size``, or one of its ``ends``.
        target: The new file, compressed if its name says so.

    Raises:
        JournalError: The file exists already, or one of the two cannot be read or written.
    """
    packer = packer_to_write(target)
    with ExitStack() as until_copied:
        try:
            lines = until_copied.enter_context(opened(source))
        except JournalError as error:
            raise JournalError(f"{source}: {error}") from None
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            reason = getattr(error, "strerror", None) or error
            raise JournalError(f"{source}: cannot be read: {reason}") from None
        _copy_to(target, lines, size, packer)


def _copy_to(target: Path, lines: BinaryIO, size: int, packer: Packer) -> None:
    """Write so many bytes of lines to a new file, or leave none behind."""
    try:
        file = target.open("xb")
        try:
            with file:
                _copy(lines, size, file, packer)
                file.write(packer.end())
        except BaseException:
            with suppress(OSError):
                target.unlink()
            raise
    except FileExistsError:
        raise JournalError(f"{target}: exists already; name a new file") from None
    except OSError as error:
        raise JournalError(f"{target}: cannot be written: {error.strerror or error}") from None


def free_name(path: Path, word: str) -> Path:
    """Find a name beside a file that nothing has, such as ``game.saved-1.jsonl``.

    Args:
        path: The file.
        word: What stands in the name.
    """
    stem, dot, rest = path.name.partition(".")
    names = (path.with_name(f"{stem}.{word}-{number}{dot}{rest}") for number in count(1))
    return next(free for free in names if not os.path.lexists(free))


def packer_to_write(path: Path) -> Packer:
    """Give what compresses a file of this name, which is to be written.

    Raises:
        JournalError: The name is ``-``, or a ``.zst`` file needs zstandard, which is missing.
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


def require(path: Path, unchanged: bool) -> None:
    """Refuse to go on with a file that is not what was read of it.

    Raises:
        JournalError: The file has changed since it was read.
    """
    if not unchanged:
        raise JournalError(f"{path}: has changed since it was read; try again")


def repack(path: Path, descriptor: int, size: int, length: int, packer: Packer) -> int:
    """Write what is whole of a compressed journal anew, put it in its place, and open it.

    Args:
        path: The journal.
        descriptor: The same, locked.
        size: How many bytes of it are whole, unpacked.
        length: How many bytes of it were read, unpacked.
        packer: What compresses it, and what is appended later.

    Raises:
        JournalError: The file has changed since it was read, or another process rewrites it.
        OSError: The file cannot be written.
    """
    path = path.resolve()
    before = os.fstat(descriptor)
    require(path, os.path.samestat(before, os.stat(path)))
    beside = path.with_name(path.name + ".part")
    fresh = open_plain(beside, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    lock(beside, fresh)
    try:
        os.ftruncate(fresh, 0)  # what a killed process left; what a living one has is locked
        os.fchmod(fresh, before.st_mode & 0o777)
        with open(fresh, "wb", closefd=False) as file, opened(path) as lines:
            done = _copy(lines, size, file, packer)
            require(path, done + _length(lines) == length)
        os.fsync(fresh)
        os.replace(beside, path)
    except BaseException:
        os.close(fresh)
        with suppress(OSError):
            beside.unlink()
        raise
    return fresh
