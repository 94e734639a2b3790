"""A pytest plugin that replays golden journals as tests, and that can regenerate the journals.

In the pytest configuration, ``event_journals`` lists the paths of the journals. ``event_source``
names the class of the simulation, or a function that takes a journal and returns a ``Source``.
"""

from __future__ import annotations

from collections.abc import Iterable
from glob import glob
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from eventcore.errors import JournalError
from eventcore.testing.golden import regenerate
from eventcore.tools import Simulations
from eventcore.tools.opening import Recording
from eventcore.tools.results import SAME, UsageError, counted, first_lines
from eventcore.tools.verifying import check_recording

_SIMULATIONS: Final = pytest.StashKey[Simulations | None]()
_ENDINGS: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst")
_MOST_CHANGES: Final = 20  # the maximum number of changes shown for a journal
_CHANGED: Final = "regenerated journal"
"""The name of a test report property, which pytest-xdist passes between its processes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("eventcore")
    group.addoption(
        "--regenerate-journals",
        action="store_true",
        help="record golden journals again with the current rules, and show what has changed",
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
        empty = not any(file.name.endswith(_ENDINGS) for file in files)
        if empty and any(path in place.parents for path in tested):
            raise pytest.UsageError(
                f"event_journals: there is no journal at {_shown(place, config)}; record a journal "
                f"there or remove the path from the configuration; the names of journals end in "
                f"{', '.join(_ENDINGS)}"
            )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the configured journals, and journals named on the command line."""
    if not file_path.name.endswith(_ENDINGS) or parent.config.stash[_SIMULATIONS] is None:
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
        """Check that the journal replays the same; with --regenerate-journals, regenerate it."""
        try:
            if self.config.getoption("--regenerate-journals"):
                self._regenerate()
            verdict = check_recording(self._open())
        except JournalError as error:
            raise self._failure("replayed", error) from None
        if verdict.code != SAME:
            lines = [*verdict.warnings]
            if verdict.can_regenerate:
                shown = _shown(self.path, self.config)
                lines.append(f"if the change is intended: pytest --regenerate-journals {shown}")
            raise pytest.fail.Exception("\n".join(lines), pytrace=False)

    def _open(self) -> Recording:
        simulations: Any = self.config.stash[_SIMULATIONS]
        recording: Recording = simulations.open(self.path, events=True)
        return attrs.evolve(recording, path=Path(_shown(self.path, self.config)))

    def _regenerate(self) -> None:
        recording = self._open()
        try:
            changes = regenerate(self.path, recording.journal, recording.source)
        except (JournalError, UsageError) as error:
            raise self._failure("regenerated", error) from None
        if changes:
            first = f"{recording.path}: {counted(len(changes), 'change')}"
            summary = "\n".join([first, *first_lines(changes, _MOST_CHANGES)])
            self.user_properties.append((_CHANGED, summary))

    def _failure(self, what: str, error: Exception) -> BaseException:
        shown, said = _shown(self.path, self.config), str(error).removeprefix(f"{self.path}: ")
        return pytest.fail.Exception(f"{shown} cannot be {what}: {said}", pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.name} replays"


def _shown(path: Path, config: pytest.Config) -> str:
    return str(path.relative_to(config.rootpath) if config.rootpath in path.parents else path)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.getoption("--regenerate-journals"):
        reports = [report for stat in terminalreporter.stats.values() for report in stat]
        pairs = [pair for one in reports for pair in getattr(one, "user_properties", ())]
        changes = sorted({value for name, value in pairs if name == _CHANGED})
        terminalreporter.write_sep("=", "regenerated journals")
        terminalreporter.write_line("\n".join(changes) or "no journal changed")
