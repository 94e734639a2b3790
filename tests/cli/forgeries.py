"""Files that are no whole journal of the game, by what is wrong with them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.journals import seal

Forge = Callable[[bytes], bytes]


def _lines(journal: bytes) -> list[bytes]:
    return journal.splitlines(keepends=True)


def swap(journal: bytes, line: int, old: bytes, new: bytes) -> bytes:
    """Change a line, which counts from 1, and give the journal the checksums it should have."""
    lines = _lines(journal)
    assert lines[line - 1].count(old) == 1
    lines[line - 1] = lines[line - 1].replace(old, new)
    return seal(lines)


NO_JOURNAL: Final[Mapping[str, tuple[Forge, str]]] = {
    "empty": (lambda _: b"", "the file is empty: a journal begins with a header"),
    "binary": (
        lambda _: bytes(range(256)) * 40,
        "this is not a journal: its first line is no header",
    ),
    "text": (lambda _: b"Once upon a time\n", "this is not a journal: its first line is no header"),
    "somebody's": (
        lambda _: b'{"seq":0,"mine":"precious"}',
        "this is not a journal: its first line is no header",
    ),
    "headless": (
        lambda journal: b"".join(_lines(journal)[1:]),
        "this is not a journal: its first line is no header",
    ),
    "version": (
        lambda journal: swap(journal, 1, b'"journal","v":1', b'"journal","v":9'),
        "the journal has format version 9, and this program reads version 1: "
        "use the release that wrote it, 'bidden 0.1.0'",
    ),
    "header": (
        lambda journal: journal.replace(b'"seed":7', b'"seed":8', 1),
        "line 1 is damaged: its checksum does not fit it and the lines before",
    ),
    "torn-header": (
        lambda journal: journal[:60],
        "the file ends inside its header: nothing was recorded",
    ),
    "incomplete": (
        lambda journal: swap(journal, 1, b'"seed":7,', b""),
        "the header is incomplete: Object missing required field `seed`",
    ),
    "game": (
        lambda journal: swap(journal, 1, b'"game":"bidden"', b'"game":"chess"'),
        "is a journal of 'chess', not of bidden",
    ),
}
"""What is refused whatever one wants of it, and what is said, after its name and a colon."""

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
    "binary": (lambda journal: journal + bytes(range(256)), 23),
}
"""What is damaged after a whole header, and in which line."""


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
