"""Rows as Parquet: a table that DuckDB, polars and pandas read, with a column for each field."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from bidden.batches.row import RunRow
from bidden.files import atomic_write
from eventcore.tools import UsageError

COLUMNS: Final = {
    "rules": "VARCHAR",
    "bot": "VARCHAR",
    "seed": "BIGINT",
    "most": "BIGINT",
    "ended": "VARCHAR",
    "how": "VARCHAR",
    "turns": "BIGINT",
    "intents": "BIGINT",
    "decisions": "BIGINT",
    "levels": "BIGINT",
    "bindings": "BIGINT",
    "score": "BIGINT",
    "used": "MAP(VARCHAR, BIGINT)",
    "slain": "MAP(VARCHAR, BIGINT)",
    "achieved": "VARCHAR[]",
    "digest": "VARCHAR",
}
"""The columns, in order, and their types in DuckDB."""


def save_parquet(path: Path, rows: Sequence[RunRow]) -> None:
    """Write rows as a table.

    Raises:
        ImportError: duckdb is not installed.
        UsageError: The file cannot be written.
    """
    import duckdb

    with TemporaryDirectory(prefix="bidden-") as folder, atomic_write(path) as part:
        lines = Path(folder) / "rows.jsonl"
        lines.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        try:
            with _database() as database:
                table = database.read_json(str(lines), columns=COLUMNS, format="newline_delimited")
                table.write_parquet(str(part), compression="zstd")
        except duckdb.Error as error:
            raise UsageError(f"{path}: cannot be written: {error}") from None


def load_parquet(path: Path) -> list[RunRow]:
    """Read the rows of a table that ``save_parquet`` wrote.

    Raises:
        ImportError: duckdb is not installed.
        UsageError: The file is no table of runs.
    """
    import duckdb

    if not path.is_file():
        raise UsageError(f"{path}: is not a file of runs")
    try:
        with _database() as database:
            found = database.read_parquet(str(path)).project(", ".join(COLUMNS)).fetchall()
        return [msgspec.convert(dict(zip(COLUMNS, one, strict=True)), RunRow) for one in found]
    except (duckdb.Error, msgspec.ValidationError) as error:
        raise UsageError(f"{path}: holds no runs: {' '.join(str(error).split())}") from None


def _database() -> Any:
    import duckdb

    return duckdb.connect(config={"autoinstall_known_extensions": "false"})
