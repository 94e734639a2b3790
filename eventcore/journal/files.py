"""Open, decompress and lock journal files.

A file whose name ends in ``.gz`` or ``.zst`` is compressed. Reading fails if the compressed file is
incomplete or damaged. The library can read compressed journals, but cannot write them.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO, Final, Literal, TypeAlias, cast

from eventcore.errors import JournalError

STDIN: Final = Path("-")
"""The path that stands for standard input."""

_UNPACKERS: Final = {".gz": "gzip", ".zst": "zstd"}
_RATIO: Final = 200
"""The largest accepted compression ratio of a file; a typical journal has a ratio of 10 to 30."""
_LEAST: Final = 1 << 24
"""The compression ratio is checked only if the uncompressed size exceeds this number of bytes."""
_AT_ONCE: Final = 64
"""The number of bytes to decompress at a time; the result may be 30,000 times as large."""
_WINDOW: Final = 1 << 23
"""The largest accepted zstd window, in bytes; only zstd's ultra levels use larger windows."""
_OPENED: Final = ("/dev/fd/", "/dev/stdin", "/proc/")
"""Paths where a process finds its open files; a shell replaces ``<(…)`` with such a path."""

Sync: TypeAlias = Literal["always", "close", "never"]
"""When to flush records to the disk: after each record, when the journal is closed, or never.

A flushed record survives a power cut. If only the process is killed, no written record is lost,
because the operating system already has it.
"""


def is_packed(path: Path) -> bool:
    """Return whether a file name has the extension of a compressed file."""
    return path.suffix in _UNPACKERS


def require_plain(path: Path) -> None:
    """Check that a journal with this name can be written.

    Raises:
        JournalError: The name is ``-``, or has the extension of a compressed file.
    """
    if path == STDIN:
        raise JournalError("-: a journal cannot be written to standard input; name a file instead")
    if is_packed(path):
        raise JournalError(
            f"{path}: a compressed journal cannot be written: record to {path.stem} and compress "
            f"it when it is complete; to continue {path.name}, decompress it first"
        )


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a journal for reading and decompress it if needed; ``-`` means standard input.

    Raises:
        OSError: The file cannot be read.
        JournalError: The file is a pipe or a device, or needs zstandard, which is not installed.
    """
    if path == STDIN:
        yield sys.stdin.buffer
        return
    may_block = path.exists() and not (path.is_file() or path.is_dir())
    if may_block and not os.path.abspath(path).startswith(_OPENED):
        raise JournalError(
            "this is a pipe or a device: name a regular file, or pipe the data in and name it -"
        )
    with path.open("rb") as file:
        if is_packed(path):
            with TemporaryFile() as whole:
                _unpack(file, path, whole)
                yield cast(BinaryIO, whole)
        else:
            yield file


def _unpack(file: BinaryIO, path: Path, whole: IO[bytes]) -> None:
    """Decompress a file into a second file, and go back to the start of the second file.

    Raises:
        JournalError: The file is incomplete, damaged, or too large when uncompressed.
    """
    most = max(_LEAST, _RATIO * os.fstat(file.fileno()).st_size)
    begin, broken = _unpacker(path.suffix)
    unpacking, problem = begin(), ""
    try:
        while packed := file.read(_AT_ONCE):
            while packed:
                if unpacking.eof:  # the file consists of several compressed parts
                    unpacking = begin()
                whole.write(unpacking.decompress(packed))
                packed = unpacking.unused_data
            if whole.tell() > most:
                raise JournalError(
                    f"its data decompresses to more than {most} bytes, which is too much for a "
                    "file of this size"
                )
        problem = "" if unpacking.eof else "incomplete"
    except broken as error:
        problem = f"damaged: {error}"
    if problem:
        program = _UNPACKERS[path.suffix]
        raise JournalError(
            f"its compressed data is {problem}; to read the intact part, decompress it with "
            f"'{program} -dc {path.name} > {path.stem}' and use the new file"
        )
    whole.seek(0)


def _unpacker(suffix: str) -> tuple[Callable[[], Any], type[Exception]]:
    """Return a function that creates a decompressor, and the error class for damaged data."""
    if suffix == ".gz":
        return lambda: zlib.decompressobj(wbits=31), zlib.error
    try:
        module: Any = import_module("zstandard")
    except ImportError:
        reason = "reading a .zst file requires the package zstandard: pip install zstandard"
        raise JournalError(reason) from None
    return module.ZstdDecompressor(max_window_size=_WINDOW).decompressobj, module.ZstdError


def not_written(path: Path, error: Exception) -> JournalError:
    """Return the JournalError to raise when a file cannot be opened or written."""
    reason = getattr(error, "strerror", None) or error
    return JournalError(f"{path}: cannot be written: {reason}")


def open_plain(path: Path, flags: int) -> int:
    """Open a regular file with the flags of ``os.open``.

    Raises:
        OSError: The file cannot be opened, or it is a link, a pipe, a device or a folder.
    """
    if path.is_symlink():
        raise OSError(errno.ELOOP, "is a link")
    unasked = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags | unasked, 0o644)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "is not a regular file")
    return descriptor


def lock(path: Path, descriptor: int) -> None:
    """Lock a file, so that no other process writes it until it is closed or this process ends.

    Raises:
        JournalError: Another process is writing the file. The descriptor is then closed.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise JournalError(f"{path}: another process is writing this file") from None
    except (ImportError, OSError):
        pass  # Windows and some file systems do not support these locks
