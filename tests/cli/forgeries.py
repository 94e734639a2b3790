"""Files that are not valid journals of the game, grouped by fault."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.journals import seal

Forge = Callable[[bytes], bytes]


def _lines(journal: bytes) -> list[bytes]:
    return journal.splitlines(keepends=True)


def swap(journal: bytes, line: int, old: bytes, new: bytes) -> bytes:
    """Change the line with the given number, and correct the checksums of the journal."""
    lines = _lines(journal)
    assert lines[line - 1].count(old) == 1
    lines[line - 1] = lines[line - 1].replace(old, new)
    return seal(lines)


NO_JOURNAL: Final[Mapping[str, Forge]] = {
    "empty": lambda _: b"",
    "binary": lambda _: bytes(range(256)) * 40,
    "text": lambda _: b"Once upon a time\n",
    "other JSON": lambda _: b'{"seq":0,"mine":"precious"}',
    "no header": lambda journal: b"".join(_lines(journal)[1:]),
    "other version": lambda journal: swap(journal, 1, b'"journal","v":1', b'"journal","v":9'),
    "damaged header": lambda journal: journal.replace(b'"seed":7', b'"seed":8', 1),
    "torn header": lambda journal: journal[:60],
    "incomplete header": lambda journal: swap(journal, 1, b'"seed":7,', b""),
    "other game": lambda journal: swap(journal, 1, b'"game":"bidden"', b'"game":"chess"'),
}
"""Files that no command accepts."""

DAMAGED: Final[Mapping[str, tuple[Forge, int]]] = {
    "byte": (lambda journal: journal.replace(b'"turn":5,', b'"turn":6,', 1), 7),
    "missing": (lambda journal: b"".join(_lines(journal)[:9] + _lines(journal)[10:]), 10),
    "twice": (lambda journal: b"".join(_lines(journal)[:9] + _lines(journal)[8:]), 10),
    "swapped": (
        lambda journal: b"".join(
            [*_lines(journal)[:4], *reversed(_lines(journal)[4:6]), *_lines(journal)[6:]]
        ),
        5,
    ),
    "more": (lambda journal: journal + b"and so on\n", 23),
}
"""Files damaged after a whole header, with the number of the first damaged line."""


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
