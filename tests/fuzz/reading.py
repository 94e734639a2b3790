"""Reading any bytes returns a journal or raises JournalError."""

from pathlib import Path
from tempfile import NamedTemporaryFile

from eventcore import JournalError, SaveError
from eventcore.journal import Journal
from eventcore.journal.format import UPGRADE, decode_upgrade, unpack
from tests.journals import seal

GOLDEN = Path(__file__).parents[1] / "golden" / "journals"


def beginnings() -> list[bytes]:
    """Return the first lines of the golden journals: unchanged, and the first without events."""
    found = []
    for path in sorted(GOLDEN.iterdir()):
        lines = path.read_bytes().splitlines(keepends=True)
        found += [lines[:8], [line for line in lines if b'"kind":"events"' not in line][:4]]
    return [b"".join(lines) for lines in found]


def read_both(data: bytes) -> None:
    """Read the bytes unchanged, and again with valid checksums."""
    read(data)
    read(seal(data.splitlines(keepends=True)))


def read(data: bytes) -> None:
    """Read a journal, and decode the states in it."""
    with NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(data)
        file.flush()
        try:
            journal = Journal.read(file.name, events=True)
        except JournalError:
            return
    try:
        for record, line in zip(journal.records, journal.lines, strict=True):
            if record.type == UPGRADE:
                unpack(decode_upgrade(record, line).state)
    except (JournalError, SaveError):
        return
