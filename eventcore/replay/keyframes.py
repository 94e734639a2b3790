"""Keyframes: whole states kept beside a journal, so that any turn of it is near.

They are a cache: without them a journal is played from its start, which takes longer.
A keyframe says of which journal it is by the checksum after the record it follows, and
of which rules by their hashes; one that fits neither is passed over.

Most are told by what differs from the one before, so that a file of them is about as large as its
journal. In memory is kept where they lie; what they hold is read as it is asked for.
"""

from __future__ import annotations

import os
from base64 import b64encode
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Final
from zlib import compress, crc32

import attrs
import msgspec

from eventcore.errors import SaveError
from eventcore.journal.files import STDIN, open_plain
from eventcore.journal.packed import unpack
from eventcore.journal.reader import Journal
from eventcore.replay.state_changes import changed, changes

_VERSIONS: Final = (1, 2)
"""In the first all states are whole."""
_DENSE: Final = 6
_MOST: Final = 1 << 26
"""A file of keyframes is written and read up to so many bytes."""
_IN_A_ROW: Final = 8
"""So many states in a row follow from a whole one: to read the last, all are read."""


@attrs.frozen
class Keyframe:
    """The whole state of a simulation at one position of its journal.

    Attributes:
        rules: The hashes of the rules it goes by.
        position: How many records of its journal led to it.
        turn: The turn it is of.
        sum: The checksum after the last of those records.
        check: The CRC-32 of the state, or of what is kept of it where that is of version 1.
    """

    rules: str
    position: int
    turn: int
    sum: int
    check: int
    _load: Callable[[], bytes] = attrs.field(eq=False, repr=False)

    @property
    def state(self) -> bytes:
        """The state, as the simulation saved it; read where it lies.

        Raises:
            SaveError: It lies there no more, or one that it follows from does not.
        """
        return self._load()


@attrs.frozen
class _Line:
    """A keyframe as it is written.

    Attributes:
        state: The state, or what differs in it, compressed by zlib, in base64.
        check: The CRC-32 of that text; from version 2 on with position and base before it.
        base: Of a state that follows from another, ``check`` of that one; else 0.
        whole: The CRC-32 of the state itself; 0 in version 1.
    """

    v: int
    rules: str
    position: int
    turn: int
    sum: int
    state: str
    check: int
    base: int = 0
    whole: int = 0


_DECODER: Final = msgspec.json.Decoder(_Line)


def keyframe_of(rules: str, position: int, turn: int, checksum: int, state: bytes) -> Keyframe:
    """Make a keyframe of a state."""
    return Keyframe(rules, position, turn, checksum, crc32(state), lambda: state)


