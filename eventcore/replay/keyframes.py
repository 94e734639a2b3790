"""Save complete states beside a journal as keyframes, so that tools can reach any turn quickly.

Without keyframes, a journal is played from its start, which takes longer. If a replay differs under
new rules, the run can continue from a keyframe. Each keyframe holds hashes of the rules, and the
checksum of the last record before the keyframe. The checksum identifies the journal.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Final
from zlib import crc32

import attrs
import msgspec

from eventcore.journal.files import STDIN, open_plain
from eventcore.journal.format import pack, unpack
from eventcore.journal.lines import BAD_JSON
from eventcore.journal.reader import Journal

_VERSION: Final = 1
_MOST: Final = 1 << 26  # the maximum size of a keyframe file, in bytes


@attrs.frozen
class Keyframe:
    """The complete state of a simulation at one position in its journal."""

    rules: str  # the hashes of the rules; see ``Header.rules``
    position: int  # the number of records that were played to reach the state
    turn: int  # the turn of the state
    sum: int  # the checksum of the last record that was played to reach the state
    _state: bytes | str = attrs.field(eq=False, repr=False)  # a str is a packed state

    @property
    def state(self) -> bytes:
        """The state as the simulation saved it. Raises SaveError if the packed state is damaged."""
        return unpack(self._state) if isinstance(self._state, str) else self._state

    def belongs_to(self, journal: Journal) -> bool:
        """Return whether the checksums show that the keyframe belongs to this journal."""
        position = self.position
        return 0 < position <= len(journal.sums) and journal.sums[position - 1] == self.sum


class _Line(msgspec.Struct):
    v: int
    rules: str
    position: int
    turn: int
    sum: int
    state: str  # compressed with zlib and encoded in base64
    check: int  # the CRC-32 of ``state``


class Keyframes:
    """The keyframes of a journal, ordered by position.

    Attributes:
        path: The file for new keyframes; if None, new keyframes stay in memory.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Load keyframes from a file, and skip lines that cannot be read."""
        self.path = path
        self._all = dict.fromkeys(() if path is None else _read(path))

    @classmethod
    def beside(cls, journal: Path | str, *, write: bool = True) -> Keyframes:
        """Load keyframes from the file beside a journal, unless that file is a link or a pipe.

        New keyframes stay in memory if ``write`` is False or the journal is standard input.
        """
        journal = Path(journal)
        if journal == STDIN:
            return cls()
        found = cls(journal.with_name(f"{journal.name}.keys"))
        if not write:
            found.path = None
        return found

    def __iter__(self) -> Iterator[Keyframe]:
        """Yield all keyframes, including those of other journals or rules, ordered by position."""
        return iter(sorted(self._all, key=attrgetter("position")))

    def add(self, keyframe: Keyframe) -> None:
        """Add a keyframe, unless it is already known, and write it to the file."""
        if keyframe in self._all:
            return
        if self.path is not None:
            keyframe = attrs.evolve(keyframe, state=pack(keyframe.state))
            _write(self.path, keyframe)
        self._all[keyframe] = None

    def newest(self, journal: Journal) -> Iterator[Keyframe]:
        """Yield a journal's keyframes from last to first, including those of other rules."""
        return (keyframe for keyframe in reversed([*self]) if keyframe.belongs_to(journal))


def _write(path: Path, keyframe: Keyframe) -> None:
    rules, position, turn, checksum, packed = attrs.astuple(keyframe)
    line = _Line(_VERSION, rules, position, turn, checksum, packed, crc32(packed.encode()))
    text = msgspec.json.encode(line) + b"\n"
    try:
        descriptor = open_plain(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        with open(descriptor, "ab") as file:
            if os.fstat(descriptor).st_size + len(text) <= _MOST:
                file.write(text)
    except OSError:
        pass  # not an error, because a journal can also be played from an earlier state


def _read(path: Path) -> Iterator[Keyframe]:
    try:
        with open(open_plain(path, os.O_RDONLY), "rb") as file:
            lines = file.read(_MOST).splitlines()
    except OSError:
        return
    for text in lines:
        try:
            line = msgspec.json.decode(text, type=_Line)
        except BAD_JSON:
            continue
        if line.v == _VERSION and line.check == crc32(line.state.encode()):
            yield Keyframe(line.rules, line.position, line.turn, line.sum, line.state)
