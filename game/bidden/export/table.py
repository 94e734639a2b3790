"""A journal as a Parquet file with a row for each record and settled event.

The columns are the fields of a line in a journal, and the number of the line; ``data`` is JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
import msgspec

from eventcore import JournalError
from eventcore.journal import Journal

COLUMNS: Final = {
    "line": "BIGINT",
    "seq": "BIGINT",
    "turn": "BIGINT",
    "kind": "VARCHAR",
    "type": "VARCHAR",
    "v": "INTEGER",
    "parent": "BIGINT",
    "outcome": "VARCHAR",
    "reason": "VARCHAR",
    "data": "JSON",
    "digest": "VARCHAR",
}
"""The columns, in order, and their types."""


def save_parquet(path: Path, journal: Journal) -> None:
    """Write the table of a journal that was read with its events.

    Raises:
        ImportError: duckdb is not installed.
        JournalError: A number is beyond 64 bits, or the file cannot be written.
    """
    import duckdb

    with TemporaryDirectory(prefix="bidden-") as folder:
        lines = Path(folder) / "rows.jsonl"
        with lines.open("wb") as file:
            for row in rows(journal):
                file.write(msgspec.json.encode(row) + b"\n")
        try:
            with duckdb.connect(config={"autoinstall_known_extensions": "false"}) as database:
                table = database.read_json(str(lines), columns=COLUMNS, format="newline_delimited")
                table.write_parquet(str(path), compression="zstd")
        except duckdb.Error as error:
            raise JournalError(f"cannot be exported as a table: {error}") from None


def rows(journal: Journal) -> Iterator[dict[str, Any]]:
    """Yield the header in the present format, then all lines in order.

    A row has no place for names that came later, so the header has all of them.
    """
    header = attrs.evolve(journal.header, names=dict(journal.names)).record()
    yield _row(1, header.kind, header)
    for position in range(len(journal.records) + 1):
        if position < len(journal.events):
            line = journal.event_line(position)
            for event in journal.events[position]:
                yield _row(line, "event", event) | {"v": 1}
        if position < len(journal.records):
            record = journal.records[position]
            yield _row(journal.lines[position], record.kind, record)


def _row(line: int, kind: str, values: msgspec.Struct) -> dict[str, Any]:
    return {"line": line, "kind": kind, **msgspec.structs.asdict(values)}
