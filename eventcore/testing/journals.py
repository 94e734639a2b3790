"""A pytest plugin that replays golden journals as tests, and that can regenerate the journals.

In the pytest configuration, ``event_journals`` lists the paths of the journals. ``event_source``
names the class of the simulation, or a function that takes a journal and returns a ``Source``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from glob import glob
from os.path import normpath
from pathlib import Path
from typing import Any, Final, cast

import attrs
import pytest

from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.replay import Source
from eventcore.replay.playback import Playback
from eventcore.replay.simulation import Restorable
from eventcore.testing.coverage import Counts, HandlerCoverage, summed, unreached, unrefusing
from eventcore.testing.golden import check_replay, regenerate
from eventcore.tools import Simulations
from eventcore.tools.results import UsageError, counted, first_lines

_SIMULATIONS: Final = pytest.StashKey[Simulations | None]()
_MOST_CHANGES: Final = 20  # the maximum number of changes shown for a journal

# The names of test report properties, which pytest-xdist passes between its processes.
_CHANGED: Final = "regenerated journal"
_COUNTS: Final = "handler counts"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("eventcore")
    group.addoption(
        "--regenerate-journals",
        action="store_true",
        help="record golden journals again with the current rules, and show what has changed",
    )
    group.addoption(
        "--journal-coverage",
        action="store_true",
        help="list the handlers that never run or never refuse an event in golden journals",
    )
    parser.addini(
        "event_journals",
        "paths of golden journals or their folders, with * as a wildcard; each journal is a test",
        type="paths",
        default=[],
    )
    parser.addini(
        "event_source",
        "package.module:callable, a simulation class or a function from a Journal to a Source",
        default="",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "journal(path): check that a journal replays as recorded; path is relative to the test's "
        "folder; the fixture journal returns the journal, and the fixture replayed returns the "
        "simulation at the end of the journal",
    )
    name = str(config.getini("event_source"))
    if config.getini("event_journals") and not name:
        raise pytest.UsageError("event_journals needs event_source=package.module:callable")
    try:
        config.stash[_SIMULATIONS] = Simulations.of(name) if name else None
    except UsageError as error:
        raise pytest.UsageError(f"event_source: {error}") from None
    tested = [config.invocation_params.dir / arg for arg in config.args if "::" not in arg]
    for place in config.getini("event_journals"):
        files = [file for name in glob(str(place)) for file in (Path(name), *Path(name).rglob("*"))]
        empty = not any(file.suffix == ".jsonl" for file in files)
        if empty and any(path in place.parents for path in tested):
            raise pytest.UsageError(
                f"event_journals: there is no journal at {_shown(place, config)}; record a journal "
                "there or remove the path from the configuration; the names of journals end in "
                ".jsonl"
            )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the configured journals, and journals named on the command line."""
    if file_path.suffix != ".jsonl" or parent.config.stash[_SIMULATIONS] is None:
        return None
    places: list[Path] = parent.config.getini("event_journals")
    paths = (file_path, *file_path.parents)
    golden = any(path == place or path.match(str(place)) for place in places for path in paths)
    if golden or parent.session.isinitpath(file_path):
        return _JournalFile.from_parent(parent, path=file_path)
    return None


class _JournalFile(pytest.File):
    def collect(self) -> Iterable[pytest.Item]:
        yield _GoldenJournal.from_parent(self, name="replays")


class _GoldenJournal(pytest.Item):
    def runtest(self) -> None:
        if not self.config.getoption("--journal-coverage"):
            _check(self, self.path)
            return
        with HandlerCoverage() as coverage:
            try:
                _check(self, self.path)
            finally:
                self.user_properties.append((_COUNTS, coverage.counts()))

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.name} replays"


