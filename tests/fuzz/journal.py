"""Fuzz the reader of journals, led by what of it the input reaches:

    pip install atheris
    python -m tests.fuzz.journal -max_total_time=3600

Whatever the bytes, reading gives a journal or raises JournalError. It begins with the golden
journals; what it finds is left in a file named crash-…, and goes into tests/eventcore/journal.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]  # installed for this alone

with atheris.instrument_imports():
    from eventcore import JournalError, SaveError
    from eventcore.journal.format import UPGRADE, decode_upgrade
    from eventcore.journal.reader import _read
    from eventcore.replay.playback import unpack

from tests.journals import seal

GOLDEN = Path(__file__).parents[1] / "golden" / "journals"


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


def main() -> None:
    """Fuzz until told to stop."""
    with tempfile.TemporaryDirectory() as name:
        for path in GOLDEN.iterdir():
            first = b"".join(path.read_bytes().splitlines(keepends=True)[:4])
            (Path(name) / path.name).write_bytes(first)
        atheris.Setup([*sys.argv, name], read_both)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
