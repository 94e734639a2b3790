"""The command series: show a field over time as small charts, or write CSV or Parquet."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from eventcore.cli.parameters import Simulated
from eventcore.cli.progress import progress

if TYPE_CHECKING:
    from eventcore.tools.series import Row

_BARS = "▁▂▃▄▅▆▇█"
_WIDTH = 40
"""The width of a chart in columns."""
_MOST_LINES = 40


def series(
    simulation: Simulated,
    journals: Path,
    field: str,
    /,
    *,
    of: str = "",
    every: int = 0,
    to: Path | None = None,
    force: bool = False,
) -> int:
    """Show how a field changes over time, in one journal or a folder of them.

    By default, print a line with a small chart for each entity. A table has the columns journal,
    turn, time, entity and value.

    Parameters
    ----------
    journals:
        A journal, or a folder of journals.
    field:
        The field, such as Health.hp.
    of:
        The entity: a name, an id, or world. By default, all entities that have the component.
    every:
        Take the value at the beginning of every turn (1), every second turn (2), and so on. By
        default, each change of the value makes a row.
    to:
        Write a table to this file: .csv, or .parquet, which needs the extra parquet. With -, print
        the table as CSV.
    force:
        Replace the output file if it exists.
    """
    from eventcore.journal.files import STDIN
    from eventcore.text import printable
    from eventcore.tools import UsageError
    from eventcore.tools.opening import journals_of
    from eventcore.tools.output_files import atomic_write
    from eventcore.tools.results import SAME, counted
    from eventcore.tools.series import rows_of

    if every < 0:
        raise UsageError(f"--every {every}: name a number of turns, 1 or more")
    if to is None and force:
        raise UsageError("--force replaces the file of --to: name that file")
    if to not in (None, STDIN) and to.suffix not in (".csv", ".parquet"):
        raise UsageError(f"--to {to}: name a file that ends in .csv or .parquet, or -")
    paths = journals_of([journals])
    ends = list[tuple[int, int]]()
    with progress("journals") as show:

        def rows() -> Iterator[Row]:
            for number, path in enumerate(paths, 1):
                recording = simulation.open(path)
                ends.append((yield from rows_of(recording, field, of, every, simulation.warn)))
                show(number, len(paths))

        if to is None:
            _print_charts(rows(), field, ends)
        elif to == STDIN:
            _write(sys.stdout, rows())
        else:
            with atomic_write(to, force=force) as part, _table(part, to.suffix) as file:
                count = _write(file, rows())
            print(printable(f"{to}: {counted(count, 'row')}"))
    return SAME


def _write(file: IO[str], rows: Iterable[Row]) -> int:
    import csv

    from eventcore.tools.series import Row

    writer, count = csv.writer(file), 0
    writer.writerow(Row._fields)
    for count, row in enumerate(rows, 1):  # noqa: B007  # returned below
        writer.writerow(row)
    return count


@contextmanager
def _table(path: Path, suffix: str) -> Iterator[IO[str]]:
    """Yield a file for CSV, which is converted to Parquet at the end if the suffix says so."""
    from tempfile import TemporaryDirectory

    from eventcore.tools.results import lacking

    if suffix == ".csv":
        with path.open("w", newline="") as file:
            yield file
        return
    try:
        import duckdb
    except ModuleNotFoundError as error:
        raise lacking(error, "Parquet", "parquet") from None
    with TemporaryDirectory(prefix="eventcore-") as folder:
        table = Path(folder, "series.csv")
        with table.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
            yield file
        with duckdb.connect(config={"autoinstall_known_extensions": "false"}) as database:
            # sample_size=-1 reads all rows before choosing a type for the column of values.
            database.read_csv(str(table), sample_size=-1).write_parquet(str(path))


def _print_charts(rows: Iterable[Row], field: str, ends: Sequence[tuple[int, int]]) -> None:
    from eventcore.text import printable

    found: dict[tuple[str, str], list[tuple[int, Any]]] = {}
    start: tuple[int, int] | None = None
    for row in rows:
        start = min(start or (row.time, row.turn), (row.time, row.turn))
        found.setdefault((row.journal, row.entity), []).append((row.time, row.value))
    several = len({journal for journal, _ in found}) > 1
    if start is None:
        print(f"no entity has {field}")
        return
    end = max(ends)
    print(f"{field}, turns {start[1]} to {end[1]}, time {start[0]} to {end[0]}")
    names = [f"{path}: {entity}" if several else entity for path, entity in found]
    width = max(map(len, names[:_MOST_LINES]))
    for name, points in list(zip(names, found.values(), strict=True))[:_MOST_LINES]:
        values = [value for _, value in points]
        first, last = ("gone" if value is None else value for value in (values[0], values[-1]))
        chart = _chart(points, start[0], end[0])
        print(printable(f"{name:<{width}}  {first} {chart} {last}"))
    if len(names) > _MOST_LINES:
        print(f"and {len(names) - _MOST_LINES} more; name one with --of, or write all with --to")


def _chart(points: Sequence[tuple[int, Any]], start: int, end: int) -> str:
    """Draw numbers as bars on a scale that includes 0; for other values, count the changes."""
    from eventcore.tools.results import counted

    numbers = [float(value) for _, value in points if isinstance(value, int | float)]
    if len(numbers) < len([value for _, value in points if value is not None]):
        return f"({counted(len(points) - 1, 'change')})"
    least, most = min(0.0, *numbers), max(0.0, *numbers)
    bars, place, value = [], 0, None
    for column in range(_WIDTH):
        time = start + (end - start) * column / (_WIDTH - 1)
        while place < len(points) and points[place][0] <= time:
            value = points[place][1]
            place += 1
        height = 0 if value is None or most == least else (value - least) / (most - least)
        bars.append(" " if value is None else _BARS[round(height * (len(_BARS) - 1))])
    return "".join(bars)
