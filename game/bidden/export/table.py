"""Tables: a journal as a Parquet file, a row for each record and settled event.

The columns are those of a line in a journal, and the number of the line; ``data`` is JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
import msgspec

from eventcore import JournalError
from eventcore.journal import FORMAT, FORMAT_VERSION, MARK, Journal, Record, Settled

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
            raise JournalError(f"cannot be made a table: {error}") from None


def rows(journal: Journal) -> Iterator[dict[str, Any]]:
    """Yield the rows: the header, as this version writes it, then all lines in order.

    A row has no place for the names of those who came later: the header has all of them.
    """
    named = attrs.evolve(journal.header, names=dict(journal.names))
    fields = attrs.asdict(named)
    if not named.setup:
        del fields["setup"]  # the game has no such parameters
    header = msgspec.Raw(msgspec.json.encode(fields))
    yield _of_record(1, Record(0, 0, FORMAT, FORMAT_VERSION, None, header, ""), MARK)
    for position in range(len(journal.records) + 1):
        if position < len(journal.events):
            lines = journal.event_lines(position)
            yield from map(_of_event, lines, journal.events[position])
        if position < len(journal.records):
            record = journal.records[position]
            yield _of_record(journal.lines[position], record, record.kind)


def _of_record(line: int, record: Record, kind: str) -> dict[str, Any]:
    return {"line": line, "kind": kind, **msgspec.structs.asdict(record)}


def _of_event(line: int, event: Settled) -> dict[str, Any]:
    return {"line": line, "kind": "event", "v": 1, **msgspec.structs.asdict(event)}