def _check(item: pytest.Item, path: Path) -> tuple[Journal, Source]:
    """Check that a journal replays the same. With --regenerate-journals, regenerate it first."""
    shown, simulations = _shown(path, item.config), item.config.stash[_SIMULATIONS]
    if simulations is None:
        raise _failure(f"{shown} cannot be replayed: the configuration has no event_source")
    try:
        recording = attrs.evolve(simulations.open(path, events=True), path=Path(shown))
        if item.config.getoption("--regenerate-journals"):
            try:
                changes = regenerate(path, recording.journal, recording.source)
            except (JournalError, UsageError) as error:
                raise _failure(f"{shown} cannot be regenerated: {error}") from None
            if changes:
                first = f"{shown}: {counted(len(changes), 'change')}"
                summary = "\n".join([first, *first_lines(changes, _MOST_CHANGES)])
                item.user_properties.append((_CHANGED, summary))
                recording = attrs.evolve(simulations.open(path, events=True), path=Path(shown))
        report = check_replay(recording)
    except JournalError as error:
        said = str(error).removeprefix(f"{path}: ")
        raise _failure(f"{shown} cannot be replayed: {said}") from None
    if report.lines:
        advice = f"if the change is intended: pytest --regenerate-journals {shown}"
        lines = [*report.lines, *([advice] if report.can_regenerate else [])]
        raise _failure(f"{shown} " + "\n".join(lines))
    return recording.journal, recording.source


def _failure(message: str) -> BaseException:
    return pytest.fail.Exception(message, pytrace=False)


def _shown(path: Path, config: pytest.Config) -> str:
    return str(path.relative_to(config.rootpath) if config.rootpath in path.parents else path)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Add the fixture ``replayed``, which checks the journal, to tests with a journal marker."""
    if isinstance(item, pytest.Function) and item.get_closest_marker("journal"):
        names = item.fixturenames
        names += [] if "replayed" in names else ["replayed"]


@pytest.fixture
def _checked_journal(request: pytest.FixtureRequest) -> tuple[Journal, Source]:
    item: pytest.Item = request.node
    marker = item.get_closest_marker("journal")
    if marker is None or len(marker.args) != 1:
        raise _failure('the marker needs exactly one path: @pytest.mark.journal("path")')
    return _check(item, Path(normpath(item.path.parent / marker.args[0])))


@pytest.fixture
def journal(_checked_journal: tuple[Journal, Source]) -> Journal:
    """Check that the journal in the test's marker replays as recorded, and return the journal."""
    return _checked_journal[0]


@pytest.fixture
def replayed(_checked_journal: tuple[Journal, Source]) -> Restorable:
    """Check the journal in the test's marker, and return the simulation at the journal's end."""
    journal, source = _checked_journal
    playback = Playback(source.begin(), journal, restore=source.restore)
    while playback.step():
        pass
    return cast(Restorable, playback.simulation)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    reports = [report for stat in terminalreporter.stats.values() for report in stat]
    if config.getoption("--regenerate-journals"):
        terminalreporter.write_sep("=", "regenerated journals")
        changes = sorted({*_properties(reports, _CHANGED)})
        terminalreporter.write_line("\n".join(changes) or "no journal changed")
    if config.getoption("--journal-coverage"):
        terminalreporter.write_sep("=", "journal coverage")
        for line in _coverage_lines(summed(_properties(reports, _COUNTS))):
            terminalreporter.write_line(line)


def _properties(reports: Iterable[Any], name: str) -> Iterator[Any]:
    for report in reports:
        if getattr(report, "when", "") == "call":
            yield from (value for known, value in report.user_properties if known == name)


def _coverage_lines(counts: Counts) -> Iterator[str]:
    if not counts:
        yield "no golden journal was replayed: run pytest on a folder with golden journals"
        return
    never_run, never_refuse = unreached(counts), unrefusing(counts)
    refusals = [refused for _, refused in counts.values() if refused is not None]
    yield (
        f"{len(counts) - len(never_run)} of {len(counts)} handlers run; {sum(map(bool, refusals))} "
        f"of {len(refusals)} handlers that can refuse an event do so"
    )
    for label, handlers in (("never runs", never_run), ("never refuses", never_refuse)):
        yield from (f"    {label:13}  {handler}" for handler in handlers)
