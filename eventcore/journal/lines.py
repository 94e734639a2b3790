"""The lines of a journal: each ends with the checksum of all bytes so far.

``sum`` comes last: the CRC-32, as 8 hexadecimal digits, of all bytes of the line before
``,"sum"``, begun from the CRC of the line before it (0 for the first). So it covers the
line, and that none was left out or moved.
"""

from __future__ import annotations

from typing import Final
from zlib import crc32

from eventcore.errors import JournalError

MAX_RECORD: Final = 1 << 20
"""No line is longer than this, in bytes, its line feed included."""

_SUM: Final = b',"sum":"'
_TAIL: Final = len(_SUM) + 8 + len(b'"}')


def sealed(body: bytes, checksum: int) -> tuple[bytes, int]:
    """Make a line of an object in JSON; return it with the checksum the next one starts from."""
    checksum = crc32(body[:-1], checksum)
    return b'%b,"sum":"%08x"}\n' % (body[:-1], checksum), checksum


def checked(line: bytes, number: int, checksum: int) -> int:
    """Check a line, without its line feed; return the checksum the next one starts from.

    Raises:
        JournalError: The line does not fit its checksum, or those of the lines before, or is no
            UTF-8, whatever its checksum.
    """
    checksum = crc32(line[:-_TAIL], checksum)
    if line[-_TAIL:] != _SUM + b'%08x"}' % checksum:
        raise JournalError(
            f"line {number} is damaged: its checksum does not fit it and the lines before",
            line=number,
        )
    if not line.isascii():
        try:
            line.decode()
        except UnicodeDecodeError as error:
            reason = f"line {number} is no UTF-8 from byte {error.start} on"
            raise JournalError(reason, line=number) from None
    return checksum
