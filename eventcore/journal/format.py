"""The format of a journal: its records, its header, and upgrades.

A journal is UTF-8 text, one JSON object per line, each ended by a line feed::

    {"seq":7,"turn":3,"kind":"intent","type":"Move","v":1,"parent":null,"data":{…},
    "digest":"…","sum":"…"}

The first record is the header, of type ``journal``; its ``v`` is the version of the format. The
line after an intent may hold the events that it led to.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from typing import Any, Final
from zlib import compress, decompressobj
from zlib import error as NotPacked

import attrs
import msgspec

from eventcore.component import Component
from eventcore.dispatch.order import handlers_fingerprint
from eventcore.errors import JournalError, SaveError
from eventcore.journal.code import code_fingerprint
from eventcore.journal.lines import MAX_RECORD, checked, sealed
from eventcore.schema.encoding import enc_hook
from eventcore.text import short_repr, shorten

FORMAT: Final = "journal"
"""The type of the header's record."""
FORMAT_VERSION: Final = 1
"""The version of the format that is written and read."""
INTENT: Final = "intent"
"""The kind of a record that holds an input from outside."""
MARK: Final = "mark"
"""The kind of a record about the journal itself: its header, a close or an upgrade."""
UPGRADE: Final = "upgrade"
"""The type of the record after which other rules apply; it holds the state they start from."""
CLOSE: Final = "close"
"""The type of the record that a clean end writes; it holds the last digest."""

MARKS: Final = (FORMAT, CLOSE, UPGRADE)
_OPTIONAL: Final = ("names", "version", "code", "setup")
"""Fields of a header that are left out if they are empty."""
_STATE_RATIO: Final = 40
"""A saved state is at most this many times its packed size; usually it is about 5 times."""
_STATE_LEAST: Final = 1 << 20
"""Any saved state may have this many bytes."""


@attrs.frozen
class Header:
    """The first record of a journal: its simulation, the rules and the seed.

    Attributes:
        game: The name of the simulation.
        engine: The version of eventcore that wrote it: ``eventcore.__version__``.
        seed: The seed of the world.
        content: A hash of the simulation's data.
        chains: A hash of its handler tables.
        mods: The names of the mods that were loaded, in order.
        events: Whether settled events are recorded too.
        names: With the events: the names of the entities at the beginning, by entity id.
        version: The version of the simulation, or an empty str.
        code: A hash of the source code of its rules; empty if the source was missing.
        setup: The parameters of the simulation's ``setup``, by name.
    """

    game: str
    engine: str
    seed: int
    content: str
    chains: str
    mods: list[str] = attrs.Factory(list)
    events: bool = False
    names: dict[str, str] = attrs.Factory(dict)
    version: str = ""
    code: str = ""
    setup: dict[str, Any] = attrs.Factory(dict)

    @property
    def rules(self) -> str:
        """The hashes of the rules: if they differ, a replay may differ."""
        hashes = (self.engine, self.content, self.chains, self.version, self.code)
        return " ".join(filter(None, hashes))

    @property
    def written_by(self) -> str:
        """The program that wrote the journal: ``bidden 0.1.0, code 5c0d9e1f7a3b2c44``."""
        version = shorten(self.version) or f"on eventcore {shorten(self.engine)}"
        code = f", code {shorten(self.code)}" if self.code else ""
        return f"{shorten(self.game)} {version}{code}"

    @staticmethod
    def chains_of(components: Sequence[type[Component]]) -> str:
        """Return the hash of the handlers of component classes, in order, for ``chains``."""
        return handlers_fingerprint(components)

    @staticmethod
    def code_of(*classes: type) -> str:
        """Return a hash of the source files of some classes and of all they import, for ``code``.

        Only files of the same packages and of ``eventcore`` count.

        Returns:
            16 hexadecimal digits; empty if the source of a class is missing.
        """
        return code_fingerprint(*classes)

    def record(self) -> Record:
        """Return the first record of a journal with this header."""
        data = msgspec.Raw(_ENCODER.encode(_plain_header(self)))
        return Record(0, 0, FORMAT, FORMAT_VERSION, None, data, "")


def code_change(then: Header, now: Header) -> str:
    """Return a line that says that only the code of the rules has changed, or an empty str.

    It explains a replay that differs. If the replay is the same, the change does not matter.
    """
    others = then.chains != now.chains or then.content != now.content
    if others or not (then.code and now.code) or then.code == now.code:
        return ""
    return (
        f"the code of the rules has changed: it was recorded by {then.written_by}, "
        f"and this is {now.written_by}"
    )


class Record(msgspec.Struct, frozen=True, gc=False):
    """A line of a journal: an intent or a mark.

    Attributes:
        seq: The sequence number of the event that the intent becomes.
        turn: The turn in which it is given.
        type: The name of the intent or mark.
        v: The version of the intent's fields.
        parent: The sequence number of its cause; None for an input from outside.
        data: The intent's fields: JSON in a record that was read.
        digest: The digest of everything that has happened before it.
        state: The digest of the whole state before it, in some records; otherwise empty.
    """

    seq: int
    turn: int
    type: str
    v: int
    parent: int | None
    data: msgspec.Raw
    digest: str
    state: str = ""

    @property
    def kind(self) -> str:
        """``INTENT`` or ``MARK``."""
        return MARK if self.type in MARKS else INTENT

    @property
    def is_intent(self) -> bool:
        """Whether it is an intent and not a mark."""
        return self.type not in MARKS

    @property
    def is_upgrade(self) -> bool:
        """Whether other rules apply from here on."""
        return self.type == UPGRADE


