"""Keyframes: complete states saved beside a journal, so that every turn can be reached quickly.

They are a cache: without keyframes, a journal is played from its start, which takes longer. The
checksum of the record before a keyframe identifies its journal, and hashes identify its rules.
States are read from the file only when they are needed.
"""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final
from zlib import crc32

import attrs
import msgspec

from eventcore.errors import SaveError
from eventcore.journal.files import STDIN, open_plain
from eventcore.journal.format import pack, unpack
from eventcore.journal.reader import Journal

_VERSION: Final = 1
_WITH_CHANGES: Final = 2
"""A file version with lines that contain only the changes to a state; such lines are skipped."""
_MOST: Final = 1 << 26
"""The maximum size of a keyframe file, in bytes."""


@attrs.frozen
class Keyframe:
    """The complete state of a simulation at one position in its journal.

    Attributes:
        rules: The hashes of the rules, as in ``Header.rules``.
        position: The number of records that were played to reach the state.
        turn: The turn of the state.
        sum: The checksum of the last record that was played to reach the state.
    """

    rules: str
    position: int
    turn: int
    sum: int
    _load: Callable[[], bytes] = attrs.field(eq=False, repr=False)

    @property
    def state(self) -> bytes:
        """The state, as the simulation saved it.

        Raises:
            SaveError: The file with the state was changed or removed.
        """
        return self._load()


@attrs.frozen
class _Line:
    """The fields of a keyframe's line in the file.

    Attributes:
        state: The state, compressed with zlib and encoded in base64.
        check: The CRC-32 of ``state``; in version 2, of the position, the base and ``state``.
        base: In version 2, the ``check`` of the line to which this line adds changes; 0 if none.
    """

    v: int
    rules: str
    position: int
    turn: int
    sum: int
    state: str
    check: int
    base: int = 0


_DECODER: Final = msgspec.json.Decoder(_Line)
_POSITION: Final = attrgetter("position")


def keyframe_of(rules: str, position: int, turn: int, checksum: int, state: bytes) -> Keyframe:
    """Create a keyframe from a state that is in memory."""
    return Keyframe(rules, position, turn, checksum, lambda: state)


class Keyframes:
    """The keyframes of a journal, in order of position.

    Attributes:
        path: The file for new keyframes; None to keep new keyframes only in memory.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Load the keyframes from a file; skip lines that cannot be read."""
        self.path = path
        self._all: list[Keyframe] = []
        self._recent = deque[Keyframe]()
        for keyframe in () if path is None else _read(path):
            self.know(keyframe)

    @classmethod
    def beside(cls, journal: Path | str, *, write: bool = True) -> Keyframes:
        """Load the keyframes from the file beside a journal, unless it is a link or a pipe.

        Args:
            journal: The path of the journal; for standard input, keyframes stay in memory.
            write: Whether to write new keyframes to the file.
        """
        journal = Path(journal)
        if journal == STDIN:
            return cls()
        found = cls(journal.with_name(f"{journal.name}.keys"))
        if not write:
            found.path = None
        return found

    def __iter__(self) -> Iterator[Keyframe]:
        """Yield the keyframes for all journals and rules, in order of position."""
        return iter(list(self._all))

    def add(self, keyframe: Keyframe) -> None:
        """Add a keyframe, and write it to the file; skip it if it is known or its state is lost."""
        if self._has(keyframe):
            return
        try:
            state = keyframe.state
        except SaveError:
            return
        load = self._write(keyframe, state)
        self._insert(keyframe if load is None else attrs.evolve(keyframe, load=load))

    def know(self, keyframe: Keyframe) -> None:
        """Add a keyframe that is saved elsewhere, without writing it to the file."""
        if not self._has(keyframe):
            self._insert(keyframe)

    def keep_recent(
        self, rules: str, position: int, turn: int, checksum: int, state: bytes, *, most: int
    ) -> None:
        """Keep a state only in memory; if there are too many such states, drop the oldest."""
        recent = keyframe_of(rules, position, turn, checksum, state)
        if self._has(recent):
            return
        self._recent.append(recent)
        self._insert(recent)
        if len(self._recent) > most:
            self._all.remove(self._recent.popleft())

    def before(self, position: int, journal: Journal, rules: str) -> Keyframe | None:
        """Return the last keyframe with these rules at or before a position, or None."""
        end = bisect_right(self._all, position, key=_POSITION)
        for keyframe in reversed(self._all[:end]):
            if keyframe.rules == rules and belongs(keyframe, journal):
                return keyframe
        return None

    def newest(self, journal: Journal) -> Iterator[Keyframe]:
        """Yield the keyframes of a journal for any rules, the last position first."""
        return (keyframe for keyframe in reversed(self._all) if belongs(keyframe, journal))

    def _write(self, keyframe: Keyframe, state: bytes) -> Callable[[], bytes] | None:
        """Write a keyframe; return a function that reads its state, or None if writing failed."""
        if self.path is None:
            return None
        packed, (rules, position, turn, checksum) = pack(state), _key(keyframe)
        line = _Line(_VERSION, rules, position, turn, checksum, packed, _crc(packed))
        text = msgspec.json.encode(attrs.asdict(line, filter=lambda field, _: field.name != "base"))
        try:
            descriptor = open_plain(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            with open(descriptor, "ab") as file:
                if os.fstat(descriptor).st_size + len(text) >= _MOST:
                    return None
                file.write(text + b"\n")
                start = file.tell() - len(text) - 1
                return partial(_load, self.path, start, len(text), line.check)
        except OSError:
            return None  # keyframes are only a cache, so this error is harmless

    def _insert(self, keyframe: Keyframe) -> None:
        self._all.insert(bisect_right(self._all, keyframe.position, key=_POSITION), keyframe)

    def _has(self, keyframe: Keyframe) -> bool:
        first = bisect_left(self._all, keyframe.position, key=_POSITION)
        index = bisect_right(self._all, keyframe.position, key=_POSITION)
        return keyframe in self._all[first:index]  # a position may have keyframes for other rules


def belongs(keyframe: Keyframe, journal: Journal) -> bool:
    """Return whether a keyframe was made from this journal, according to the checksums."""
    position = keyframe.position
    return 0 < position <= len(journal.sums) and journal.sums[position - 1] == keyframe.sum


def _key(keyframe: Keyframe | _Line) -> tuple[str, int, int, int]:
    return keyframe.rules, keyframe.position, keyframe.turn, keyframe.sum


def _load(path: Path, start: int, length: int, check: int) -> bytes:
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            file.seek(start)
            line = _decoded(file.read(length))
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror or error}") from None
    if line is None or line.check != check:
        raise SaveError(f"{path}: has changed since it was read")
    return unpack(line.state)


def _decoded(text: bytes) -> _Line | None:
    """Read a line; return None if it is damaged, of another version, or not a complete state."""
    try:
        line = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if line.v not in (_VERSION, _WITH_CHANGES) or line.base:
        return None
    checked = line.state if line.v == _VERSION else f"{line.position} 0 {line.state}"
    return line if line.check == _crc(checked) else None


def _crc(text: str) -> int:
    return crc32(text.encode())


def _read(path: Path) -> Iterator[Keyframe]:
    start = 0
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            while text := file.readline(_MOST - start):
                line = _decoded(text)
                if line is not None:
                    load = partial(_load, path, start, len(text), line.check)
                    yield Keyframe(*_key(line), load)
                start += len(text)
    except OSError:
        return
