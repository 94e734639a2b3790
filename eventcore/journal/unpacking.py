"""Unpacking: the text of a compressed journal, as far as its bytes are sound, within bounds.

What ends where a write ended is whole, though it was never closed. What ends elsewhere
is torn, and what does not unpack is damaged; all before it is given in either case.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, BinaryIO, Final

from eventcore.errors import JournalError

_CHUNK: Final = 1 << 16
"""So many bytes are unpacked at a time, at most."""
_FLUSHED: Final = b"\x00\x00\xff\xff"
"""What a write ends with in a file of gzip."""
_WINDOW: Final = 1 << 23
"""The most memory that unpacking zstd may ask for; all but its ultra levels need no more."""
_SKIPPED: Final = range(0x184D2A50, 0x184D2A60)
_RAW: Final = 0
_RLE: Final = 1
_COMPRESSED: Final = 2
_LEAST: Final = 8
"""No block that a record fills is smaller."""
_CHECK: Final = 4
"""How long the checksum at the end of a frame is."""


class Unpacked:
    """Lines of what is unpacked, as many bytes as are allowed."""

    def __init__(self, pieces: Iterator[bytes], most: int) -> None:
        """Begin to unpack a file.

        Args:
            pieces: What is unpacked; raises JournalError where that is torn or damaged.
            most: How many bytes there may be.
        """
        self._pieces = pieces
        self._left = self._most = most
        self._held = b""
        self._at = 0
        self._broken: JournalError | None = None

    def readline(self, limit: int) -> bytes:
        """Give a line, at most so long, and what is left where the file breaks off.

        Raises:
            JournalError: The file is torn or damaged, or holds more than it may.
        """
        while (end := self._held.find(b"\n", self._at, self._at + limit)) < 0:
            if len(self._held) - self._at >= limit or not self._more():
                break
        stop = min(self._at + limit, len(self._held)) if end < 0 else end + 1
        line = self._held[self._at : stop]
        self._at = stop
        if end < 0 and self._broken is not None and (not line or not self._broken.torn):
            raise self._broken
        return line

    def _more(self) -> bool:
        if self._broken is not None:
            return False
        try:
            piece = next(self._pieces, b"")
        except JournalError as error:
            self._broken = error
            return False
        self._left -= len(piece)
        if self._left < 0:
            self._broken = JournalError(
                f"unpacked it holds more than {self._most} bytes, which no journal of its size does"
            )
            return False
        self._held, self._at = self._held[self._at :] + piece, 0
        return bool(piece)


def gunzip(file: BinaryIO) -> Iterator[bytes]:
    """Unpack gzip, one member after another.

    Raises:
        JournalError: The file is torn or damaged.
    """
    unpacking = zlib.decompressobj(wbits=31)
    whole, lost, last = True, False, b""
    for packed in _writes(file):
        try:
            left = packed
            while left:
                if unpacking.eof:
                    unpacking = zlib.decompressobj(wbits=31)
                for piece in _inflated(unpacking, left):
                    last = piece[-1:]
                    yield piece
                left = unpacking.unused_data
        except zlib.error as error:
            raise _damage(error) from None
        flushed = packed.endswith(_FLUSHED)
        whole = unpacking.eof or (flushed and last == b"\n")
        # A write that gave no line was taken for something else: that is no torn end.
        lost = not whole and (lost or flushed)
        last = b"" if flushed else last
    if lost:
        raise _damage("whole records are not in it any more")
    if not whole:
        raise _torn()


def unzstd(file: BinaryIO) -> Iterator[bytes]:
    """Unpack zstd, one frame after another.

    Raises:
        JournalError: The file is torn or damaged, or zstandard is not installed.
    """
    module = zstandard()
    blocks = _Blocks(file)
    unpacking = module.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(
        blocks, read_across_frames=True
    )
    while True:
        try:
            piece = bytes(unpacking.read1(_CHUNK))
        except module.ZstdError as error:
            raise _damage(error) from None
        if not piece:
            break
        yield piece
    if not blocks.whole:
        raise _damage("whole records are not in it any more") if blocks.lost else _torn()


def zstandard() -> ModuleType:
    """Give the module that knows zstd.

    Raises:
        JournalError: The module is not installed.
    """
    try:
        return import_module("zstandard")
    except ImportError:
        reason = "a .zst file needs the package zstandard: pip install zstandard"
        raise JournalError(reason) from None


def _damage(reason: object) -> JournalError:
    return JournalError(f"its compressed data is damaged: {reason}")


def _torn() -> JournalError:
    return JournalError("its compressed data is torn: the file ends inside it", torn=True)


def _writes(file: BinaryIO) -> Iterator[bytes]:
    """Cut a file of gzip behind what each write ends with, and long ones in pieces."""
    held = b""
    while chunk := file.read(_CHUNK):
        held += chunk
        start = 0
        while (found := held.find(_FLUSHED, start)) >= 0:
            yield held[start : found + len(_FLUSHED)]
            start = found + len(_FLUSHED)
        cut = max(start, len(held) - len(_FLUSHED) + 1)
        if cut > start:
            yield held[start:cut]
        held = held[cut:]
    if held:
        yield held


def _inflated(unpacking: Any, packed: bytes) -> Iterator[bytes]:
    """Yield all that a part of a member holds."""
    while True:
        piece = unpacking.decompress(packed, _CHUNK)
        if piece:
            yield piece
        packed = unpacking.unconsumed_tail
        if len(piece) < _CHUNK and not packed:
            return


class _Blocks:
    """Hands on a file of zstd, no more than a block at a time.

    So all blocks before a damaged one are unpacked before it is met.

    Attributes:
        whole: Whether what was handed on ends where a block or a frame does.
        lost: Whether the block it ends inside seems to have others in it: then its length
            is wrong, and the end is not torn.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.whole = True
        self.lost = False
        self._file = file
        self._pieces = self._walk()

    def read(self, _size: int) -> bytes:
        """Give the next piece; nothing at the end."""
        return next(self._pieces, b"")

    def _walk(self) -> Iterator[bytes]:
        while magic := self._take(4, may_end=True):
            number = int.from_bytes(magic, "little")
            if number in _SKIPPED:
                size = self._take(4)
                yield magic + size
                yield from self._skip(int.from_bytes(size, "little"))
            else:
                descriptor = self._take(1)
                yield magic + descriptor + self._take(_rest_of_header(descriptor))
                yield from self._frame(bool(descriptor and descriptor[0] & 4))

    def _frame(self, checked: bool) -> Iterator[bytes]:
        last = False
        while not last and (header := self._take(3, may_end=True)):
            number = int.from_bytes(header, "little")
            last = bool(number & 1)
            yield header
            yield from self._pass(1 if number >> 1 & 3 == _RLE else number >> 3)
        if last and checked:
            yield self._take(_CHECK)

    def _skip(self, size: int) -> Iterator[bytes]:
        while size > 0 and (piece := self._take(min(size, _CHUNK))):
            size -= len(piece)
            yield piece

    def _pass(self, size: int) -> Iterator[bytes]:
        passed = b""
        while size > 0 and (piece := self._take(min(size, _CHUNK))):
            size -= len(piece)
            passed += piece
            yield piece
        self.lost = size > 0 and _holds_blocks(passed)

    def _take(self, size: int, *, may_end: bool = False) -> bytes:
        data = self._file.read(size)
        self.whole = self.whole and (len(data) == size or (may_end and not data))
        return data


def _holds_blocks(data: bytes) -> bool:
    """Say whether data ends with whole blocks, one behind the other."""
    ends = {len(data)}
    for start in range(len(data) - 3, -1, -1):
        number = int.from_bytes(data[start : start + 3], "little")
        kind, size = number >> 1 & 3, number >> 3
        end = start + 3 + size
        if number & 1:
            found = end + _CHECK == len(data) and kind == _RAW
        else:
            found = end in ends and size >= _LEAST and kind in (_RAW, _COMPRESSED)
        if found:
            ends.add(start)
    return len(ends) > 1


def _rest_of_header(descriptor: bytes) -> int:
    """Say how long a frame's header is after its descriptor."""
    if not descriptor:
        return 0
    flags = descriptor[0]
    single = flags >> 5 & 1
    return (1 - single) + (0, 1, 2, 4)[flags & 3] + (single, 2, 4, 8)[flags >> 6]