@attrs.frozen
class Upgrade:
    """The data of an upgrade: from here on the journal follows other rules.

    Attributes:
        header: The header that a new journal would have now.
        position: The number of records that led to the state.
        turn: The turn of the state.
        lost: The number of intents after that position, which are lost.
        state: The saved state, compressed by zlib, in base64.
    """

    header: Header
    position: int
    turn: int
    lost: int
    state: str

    def saved(self) -> bytes:
        """Return the saved state.

        Raises:
            SaveError: The text does not hold a packed state.
        """
        return unpack(self.state)


def pack(state: bytes) -> str:
    """Return a saved state as compressed text."""
    return b64encode(compress(state)).decode()


def unpack(state: str) -> bytes:
    """Return the saved state in a compressed text.

    Raises:
        SaveError: The text does not hold a packed state, or the state is too large.
    """
    try:
        unpacking, packed = decompressobj(), b64decode(state, validate=True)
        whole = unpacking.decompress(packed, max(_STATE_LEAST, _STATE_RATIO * len(packed)))
    except (NotBase64, NotPacked, ValueError) as error:
        raise SaveError(f"this is not a saved state: {error}") from None
    if not unpacking.eof:
        raise SaveError("this is not a saved state: it is incomplete or too large")
    return whole


_ENCODER: Final = msgspec.json.Encoder(enc_hook=enc_hook)
_DECODER: Final = msgspec.json.Decoder(Record)
_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])
_HEADER: Final = msgspec.json.Decoder(Header)
_UPGRADE: Final = msgspec.json.Decoder(Upgrade)


def _plain_header(header: Header) -> dict[str, Any]:
    plain_header = attrs.asdict(header)
    for name in _OPTIONAL:
        if not plain_header[name]:
            del plain_header[name]
    return plain_header


class _Envelope(msgspec.Struct, gc=False, omit_defaults=True):
    """A record as it is written, without its checksum."""

    seq: int
    turn: int
    kind: str
    type: str
    v: int
    parent: int | None
    data: Any
    digest: str
    state: str = ""


def _encode_envelope(record: Record) -> bytes:
    seq, turn, type_, v, parent, data, digest, state = msgspec.structs.astuple(record)
    envelope = _Envelope(seq, turn, record.kind, type_, v, parent, data, digest, state)
    return _ENCODER.encode(envelope)


def encode_record(record: Record, checksum: int) -> tuple[bytes, int]:
    """Return a record as a line, and the checksum from which the next line starts.

    Raises:
        JournalError: Its data is not a JSON object on one line, or the line is too long.
    """
    try:
        if isinstance(record.data, msgspec.Raw):
            _OBJECT.decode(record.data)
        body = _encode_envelope(record)
    except (TypeError, ValueError, RecursionError) as error:
        raise JournalError(f"{record.type} cannot be recorded: its data: {error}") from None
    if b"\n" in body:
        raise JournalError(f"{record.type} cannot be recorded: its data contains a line feed")
    line, checksum = sealed(body, checksum)
    if len(line) > MAX_RECORD:
        raise JournalError(
            f"a record of {len(line)} bytes cannot be written: the maximum is {MAX_RECORD}"
        )
    return line, checksum


def decode_record(line: bytes, number: int, checksum: int) -> tuple[Record, int]:
    """Read a record from a line without its line feed.

    Raises:
        JournalError: The line is damaged, or is not a record.
    """
    checksum = checked(line, number, checksum)
    try:
        return _DECODER.decode(line), checksum
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"line {number} is not a record: {error}", line=number) from None


def encode_upgrade(upgrade: Upgrade) -> msgspec.Raw:
    """Return an upgrade as the data of its record."""
    return msgspec.Raw(
        _ENCODER.encode(
            {**attrs.asdict(upgrade, recurse=False), "header": _plain_header(upgrade.header)}
        )
    )


def decode_upgrade(record: Record, number: int) -> Upgrade:
    """Return the upgrade in a record.

    Raises:
        JournalError: The record does not hold an upgrade.
    """
    try:
        return _UPGRADE.decode(record.data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"line {number} is not an upgrade: {error}", line=number) from None


def encode_header(header: Header) -> tuple[bytes, int]:
    """Return a header as the first line of a journal, and the checksum of the line."""
    return encode_record(header.record(), 0)


def decode_header(line: bytes) -> tuple[Header, int]:
    """Read the first line of a journal; return the header and the checksum of the line.

    Raises:
        JournalError: The line is not a header, has another format version, or is damaged.
    """
    # The version comes before the checksum, which another version may compute differently.
    version = _version(line)
    if version is None:
        raise JournalError("this is not a journal: its first line is not a header", line=1)
    if version != FORMAT_VERSION:
        raise JournalError(
            f"the journal has format version {version}, and this program reads version "
            f"{FORMAT_VERSION}: use the release that wrote it{_writer(line)}",
            line=1,
        )
    record, checksum = decode_record(line, 1, 0)
    try:
        return _HEADER.decode(record.data), checksum
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"the header is incomplete: {error}", line=1) from None


def _version(line: bytes) -> int | None:
    """Return the format version, or None if the line is not a header."""
    try:
        found: Any = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("type") != FORMAT:
        return None
    version = found.get("v")
    return version if type(version) is int else None


def _writer(line: bytes) -> str:
    """Return the release that wrote a header of another version, if the header names it."""
    data = msgspec.json.decode(line).get("data")
    found = [data.get(name) for name in ("game", "version")] if isinstance(data, dict) else []
    words = [word for word in found if isinstance(word, str) and word]
    return f", {short_repr(' '.join(words))}" if len(words) == 2 else ""
