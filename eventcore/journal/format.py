"""The format of a journal: the envelope of a record, and the header.

A journal is UTF-8 text, one JSON object a line, each ended by a line feed::

    {"seq":7,"turn":3,"kind":"intent","type":"Move","v":1,"parent":null,"data":{…},
    "digest":"…","sum":"…"}

The first record is the header, of type ``journal``, whose ``v`` is the version of the
format. What an intent led to may stand on a line after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs
import msgspec

from eventcore.component import Component
from eventcore.dispatch.order import handlers_fingerprint
from eventcore.errors import JournalError
from eventcore.journal.code import code_fingerprint
from eventcore.journal.lines import MAX_RECORD, checked, sealed
from eventcore.journal.packed import unpack
from eventcore.schema.encoding import enc_hook
from eventcore.text import short_repr, shorten

FORMAT: Final = "journal"
"""The type of the header's record."""
FORMAT_VERSION: Final = 1
"""The version of the format: the one that is written, and the one that is read."""
INTENT: Final = "intent"
"""The kind of a record of what came from outside."""
MARK: Final = "mark"
"""The kind of what the journal says of itself: its header, a close, an upgrade."""
UPGRADE: Final = "upgrade"
"""The type of the record from which on other rules hold; it holds the state they start from."""
CLOSE: Final = "close"
"""The type of the record that a clean end writes; it holds the last digest."""

MARKS: Final = (FORMAT, CLOSE, UPGRADE)
_OPTIONAL: Final = ("names", "version", "code", "setup")
"""Fields of a header that are left out where they are empty."""


@attrs.frozen
class Header:
    """Says what a journal was recorded from: the game, its versions and its seed.

    Attributes:
        game: The name of the simulation.
        engine: The version of eventcore that wrote it: ``eventcore.__version__``.
        seed: The seed of the world.
        content: A hash of the simulation's data.
        chains: A hash of its handler tables.
        mods: What else was loaded, in order.
        events: Whether settled events are recorded too.
        names: With the events: what is there from the beginning, by the id of the entity.
        version: The version of the simulation itself; empty where it has none.
        code: A hash of the code of its rules; empty where its source was not at hand.
        setup: The parameters that the simulation was set up with, by name.
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
        """The hashes of the rules: with other rules a replay may differ."""
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
        """Return the hash of the modules of some classes and of all they import, for ``code``.

        Only modules of the same packages and of ``eventcore`` count. Comments, docstrings in
        triple quotes and blank lines do not.

        Returns:
            16 hexadecimal digits; empty if the source of a module is missing.
        """
        return code_fingerprint(*classes)

    def record(self) -> Record:
        """Return the first record of a journal with this header."""
        data = msgspec.Raw(_ENCODER.encode(_plain_header(self)))
        return Record(0, 0, FORMAT, FORMAT_VERSION, None, data, "")


class Record(msgspec.Struct, frozen=True, gc=False):
    """Holds an intent, or what the journal says of itself.

    Attributes:
        seq: The sequence number of the event the intent becomes.
        turn: The turn it is given in.
        type: The name of the intent.
        v: The version of the intent's fields.
        parent: The sequence number of its cause; None for what comes from outside.
        data: The intent's fields. Whatever has a form in JSON while it is written; JSON
            once read.
        digest: The digest of all that has happened until then.
        state: Now and then the digest of the whole state it meets, as that is saved; else empty.
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
        """Whether it is an intent, or what the journal says of itself."""
        return MARK if self.type in MARKS else INTENT

    @property
    def is_intent(self) -> bool:
        """Whether it is an intent, not what the journal says of itself."""
        return self.type not in MARKS

    @property
    def is_upgrade(self) -> bool:
        """Whether other rules hold from here on."""
        return self.type == UPGRADE


