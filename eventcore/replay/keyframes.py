"""Keyframes: whole states kept beside a journal, so that any turn of it is near.

They are a cache: without them a journal is played from its start, which takes longer.
A keyframe says of which journal it is by the checksum after the record it follows, and
of which rules by their hashes; one that fits neither is passed over.
"""

from __future__ import annotations

import os
from base64 import b64encode
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from zlib import compress, crc32

import attrs
import msgspec

from eventcore.journal.files import open_plain
from eventcore.journal.format import Header
from eventcore.journal.reader import Journal

_VERSION = 1
_QUICK = 1
_MOST = 1 << 26
"""A file of keyframes is written and read up to so many bytes."""


@attrs.frozen
class Keyframe:
    """The whole state of a simulation at one position of its journal.

    Attributes:
        v: The version of this file's format.
        rules: The hashes of the rules it goes by.
        position: How many records of its journal led to it.
        turn: The turn it is of.
        sum: The checksum after the last of those records.
        state: The state, compressed by zlib, in base64.
        check: The CRC-32 of that text.
    """

    v: int
    rules: str
    position: int
    turn: int
    sum: int
    state: str
    check: int


def rules_of(header: Header) -> str:
    """Name the rules that a journal was recorded by, as far as its header tells."""
    hashes = (header.engine, header.content, header.chains, header.version, header.code)
    return " ".join(filter(None, hashes))


def keyframe_of(rules: str, position: int, turn: int, checksum: int, state: bytes) -> Keyframe:
    """Make a keyframe of a state."""
    packed = b64encode(compress(state, _QUICK)).decode()
    return Keyframe(_VERSION, rules, position, turn, checksum, packed, crc32(packed.encode()))


class Keyframes:
    """Keeps the keyframes of a journal, in order of position.

    Attributes:
        path: The file they are kept in, beside the journal; None where they are in memory only.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Begin with those in a file, as far as it can be read."""
        self.path = path
        self._all: list[Keyframe] = []
        for keyframe in () if path is None else _read(path):
            self._insert(keyframe)

    @classmethod
    def beside(cls, journal: Path | str, *, write: bool = True) -> Keyframes:
        """Give the keyframes beside a journal; a link or a pipe of their name is left alone.

        Args:
            journal: The journal's file.
            write: Whether those that are added are kept there too.
        """
        found = cls(_beside(Path(journal)))
        if not write:
            found.path = None
        return found

    def move_beside(self, journal: Path) -> None:
        """Keep those that are added from now on beside another journal, if they are kept at all."""
        if self.path is not None:
            self.path = _beside(journal)

    def __iter__(self) -> Iterator[Keyframe]:
        """Yield all, of whatever journal and rules, in order of position."""
        return iter(list(self._all))

    def add(self, keyframe: Keyframe) -> None:
        """Keep a keyframe, unless it is kept already."""
        if self._insert(keyframe) and self.path is not None:
            line = msgspec.json.encode(attrs.asdict(keyframe)) + b"\n"
            try:
                descriptor = open_plain(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
                with open(descriptor, "ab") as file:
                    if os.fstat(descriptor).st_size + len(line) <= _MOST:
                        file.write(line)
            except OSError:
                return  # it is a cache; the journal has all that matters

    def keep(self, rules: str, position: int, turn: int, checksum: int, state: bytes) -> None:
        """Keep the keyframe of a state, as ``keyframe_of`` makes it."""
        self.add(keyframe_of(rules, position, turn, checksum, state))

    def before(self, position: int, journal: Journal, rules: str) -> Keyframe | None:
        """Give the latest that leads up to a position of a journal, by these rules."""
        end = bisect_right(self._all, position, key=attrgetter("position"))
        for keyframe in reversed(self._all[:end]):
            if keyframe.rules == rules and belongs(keyframe, journal):
                return keyframe
        return None

    def newest(self, journal: Journal) -> Iterator[Keyframe]:
        """Yield those of a journal, by whatever rules, the latest first."""
        return (keyframe for keyframe in reversed(self._all) if belongs(keyframe, journal))

    def _insert(self, keyframe: Keyframe) -> bool:
        index = bisect_right(self._all, keyframe.position, key=attrgetter("position"))
        first = bisect_left(self._all, keyframe.position, key=attrgetter("position"))
        if keyframe in self._all[first:index]:  # where rules alternate, others are between
            return False
        self._all.insert(index, keyframe)
        return True


def _beside(journal: Path) -> Path:
    return journal.with_name(journal.name + ".keys")


def belongs(keyframe: Keyframe, journal: Journal) -> bool:
    """Say whether a keyframe's records are the first ones of a journal."""
    position = keyframe.position
    return 0 < position <= len(journal.sums) and journal.sums[position - 1] == keyframe.sum


def _read(path: Path) -> Iterator[Keyframe]:
    """Yield the keyframes of a file, leaving out what is damaged or of another version."""
    decoder = msgspec.json.Decoder(Keyframe)
    left = _MOST
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            while line := file.readline(left):
                left -= len(line)
                try:
                    keyframe = decoder.decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                    continue
                if keyframe.v == _VERSION and keyframe.check == crc32(keyframe.state.encode()):
                    yield keyframe
    except OSError:
        return
