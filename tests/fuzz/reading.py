"""Whatever the bytes, reading them gives a journal or raises JournalError."""

import io
from pathlib import Path

from eventcore import JournalError, SaveError
from eventcore.journal.format import UPGRADE, decode_upgrade
from eventcore.journal.reader import _read
from eventcore.replay.packed import unpack
from tests.journals import seal

GOLDEN = Path(__file__).parents[1] / "golden" / "journals"


def beginnings() -> list[bytes]:
    """The first lines of the golden journals: as they are, and the first without events."""
    found = []
    for path in sorted(GOLDEN.iterdir()):
        lines = path.read_bytes().splitlines(keepends=True)
        found += [lines[:8], [line for line in lines if b'"kind":"events"' not in line][:4]]
    return [b"".join(lines) for lines in found]


def read_both(data: bytes) -> None:
    """Read the bytes as they are, and with the checksums that a forger would give them."""
    read(data)
    read(seal(data.splitlines(keepends=True)))


def read(data: bytes) -> None:
    """Read a journal, and what a mark in it would restore."""
    try:
        journal = _read(io.BytesIO(data), True)
        for record, line in zip(journal.records, journal.lines, strict=True):
            if record.type == UPGRADE:
                unpack(decode_upgrade(record, line).state)
    except (JournalError, SaveError):
        return
