"""Files of journals: plain or compressed, read within bounds, written so that nothing is lost.

What ends in ``.gz`` or ``.zst`` is compressed. A write reaches the system at once; of
what is compressed, too, all up to the last write can be read back.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, Literal, Protocol, TypeAlias, cast

from eventcore.errors import JournalError
from eventcore.journal.unpacking import Unpacked, gunzip, unzstd, zstandard

STDIN: Final = Path("-")
"""The name of standard input."""

_RATIO: Final = 200
"""What is compressed may hold this many times its size: journals hold some 10 to 30 times."""
_LEAST: Final = 1 << 24
"""What is compressed may hold this many bytes in any case."""


MOST_READ: Final = 1 << 26
"""A file that is read as a whole is not larger, unless somebody asks for more."""
_AT_ONCE: Final = 1 << 20
_OPENED: Final = ("/dev/fd/", "/dev/stdin", "/proc/")
"""Where a system names what a process has open, such as a shell's ``<(zcat game.gz)``."""


Sync: TypeAlias = Literal["always", "close", "never"]
"""When written records are forced to the disk, to survive a power cut.

After each record, when the journal is closed, or never. A killed process loses nothing in any case:
the system has each record.
"""


class Packer(Protocol):
    """Compresses what is written, or leaves it as it is."""

    def pack(self, data: bytes) -> bytes:
        """Give what to write for it, so that all of it can be read back."""

    def end(self) -> bytes:
        """Give what ends the file."""


class _Plain:
    def pack(self, data: bytes) -> bytes:
        return data

    def end(self) -> bytes:
        return b""


class _Gzip:
    def __init__(self) -> None:
        self._packing = zlib.compressobj(wbits=31)

    def pack(self, data: bytes) -> bytes:
        return self._packing.compress(data) + self._packing.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        return self._packing.flush()


class _Zstandard:
    def __init__(self) -> None:
        self._module = zstandard()
        self._packing = self._module.ZstdCompressor(write_checksum=True).compressobj()

    def pack(self, data: bytes) -> bytes:
        flush = self._module.COMPRESSOBJ_FLUSH_BLOCK
        return bytes(self._packing.compress(data) + self._packing.flush(flush))

    def end(self) -> bytes:
        return bytes(self._packing.flush())


_PACKERS: Final[dict[str, Callable[[], Packer]]] = {".gz": _Gzip, ".zst": _Zstandard}
_UNPACKERS: Final = {".gz": gunzip, ".zst": unzstd}


def packer_for(path: Path) -> Packer:
    """Give what compresses a file of this name.

    Raises:
        JournalError: The name ends in ``.zst``, and zstandard is not installed.
    """
    return _PACKERS.get(path.suffix, _Plain)()


def is_packed(path: Path) -> bool:
    """Say whether a file of this name is compressed."""
    return path.suffix in _PACKERS


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a journal for reading, unpacked on the way; ``-`` is standard input.

    Raises:
        OSError: The file cannot be read.
        JournalError: The file is a pipe or a device, or needs zstandard, which is not installed.
    """
    if path == STDIN:
        yield sys.stdin.buffer
        return
    if not _is_readable_file(path):
        raise JournalError(
            "this is a pipe or a device: name a file, or give it to standard input, as -"
        )
    unpack = _UNPACKERS.get(path.suffix)
    with path.open("rb") as file:
        if unpack is None:
            yield file
        else:
            most = max(_LEAST, _RATIO * os.fstat(file.fileno()).st_size)
            yield cast(BinaryIO, Unpacked(unpack(file), most))


def _is_readable_file(path: Path) -> bool:
    """Return whether opening a name does not wait for a writer, and reading it comes to an end.

    A name that is missing or is a folder counts as well: opening it fails with the reason.
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return True
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return True
    return os.path.abspath(path).startswith(_OPENED)


def what_else(path: Path) -> str:
    """Say what a name is that is not a file's, and what to do; empty for a file."""
    if not os.path.exists(path):
        return "is a link to a file that does not exist; name a new file"
    if os.path.isdir(path):
        return "is a folder; name a new file"
    if not os.path.isfile(path):
        return "is a pipe or a device; name a new file"
    return ""


def require_file(path: Path) -> None:
    """Check that a name is not that of a pipe or a device, before somebody else opens it.

    Raises:
        OSError: The name is that of a pipe or a device.
    """
    if not _is_readable_file(path):
        raise OSError(errno.EINVAL, "this is a pipe or a device; name a file")


def read_file(path: Path, most: int = MOST_READ) -> bytes:
    """Read the whole of a small file, whatever a user has named.

    Args:
        path: The file.
        most: How many bytes it may have.

    Raises:
        OSError: It cannot be read, is a pipe or a device, or is larger.
    """
    require_file(path)
    whole = bytearray()
    with path.open("rb") as file:
        while part := file.read(_AT_ONCE):
            whole += part
            if len(whole) > most:
                raise OSError(errno.EFBIG, f"this is larger than {most:,} bytes")
    return bytes(whole)


def open_plain(path: Path, flags: int) -> int:
    """Open what is a file of its own, and neither a link nor something that one waits for.

    Args:
        path: Its name.
        flags: What ``os.open`` takes.

    Raises:
        OSError: It cannot be opened, or is a link, a pipe, a device or a folder.
    """
    unasked = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags | unasked, 0o644)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "is no file of its own")
    return descriptor


def force_name(path: Path) -> None:
    """Force a file's name to the disk: a power cut may take a new one away, whatever it holds."""
    try:
        folder = os.open(path.parent, os.O_RDONLY)
    except OSError:
        return  # a folder that cannot be opened: on Windows, or without the right to read it
    try:
        os.fsync(folder)
    except OSError:
        pass  # a file system that does not do it
    finally:
        os.close(folder)


def lock(path: Path, descriptor: int) -> None:
    """Keep others from writing the file until it is closed, however the process ends.

    Raises:
        JournalError: Another process is writing it, or has put another file in its place. It is
            closed.
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
        pass  # a file system that knows no locks
    try:
        same = os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        same = False
    if not same:  # between opening it and now
        os.close(descriptor)
        raise JournalError(f"{path}: was replaced by another process; try again")