@attrs.frozen
class Upgrade:
    """From here on a journal goes by other rules.

    Attributes:
        header: What a journal begun now would say.
        position: After how many records the state was kept from which it goes on.
        turn: The turn of that state.
        lost: How many intents after that are lost.
        state: The state, as the simulation keeps it, compressed by zlib, in base64.
    """

    header: Header
    position: int
    turn: int
    lost: int
    state: str

    def saved(self) -> bytes:
        """Return the state, for the simulation to restore.

        Raises:
            SaveError: The text holds no packed state.
        """
        return unpack(self.state)


_ENCODER: Final = msgspec.json.Encoder(enc_hook=enc_hook)
_DECODER: Final = msgspec.json.Decoder(Record)
_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])
_HEADER: Final = msgspec.json.Decoder(Header)
_UPGRADE: Final = msgspec.json.Decoder(Upgrade)


def _plain_header(header: Header) -> dict[str, Any]:
    # By way of a dict: of attrs classes with slots, msgspec writes the fields by their names.
    plain_header = attrs.asdict(header)
    for name in _OPTIONAL:
        if not plain_header[name]:
            del plain_header[name]
    return plain_header


class _Envelope(msgspec.Struct, gc=False, omit_defaults=True):
    """A record as it is written, but for its checksum."""

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
    return _ENCODER.encode(
        _Envelope(
            record.seq,
            record.turn,
            record.kind,
            record.type,
            record.v,
            record.parent,
            record.data,
            record.digest,
            record.state,
        )
    )


def encode_record(record: Record, checksum: int) -> tuple[bytes, int]:
    """Write a record as a line; return it with the checksum the next one starts from.

    Raises:
        JournalError: Its data is no JSON object on one line, or it is longer than any
            reader would take.
    """
    try:
        if isinstance(record.data, msgspec.Raw):
            _OBJECT.decode(record.data)
        body = _encode_envelope(record)
    except (TypeError, ValueError, RecursionError) as error:
        raise JournalError(f"{record.type} cannot be recorded: its data: {error}") from None
    if b"\n" in body:
        raise JournalError(f"{record.type} cannot be recorded: its data has a line feed in it")
    line, checksum = sealed(body, checksum)
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
    checksum = checked(line, number, checksum)
    try:
        return _DECODER.decode(line), checksum
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"line {number} is no record: {error}", line=number) from None


def encode_upgrade(upgrade: Upgrade) -> msgspec.Raw:
    """Write the data of an upgrade."""
    return msgspec.Raw(
        _ENCODER.encode(
            {**attrs.asdict(upgrade, recurse=False), "header": _plain_header(upgrade.header)}
        )
    )


def decode_upgrade(record: Record, number: int) -> Upgrade:
    """Read the data of an upgrade.

    Raises:
        JournalError: The record's data are not those of an upgrade.
    """
    try:
        return _UPGRADE.decode(record.data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise JournalError(f"line {number} is no upgrade: {error}", line=number) from None


def encode_header(header: Header) -> tuple[bytes, int]:
    """Write a header as the first line of a journal."""
    return encode_record(header.record(), 0)


def decode_header(line: bytes) -> tuple[Header, int]:
    """Read the first line of a journal; return it with the checksum the next starts from.

    The version is looked at before the checksum: another version may have another.

    Raises:
        JournalError: The line is no header, is of another version, or is damaged.
    """
    version = _version(line)
    if version is None:
        raise JournalError("this is not a journal: its first line is no header", line=1)
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
    """Find the format version in what may be a header."""
    try:
        found: Any = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("type") != FORMAT:
        return None
    version = found.get("v")
    return version if type(version) is int else None


def _writer(line: bytes) -> str:
    """Name the release that wrote a header of another version, as far as that tells."""
    data = msgspec.json.decode(line).get("data")
    found = [data.get(name) for name in ("game", "version")] if isinstance(data, dict) else []
    words = [word for word in found if isinstance(word, str) and word]
    return f", {short_repr(' '.join(words))}" if len(words) == 2 else ""
