"""Write and verify checksums. A line's checksum covers the line and all earlier lines.

The last field of a line is ``sum``, a CRC-32 in 8 hexadecimal digits. The CRC of a line covers all
bytes of the line before ``,"sum"`` and continues the CRC of the previous line. A wrong checksum
therefore also reveals that a line was removed or moved. The JournalError for a damaged line
contains the line's number.
"""

from __future__ import annotations

from typing import Final, TypeVar
from zlib import crc32

import msgspec

from eventcore.errors import JournalError

T = TypeVar("T")

MAX_RECORD: Final = 1 << 20  # the maximum length of a line, in bytes, including its line feed

BAD_JSON: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # errors when decoding

_SUM: Final = b',"sum":"'
_TAIL: Final = len(_SUM) + 8 + len(b'"}')


def sealed(body: bytes, checksum: int) -> tuple[bytes, int]:
    """Add the checksum to a JSON object, and return the finished line and the checksum.

    Raises:
        ValueError: The JSON contains a line feed.
    """
    if b"\n" in body:
        raise ValueError("it contains a line feed")
    body = body[:-1]
    checksum = crc32(body, checksum)
    return b'%b,"sum":"%08x"}\n' % (body, checksum), checksum


def checked(line: bytes, number: int, checksum: int) -> int:
    """Verify and return the checksum of a line, which is given without its line feed."""
    checksum = crc32(line[:-_TAIL], checksum)
    if line[-_TAIL:] != _SUM + b'%08x"}' % checksum:
        raise JournalError(
            f"line {number} is damaged: its checksum does not match the lines up to this one",
            line=number,
        )
    if not line.isascii():
        try:
            line.decode()
        except UnicodeDecodeError as error:
            reason = f"line {number} is not valid UTF-8 at byte {error.start}"
            raise JournalError(reason, line=number) from None
    return checksum


def decoded(kind: type[T], text: bytes | msgspec.Raw, number: int, problem: str) -> T:
    """Decode the JSON of a line, or raise a JournalError whose message begins with ``problem``."""
    try:
        return msgspec.json.decode(text, type=kind)
    except BAD_JSON as error:
        raise JournalError(f"{problem}: {error}", line=number) from None
