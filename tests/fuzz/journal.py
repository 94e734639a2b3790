"""Fuzz the reader of journals, guided by its code coverage:

    pip install atheris
    python -m tests.fuzz.journal -max_total_time=3600

It starts with the golden journals. It writes each find to a file named crash-…, to be added to
tests/eventcore/journal. Without the package, tests/fuzz/test_altered.py alters the same journals.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]  # installed for this alone

with atheris.instrument_imports():
    from tests.fuzz.reading import beginnings, read_both


def main() -> None:
    """Fuzz until told to stop."""
    with tempfile.TemporaryDirectory() as name:
        for number, beginning in enumerate(beginnings()):
            (Path(name) / str(number)).write_bytes(beginning)
        atheris.Setup([*sys.argv, name], read_both)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
