"""The ``series`` command, which shows a field over time as rows, a table or small charts."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple, TypeAlias
from warnings import warn

from eventcore.entity import Entity
from eventcore.errors import JournalError
from eventcore.event import Event
from eventcore.journal.files import STDIN
from eventcore.replay import Timeline
from eventcore.tools.opening import Recording, Simulations, journals_of
from eventcore.tools.results import (
    DIVERGED,
    SAME,
    UNREADABLE,
    Result,
    UsageError,
    atomic_write,
    counted,
    require_extra,
)
from eventcore.tools.tracing import replay, stop_text
from eventcore.tools.writes import Length, Watched
from eventcore.trace.watch import ABSENT, WriteWatch

_BARS = "▁▂▃▄▅▆▇█"
_WIDTH = 40  # the width of a chart in columns
_Change: TypeAlias = tuple[int, int, str, Any, bool]  # turn, time, entity, value, entered


class Row(NamedTuple):
    """The value of a field at one moment of a replay.

    ``time`` is in units, and ``entity`` a name and an id, such as ``zombie 57``. ``value`` is a
    number, a bool, None, the length of a list, tuple or dict, or for others, a str. It is also None
    after the entity or its component has been removed.
    """

    journal: str
    turn: int
    time: int
    entity: str
    value: Any


def series(
    simulation: Simulations | Callable[..., Any] | str,
    journals: Path | str | Iterable[Path | str],
    field: str,
    *,
    of: str = "",
    every: int = 0,
) -> Iterator[Row]:
    """Replay journals and yield the values of a field, for example for ``pandas.DataFrame``.

    Args:
        simulation: The class of the simulation, a function that returns the ``Source`` of a
            journal, or the name of the class or function, such as ``module:Class``.
        journals: A journal, a folder of journals, or several journals and folders.
        field: The field, as ``Component.field``, or an item of a dict, as ``Component.field.key``.
        of: The name or id of an entity; by default, all entities that have the component.
        every: Yield all values at the beginning of each turn that is a multiple of this number. By
            default, the first rows are the values after the setup, and the later rows are changes.

    Raises:
        UsageError: The component, the field or the entity does not exist.
        JournalError: A journal cannot be read, or an intent in it cannot be played.
        RaisedError: A handler raises an error.
    """
    simulations = Simulations.of(simulation)
    paths = [journals] if isinstance(journals, Path | str) else journals
    for path in journals_of(map(Path, paths)):
        *_, stop = yield from rows_of(simulations.open(path), field, of, every, warn)
        if stop is not None:
            raise stop


def collect(
    simulations: Simulations,
    journals: Path,
    field: str,
    of: str,
    every: int | None,
    to: Path | None,
    force: bool,
    progressed: Callable[[int, int], None],
) -> Result:
    """Write a field's values as rows to ``to``. Without ``to``, return a chart for each entity."""
    if every is not None and every < 1:
        raise UsageError(f"--every {every}: the number of turns must be at least 1")
    if to not in (None, STDIN) and to.suffix not in (".csv", ".parquet"):
        raise UsageError(f"--to {to}: choose a file name that ends in .csv or .parquet, or use -")
    paths, ends, codes = journals_of([journals]), list[tuple[int, int]](), [SAME]

    def rows() -> Iterator[Row]:
        for number, path in enumerate(paths, 1):
            try:
                recording = simulations.open(path)
            except JournalError as error:
                if not paths[1:]:
                    raise
                simulations.warn(f"{error}; this file is left out")
                codes.append(UNREADABLE)
                continue
            end, code, stop = yield from rows_of(recording, field, of, every or 0, simulations.warn)
            if stop is not None:
                simulations.warn(stop_text(stop))
            ends.append(end)
            codes.append(code)
            progressed(number, len(paths))

    if to is None:
        charts = [*_charts(rows(), field, ends)]  # also fills ``codes``
        return Result(max(codes), charts)
    if to == STDIN:
        _write(sys.stdout, rows())
        return Result(max(codes))
    with atomic_write(to, force=force) as part:
        write = _write_parquet if to.suffix == ".parquet" else _write_csv
        count, measured = write(part, rows())
    note = f"; each value is a length: for an item, add its index or key, such as {field}.0"
    return Result(max(codes), [f"{to}: {counted(count, 'row')}{note if measured else ''}"])


def rows_of(
    recording: Recording, label: str, of: str, every: int, warn: Callable[[str], object]
) -> Generator[Row, None, tuple[tuple[int, int], int, JournalError | None]]:
    """Replay one journal and yield its rows.

    Return the last time and turn, the exit code, and any error that ended the replay. ``warn`` is
    called if the rules have changed, the journal is damaged, or the replay differs.
    """
    watched = Watched(recording, of, label, sized=True)
    for line in recording.notes("played"):
        warn(line)
    path, timeline = str(recording.path), recording.timeline()
    found, stop = _changes(watched, timeline), None
    try:
        with recording.journal.errors_named():
            for turn, time, name, value, _ in _sampled(found, timeline, every) if every else found:
                yield Row(path, turn, time, name, None if value is ABSENT else value)
        watched.check_found()
    except JournalError as raised:
        stop = raised
    world = timeline.simulation.world
    for error in [*recording.passed.values()][:1]:
        warn(f"{recording.path}: {error}; the run went on after this error")
    if timeline.divergence is not None:
        warn(f"{recording.path}: {timeline.divergence}; from there on, the rows show the replay")
    differs = bool(recording.passed) or timeline.divergence is not None or stop is not None
    return (world.agenda.now, world.turn), DIVERGED if differs else SAME, stop