class Keyframes:
    """Keeps the keyframes of a journal, in order of position.

    Attributes:
        path: The file they are kept in, beside the journal; None where they are in memory only.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Begin with those in a file, as far as it can be read."""
        self.path = path
        self._all: list[Keyframe] = []
        # Where each line is to be had, by its check: those of others that follow from it need it.
        self._lines: dict[int, Callable[[], bytes]] = {}
        self._last = _Last()
        self._recent = deque[Keyframe]()
        for line, read in () if path is None else _read(path):
            self._take(line, read)

    @classmethod
    def beside(cls, journal: Path | str, *, write: bool = True) -> Keyframes:
        """Load the keyframes beside a journal; a link or a pipe of their name is left alone.

        Args:
            journal: The journal's file; keyframes of standard input are kept in memory only.
            write: Whether to write added keyframes there.
        """
        if Path(journal) == STDIN:
            return cls()
        found = cls(_beside(Path(journal)))
        if not write:
            found.path = None
        return found

    def move_beside(self, journal: Path) -> None:
        """Keep those that are added from now on beside another journal, if they are kept at all."""
        if self.path is not None:
            self.path = _beside(journal)
            self._last = _Last()  # in another file nothing follows from what is in this one

    def __iter__(self) -> Iterator[Keyframe]:
        """Yield all, of whatever journal and rules, in order of position."""
        return iter(list(self._all))

    def add(self, keyframe: Keyframe) -> None:
        """Keep a keyframe, unless it is kept already; one that has lost its state is none."""
        if self._has(keyframe):
            return
        try:
            state = keyframe.state
        except SaveError:
            return
        line = self._line_of(keyframe, state)
        text = msgspec.json.encode(attrs.asdict(line)) + b"\n"
        written = None if self.path is None else _written(self.path, text)
        self._take(line, (lambda: text) if written is None else written)
        # A file that takes no more is not to hold what follows from a line it does not have.
        kept = self.path is None or written is not None
        self._last = self._last.then(line.check, state, line.base) if kept else _Last()

    def know(self, keyframe: Keyframe) -> None:
        """Know of a keyframe that is kept elsewhere, and write nothing of it.

        Its state is had from there as it is asked for; that it is lost is found out only then.
        """
        if not self._has(keyframe):
            self._insert(keyframe)

    def keep_recent(
        self, rules: str, position: int, turn: int, checksum: int, state: bytes, *, most: int
    ) -> None:
        """Keep a state in memory only, as it is, in place of the oldest of so many of these."""
        recent = Keyframe(rules, position, turn, checksum, 0, lambda: state)
        self._recent.append(recent)
        self.know(recent)
        if len(self._recent) > most:
            self._all.remove(self._recent.popleft())

    def keep(self, rules: str, position: int, turn: int, checksum: int, state: bytes) -> None:
        """Keep the keyframe of a state, as ``keyframe_of`` makes it."""
        self.add(keyframe_of(rules, position, turn, checksum, state))

    def before(self, position: int, journal: Journal, rules: str) -> Keyframe | None:
        """Give the latest that leads up to a position of a journal, by these rules."""
        end = bisect_right(self._all, position, key=_POSITION)
        for keyframe in reversed(self._all[:end]):
            if keyframe.rules == rules and belongs(keyframe, journal):
                return keyframe
        return None

    def newest(self, journal: Journal) -> Iterator[Keyframe]:
        """Yield those of a journal, by whatever rules, the latest first."""
        return (keyframe for keyframe in reversed(self._all) if belongs(keyframe, journal))

    def _line_of(self, keyframe: Keyframe, state: bytes) -> _Line:
        base = self._last
        told = changes(base.state, state) if base.check else state
        text = b64encode(compress(told, _DENSE)).decode()
        return _Line(
            _VERSIONS[-1],
            keyframe.rules,
            keyframe.position,
            keyframe.turn,
            keyframe.sum,
            text,
            _check_of(keyframe.position, base.check, text),
            base.check,
            crc32(state),
        )

    def _take(self, line: _Line, read: Callable[[], bytes]) -> None:
        """Take a line among those that are known."""
        self._lines[line.check] = read
        made = Keyframe(
            line.rules,
            line.position,
            line.turn,
            line.sum,
            line.whole if line.v > 1 else line.check,
            partial(self._state_at, line.check),
        )
        if not self._has(made):
            self._insert(made)

    def _insert(self, keyframe: Keyframe) -> None:
        self._all.insert(bisect_right(self._all, keyframe.position, key=_POSITION), keyframe)

    def _state_at(self, check: int) -> bytes:
        """Give the state of a line, from the whole one that it follows from.

        Raises:
            SaveError: One of the lines is not there, or what it says comes to another state.
        """
        lines: list[_Line] = []
        while check:
            if check not in self._lines or len(lines) > _IN_A_ROW:
                raise SaveError("the state that this one follows from is not there")
            line = _decoded(self._lines[check]())
            if line is None or line.check != check:
                raise SaveError("the state was kept in a file that was changed since")
            lines.append(line)
            check = line.base
        state = b""
        for line in reversed(lines):
            told = unpack(line.state)
            state = changed(state, told) if line.base else told
            if line.v > 1 and crc32(state) != line.whole:
                raise SaveError("what is kept of the state comes to another")
        return state

    def _has(self, keyframe: Keyframe) -> bool:
        first = bisect_left(self._all, keyframe.position, key=_POSITION)
        index = bisect_right(self._all, keyframe.position, key=_POSITION)
        return keyframe in self._all[first:index]  # where rules alternate, others are between


_POSITION: Final = attrgetter("position")


@attrs.frozen
class _Last:
    """The state that was added last, for the next one to follow from it; none with a check of 0."""

    check: int = 0
    state: bytes = b""
    row: int = 0

    def then(self, check: int, state: bytes, base: int) -> _Last:
        """Give what comes after one more; where the row is full, none."""
        row = self.row + 1 if base else 0
        return _Last(check, state, row) if row < _IN_A_ROW else _Last()


def _beside(journal: Path) -> Path:
    return journal.with_name(journal.name + ".keys")


def belongs(keyframe: Keyframe, journal: Journal) -> bool:
    """Say whether a keyframe's records are the first ones of a journal."""
    position = keyframe.position
    return 0 < position <= len(journal.sums) and journal.sums[position - 1] == keyframe.sum


def _written(path: Path, text: bytes) -> Callable[[], bytes] | None:
    """Add a line to a file, and give what reads it again; None where the file did not take it."""
    try:
        descriptor = open_plain(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        with open(descriptor, "ab") as file:
            if os.fstat(descriptor).st_size + len(text) > _MOST:
                return None
            file.write(text)
            end = file.tell()
    except OSError:
        return None  # it is a cache; the journal has all that matters
    return partial(_read_line, path, end - len(text), len(text))


def _read_line(path: Path, start: int, length: int) -> bytes:
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            file.seek(start)
            return file.read(length)
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror or error}") from None


def _decoded(text: bytes) -> _Line | None:
    """Read a line; give None for what is damaged or of another version."""
    try:
        line = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if line.v not in _VERSIONS:
        return None
    check = _check_of(line.position, line.base, line.state) if line.v > 1 else _crc(line.state)
    return line if line.check == check else None


def _check_of(position: int, base: int, text: str) -> int:
    """Give the check of a line, by which it is known: what differs may be the same in many."""
    return _crc(f"{position} {base} {text}")


def _crc(text: str) -> int:
    return crc32(text.encode())


def _read(path: Path) -> Iterator[tuple[_Line, Callable[[], bytes]]]:
    """Yield the lines of a file with what reads each again, but those that are none."""
    start = 0
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            while text := file.readline(_MOST - start):
                line = _decoded(text)
                if line is not None:
                    yield line, partial(_read_line, path, start, len(text))
                start += len(text)
    except OSError:
        return
