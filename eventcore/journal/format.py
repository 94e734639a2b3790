"""The format of a journal: the envelope of a record, its checksum, the header.

A journal is UTF-8 text, one JSON object a line, each ended by a line feed::

    {"seq":7,"turn":3,"type":"Walk","v":1,"parent":null,"data":{…},"digest":"…","sum":"…"}

``sum`` comes last: the CRC-32, as 8 hexadecimal digits, of all bytes of the line
before ``,"sum"``, begun from the CRC of the record before it (0 for the first).
So it covers the record, and that none was left out or moved. The first record
is the header, of type ``journal``, whose ``v`` is the version of the format.
"""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

import attrs
import msgspec

from eventcore.errors import JournalError

__all__ = [
    "CLOSE",
    "FORMAT",
    "FORMAT_VERSION",
    "MAX_RECORD",
    "Header",
    "Record",
    "decode_header",
    "decode_record",
    "encode_header",
    "encode_record",
]

FORMAT: Final = "journal"
"""The type of the header's record."""
FORMAT_VERSION: Final = 1
CLOSE: Final = "close"
"""The type of the record that a clean end writes; it holds the last digest."""
MAX_RECORD: Final = 1 << 20
"""No record is longer than this, in bytes, its line feed included."""

_SUM: Final = b',"sum":"'
_TAIL: Final = len(_SUM) + 8 + len(b'"}')


@attrs.frozen
class Header:
    """What a journal says of the run it records.

    Attributes:
        game: The name of the simulation.
        engine: The version of eventcore that wrote it.
        seed: The seed of the run.
        content: A hash of the simulation's data.
        chains: A hash of its handler tables.
        mods: What else was loaded, in order.
    """

    game: str
    engine: str
    seed: int
    content: str
    chains: str
    mods: list[str] = attrs.Factory(list)


@attrs.frozen
class Record:
    """One line of a journal.

    Attributes:
        seq: The sequence number of the event the intent becomes.
        turn: The turn it is given in.
        type: The name of the intent.
        v: The version of the intent's fields.
        parent: The sequence number of its cause; None for what comes from outside.
        data: The intent's fields.
        digest: The digest of the state it meets.
    """

    seq: int
    turn: int
    type: str
    v: int
    parent: int | None
    data: msgspec.Raw
    digest: str


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Record)
_HEADER: Final = msgspec.json.Decoder(Header)


def _encode(instance: Header | Record) -> bytes:
    # By way of a dict: of attrs classes with slots, msgspec writes the fields by their names.
    return _ENCODER.encode(attrs.asdict(instance, recurse=False))


def encode_record(record: Record, checksum: int) -> tuple[bytes, int]:
    """Write a record as a line; return it with the checksum the next one starts from.

    Raises:
        JournalError: Its data is no JSON object on one line, or it is longer than any
            reader would take.
    """
    try:
        msgspec.json.decode(record.data, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"{record.type} cannot be recorded: its data: {error}") from None
    body = _encode(record)[:-1]
    if b"\n" in body:
        raise JournalError(f"{record.type} cannot be recorded: its data has a line feed in it")
    checksum = crc32(body, checksum)
    line = body + _SUM + b'%08x"}\n' % checksum
    if len(line) > MAX_RECORD:
        raise JournalError(
            f"a record of {len(line)} bytes cannot be written: {MAX_RECORD} is the most"
        )
    return line, checksum


def decode_record(line: bytes, number: int, checksum: int) -> tuple[Record, int]:
    """Read a record from a whole line, without its line feed.

    Raises:
        JournalError: The line is damaged, or is no record.
    """
    body, tail = line[:-_TAIL], line[-_TAIL:]
    checksum = crc32(body, checksum)
    if tail != _SUM + b'%08x"}' % checksum:
        raise JournalError(
            f"line {number} is damaged: its checksum does not fit it and the lines before",
            line=number,
        )
    try:
        return _DECODER.decode(line), checksum
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"line {number} is no record: {error}", line=number) from None


def encode_header(header: Header) -> tuple[bytes, int]:
    """Write a header as the first line of a journal."""
    data = msgspec.Raw(_encode(header))
    return encode_record(Record(0, 0, FORMAT, FORMAT_VERSION, None, data, ""), 0)


def decode_header(line: bytes) -> tuple[Header, int]:
    """Read the first line of a journal.

    The version is looked at before the checksum: another version may have another.

    Raises:
        JournalError: It is no header, of another version, or damaged.
    """
    version = _version(line)
    if version is None:
        raise JournalError("this is not a journal: its first line is no header", line=1)
    if version != FORMAT_VERSION:
        raise JournalError(
            f"the journal has format version {version}, and this program reads version "
            f"{FORMAT_VERSION}: use the release that wrote it",
            line=1,
        )
    record, checksum = decode_record(line, 1, 0)
    try:
        return _HEADER.decode(record.data), checksum
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"the header is incomplete: {error}", line=1) from None


def _version(line: bytes) -> int | None:
    """Find the format version in what may be a header."""
    try:
        found: Any = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("type") != FORMAT:
        return None
    version = found.get("v")
    return version if type(version) is int else None