def _changes(watched: Watched, timeline: Timeline) -> Iterator[_Change]:
    """Yield the values after the setup, then each change made by an event or an upgrade."""
    values, labels, world = dict[str, Any](), dict[Entity, str](), None
    steps = replay(timeline, range(timeline.length), partial(watched, kind=_Watch), events=False)
    for writes in chain([()], (step.writes for step in steps)):
        for one in writes:
            entity, value = one.place[0], one.after
            label = labels.get(entity) or labels.setdefault(entity, watched.names.of(entity))
            values[label] = value
            yield one.turn, one.time, label, value, False
        if timeline.simulation.world is not world:
            # Keep the label of an entity if its name and id are the same after an upgrade.
            known = {watched.names.of(one): label for one, label in labels.items() if one.alive}
            before, values, labels, world = values, {}, {}, timeline.simulation.world
            for (entity, _), value in watched.scope_of(world)().items():
                labels[entity] = known.get(name := watched.names.of(entity), name)
                values[labels[entity]] = value
            for label in {**before, **values}:
                if (value := values.get(label, ABSENT)) != before.get(label, ABSENT):
                    yield world.turn, world.agenda.now, label, value, True


def _sampled(changes: Iterable[_Change], timeline: Timeline, every: int) -> Iterator[_Change]:
    """Yield all values at the beginning of each turn that is a multiple of ``every``."""
    due, length = -(-timeline.turn // every) * every, timeline.simulation.world.turn_length
    values = dict[str, Any]()
    end = ((timeline.turn, 0, "", ABSENT, False) for _ in "1")  # end with the last turn
    for turn, _, label, value, entered in chain(changes, end):
        while due < turn + (not entered):  # several turns may have passed since the last change
            there = [pair for pair in values.items() if pair[1] is not ABSENT]
            yield from ((due, due * length, *pair, False) for pair in there)
            due += every
        values[label] = value


class _Watch(WriteWatch):
    """A watch that checks the fields only after each outermost event, to save time."""

    def hooks(self) -> tuple[str, ...]:
        return ("settled",)

    def follow(self, other: WriteWatch) -> None:
        """Do nothing: ``_changes`` compares the values before and after an upgrade."""

    def settled(self, event: Event) -> None:
        if event.cause is None and event.sequence:  # a query has no number
            self.look()


def _write(file: IO[str], rows: Iterable[Row]) -> tuple[int, bool]:
    """Write a table, and return the number of rows and whether any value is a length."""
    writer, count, measured = csv.writer(file), 0, False
    writer.writerow(Row._fields)
    for count, row in enumerate(rows, 1):  # noqa: B007  # returned below
        writer.writerow(row)
        measured |= isinstance(row.value, Length)
    if not count:
        raise UsageError("there are no rows: no entity had this field at these times")
    return count, measured


def _write_csv(path: Path, rows: Iterable[Row]) -> tuple[int, bool]:
    with path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
        return _write(file, rows)


def _write_parquet(path: Path, rows: Iterable[Row]) -> tuple[int, bool]:
    with require_extra("parquet", "Parquet"):
        import duckdb
    with TemporaryDirectory(prefix="eventcore-") as folder:
        table = Path(folder, "series.csv")
        written = _write_csv(table, rows)
        # With sample_size=-1, DuckDB reads all rows before it chooses the type of the values.
        duckdb.read_csv(str(table), sample_size=-1).write_parquet(str(path))
    return written


def _charts(rows: Iterable[Row], field: str, ends: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield a line for each entity; ``ends`` lists the time and the turn at each journal's end."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row.journal, row.entity), []).append(row)
    if not found:
        raise UsageError(f"no entity has {field}")
    start, end = min((each[0].time, each[0].turn) for each in found.values()), max(ends)
    measured = any(isinstance(row.value, Length) for each in found.values() for row in each)
    title = f"length of {field}" if measured else field
    yield f"{title}, turns {start[1]} to {end[1]}, time {start[0]} to {end[0]}"
    several = len({journal for journal, _ in found}) > 1
    names = [f"{path}: {entity}" if several else entity for path, entity in found]
    width = max(map(len, names))
    for name, points in zip(names, found.values(), strict=True):
        first, last = ("nothing" if (one := points[n].value) is None else one for n in (0, -1))
        yield f"{name:<{width}}  {first} {_chart(points, start[0], end[0])} {last}"


def _chart(points: Sequence[Row], start: int, end: int) -> str:
    """Draw numbers as bars on a scale that includes 0; for other values, count the changes."""
    values = [one.value for one in points if one.value is not None]
    if not all(isinstance(value, int | float) for value in values):
        return f"({counted(len(points) - 1, 'change')})"
    least, most = min([0.0, *values]), max([0.0, *values])
    bars, place, value = [], 0, None
    for column in range(_WIDTH):
        time = start + (end - start) * column / (_WIDTH - 1)
        while place < len(points) and points[place].time <= time:
            value = points[place].value
            place += 1
        height = 0 if value is None or most == least else (value - least) / (most - least)
        bars.append(" " if value is None else _BARS[round(height * (len(_BARS) - 1))])
    return "".join(bars)
