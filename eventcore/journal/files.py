"""Files of journals: plain or compressed, read within bounds, written so that nothing is lost.

What ends in ``.gz`` or ``.zst`` is compressed. A write reaches the system at once; of
what is compressed, too, all up to the last write can be read back.
"""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Protocol, cast

from eventcore.errors import JournalError

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["STDIN", "Packer", "Sync", "lock", "opened", "packer_for"]

STDIN: Final = Path("-")
"""The name of standard input."""

_RATIO: Final = 200
"""What is compressed may hold this many times its size: journals hold some 10 to 30 times."""
_LEAST: Final = 1 << 24
"""What is compressed may hold this many bytes in any case."""
_CHUNK: Final = 1 << 16


class Sync(Enum):
    """When what was written is forced to the disk, where a power cut leaves it alone.

    A process that is killed loses nothing in any case: the system has each record.
    """

    ALWAYS = "always"
    """After each record."""
    CLOSE = "close"
    """When the journal is closed."""
    NEVER = "never"
    """When the system sees fit."""


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
        self._module = _zstandard()
        self._packing = self._module.ZstdCompressor().compressobj()

    def pack(self, data: bytes) -> bytes:
        flush = self._module.COMPRESSOBJ_FLUSH_BLOCK
        return bytes(self._packing.compress(data) + self._packing.flush(flush))

    def end(self) -> bytes:
        return bytes(self._packing.flush())


def packer_for(path: Path) -> Packer:
    """Give what compresses a file of this name.

    Raises:
        JournalError: It ends in ``.zst``, and zstandard is not installed.
    """
    packers: dict[str, Callable[[], Packer]] = {".gz": _Gzip, ".zst": _Zstandard}
    return packers.get(path.suffix, _Plain)()


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a journal for reading, unpacked on the way; ``-`` is standard input.

    Raises:
        OSError: It cannot be read.
        JournalError: It ends in ``.zst``, and zstandard is not installed.
    """
    if path == STDIN:
        yield sys.stdin.buffer
        return
    with path.open("rb") as file:
        if path.suffix == ".gz":
            most = max(_LEAST, _RATIO * os.fstat(file.fileno()).st_size)
            with gzip.open(file) as unpacked:
                yield _bounded(unpacked, most)
        elif path.suffix == ".zst":
            most = max(_LEAST, _RATIO * os.fstat(file.fileno()).st_size)
            reader = _zstandard().ZstdDecompressor(max_window_size=1 << 27)
            with reader.stream_reader(file, read_across_frames=True) as unpacked:
                yield _bounded(unpacked, most)
        else:
            yield file


class _Bounded:
    """Lines of a compressed file, as many bytes as a journal of its size may hold."""

    def __init__(self, source: Any, most: int) -> None:
        self._source = source
        self._left = self._most = most
        self._held = b""
        self._broken: JournalError | None = None

    def readline(self, limit: int) -> bytes:
        """Give a line, at most so long, and what is left where the file breaks off.

        Raises:
            JournalError: It is damaged, or holds more than a journal of its size could.
        """
        while b"\n" not in self._held[:limit] and len(self._held) < limit:
            if self._broken is not None:
                raise self._broken
            chunk = self._unpack()
            if not chunk and self._broken is None:
                break
            self._held += chunk
        end = self._held.find(b"\n", 0, limit)
        cut = limit if end < 0 else end + 1
        line, self._held = self._held[:cut], self._held[cut:]
        return line

    def _unpack(self) -> bytes:
        try:
            chunk = bytes(self._source.read1(_CHUNK))
        except EOFError:
            return b""
        except Exception as error:
            self._broken = JournalError(f"its compressed data is damaged: {error}")
            return b""
        self._left -= len(chunk)
        if self._left < 0:
            self._broken = JournalError(
                f"unpacked it holds more than {self._most} bytes, which no journal of its size does"
            )
        return chunk


def _bounded(source: Any, most: int) -> BinaryIO:
    return cast(BinaryIO, _Bounded(source, most))


def _zstandard() -> ModuleType:
    try:
        return import_module("zstandard")
    except ImportError:
        reason = "a .zst file needs the package zstandard: pip install zstandard"
        raise JournalError(reason) from None


def lock(path: Path, descriptor: int) -> None:
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
