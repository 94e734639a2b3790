"""Journals as tests: each golden journal is an item that replays it, or records it anew.

Where they lie (``event_journals``) and what makes their simulations (``event_source``) stands in
pytest's configuration; a test of its own marks the journal it wants replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from glob import glob
from os.path import normpath
from pathlib import Path
from typing import Any, Final, cast

import pytest

from eventcore.errors import JournalError
from eventcore.journal import Journal, read_journal
from eventcore.replay import Playback, Source
from eventcore.replay.simulation import MakeSource, Restorable, refuse_another_game
from eventcore.testing.regenerating import regenerate
from eventcore.testing.replay_check import check_replay
from eventcore.tools.opening import find_source
from eventcore.tools.results import UsageError

_SOURCE: Final = pytest.StashKey[MakeSource | None]()
_ENDINGS: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst")
_CHANGED: Final = "regenerated journal"
"""The name of the property by which a report carries what changed to whoever sums up."""
_MOST_CHANGES: Final = 20
"""So many changes of a journal are shown."""
_AS_BEFORE: Final = "as before"
_WITH_EVENTS: Final = "with events"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, and what stands in the configuration."""
    group = parser.getgroup("eventcore")
    group.addoption(
        "--regenerate-journals",
        action="store_const",
        const=_AS_BEFORE,
        help="record golden journals anew by the present rules, and show what changed",
    )
    group.addoption(
        "--regenerate-journals-with-events",
        action="store_const",
        const=_WITH_EVENTS,
        dest="regenerate_journals",
        help="the same, and record the events of those that have none, too",
    )
    parser.addini(
        "event_journals",
        "golden journals, or folders of them, each of which is a test; * stands for any name",
        type="paths",
        default=[],
    )
    parser.addini(
        "event_source",
        "package.module:callable, which takes a Journal and gives the Source of its simulations",
        default="",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and find the source.

    Raises:
        UsageError: The configuration names what is not there.
    """
    config.addinivalue_line(
        "markers",
        "journal(path): replay this journal, beside the test's file, and compare; the fixtures "
        "journal and replayed are what it holds and the simulation at its end",
    )
    named = str(config.getini("event_source"))
    journals: list[Path] = config.getini("event_journals")
    if journals and not named:
        raise pytest.UsageError("event_journals needs event_source, a package.module:callable")
    config.stash[_SOURCE] = _found(named) if named else None


@pytest.hookimpl(tryfirst=True)  # so that -k and -m choose among these, too
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add a test that fails for each place without a journal, if all that is beside it is run."""
    here = config.invocation_params.dir
    asked = [here / arg for arg in config.args if "::" not in arg]
    for place in config.getini("event_journals"):
        empty = not any(_holds_journals(Path(found)) for found in glob(str(place)))
        if empty and any(one in place.parents for one in asked):
            items.append(_NoJournal.from_parent(session, name=_shown(place, config)))


class _NoJournal(pytest.Item):
    """A place in ``event_journals`` that has no journal: it says how one gets there."""

    def runtest(self) -> None:
        """Fail."""
        pytest.fail(
            f"event_journals: there is no journal at {self.name}: record one there, with a "
            "Recorder or by playing, or take the place out of the configuration; a journal's name "
            f"ends in {', '.join(_ENDINGS)}",
            pytrace=False,
        )

    def reportinfo(self) -> tuple[Path, None, str]:
        """Say what it is about."""
        return self.config.rootpath, None, f"event_journals: {self.name}"


def _holds_journals(place: Path) -> bool:
    files = place.rglob("*") if place.is_dir() else [place]
    return any(file.name.endswith(_ENDINGS) for file in files)


def _found(named: str) -> MakeSource:
    """Find what ``event_source`` names.

    Raises:
        UsageError: The module or the source in it is not there.
    """
    try:
        return find_source(named)
    except UsageError as error:
        raise pytest.UsageError(f"event_source: {error}") from None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect golden journals, and a journal that the command line names."""
    if not file_path.name.endswith(_ENDINGS) or parent.config.stash[_SOURCE] is None:
        return None
    places: list[Path] = parent.config.getini("event_journals")
    if parent.session.isinitpath(file_path) or any(_lies_at(file_path, at) for at in places):
        return _JournalFile.from_parent(parent, path=file_path)
    return None


def _lies_at(path: Path, place: Path) -> bool:
    return any(one == place or one.match(str(place)) for one in (path, *path.parents))


class _JournalFile(pytest.File):
    """A file that holds a journal."""

    def collect(self) -> Iterable[pytest.Item]:
        yield GoldenJournal.from_parent(self, name="replays")


class GoldenJournal(pytest.Item):
    """A golden journal: it passes if it replays as it was recorded, or was recorded anew."""

    def runtest(self) -> None:
        """Replay it, or record it anew where that is asked for."""
        _check(self, self.path)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Say where it is to be found."""
        return self.path, None, f"{self.path.name} replays"


def _check(item: pytest.Item, path: Path) -> tuple[Journal, Source]:
    """Compare a journal with its replay, recorded anew before where that is asked for."""
    found = _compared(item, path)
    if isinstance(found, str):  # failed here, where no error is being handled to be shown with it
        pytest.fail(f"{_shown(path, item.config)} {found}", pytrace=False)
    return found


def _compared(item: pytest.Item, path: Path) -> tuple[Journal, Source] | str:
    """Give a journal that replays as it should, or say why it does not."""
    shown = _shown(path, item.config)
    make, how = item.config.stash[_SOURCE], item.config.getoption("regenerate_journals")
    if make is None:
        return "cannot be replayed: there is no event_source to replay it with"
    try:
        journal, source = _opened(path, make)
        try:
            refuse_another_game(source.begin(), journal.header)
        except JournalError as error:
            return str(error)
        if how:
            events = journal.header.events or how == _WITH_EVENTS
            try:
                found = regenerate(path, journal, source, events=events)
            except (JournalError, OSError) as error:
                return f"cannot be regenerated: {error}"
            if found:
                item.user_properties.append((_CHANGED, _summed_up(shown, found)))
                journal, source = _opened(path, make)
        wrong = check_replay(journal, source)
    except JournalError as error:
        said = str(error).removeprefix(f"{path}: ")
        return f"cannot be replayed: {said}"
    if wrong.lines:
        how_to = f"if it should be so now: pytest --regenerate-journals {shown}"
        return "\n".join([*wrong.lines, *([how_to] if wrong.helped else [])])
    return journal, source


def _opened(path: Path, make: MakeSource) -> tuple[Journal, Source]:
    journal = read_journal(path, events=True)
    return journal, make(journal)


def _shown(path: Path, config: pytest.Config) -> str:
    return str(path.relative_to(config.rootpath) if config.rootpath in path.parents else path)


def _summed_up(shown: str, found: list[str]) -> str:
    more = len(found) - _MOST_CHANGES
    first = f"{shown}: {len(found)} {'change' if len(found) == 1 else 'changes'}"
    lines = [f"  {line}" for line in found[:_MOST_CHANGES]]
    return "\n".join([first, *lines, *([f"  and {more} more"] if more > 0 else [])])


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let a test that marks a journal have it replayed, whether it asks for it or not."""
    if isinstance(item, pytest.Function) and item.get_closest_marker("journal"):
        names = item.fixturenames
        names += [] if "replayed" in names else ["replayed"]


@pytest.fixture
def journal(request: pytest.FixtureRequest) -> Journal:
    """What the marked journal holds, its events included; it replays as it was recorded."""
    return _marked(request)[0]


@pytest.fixture
def replayed(request: pytest.FixtureRequest) -> Restorable:
    """The simulation at the end of the marked journal, which it replays as recorded."""
    journal, source = _marked(request)
    playback = Playback(source.begin(), journal, restore=source.restore)
    while playback.step():
        pass
    return cast(Restorable, playback.simulation)


_MARKED: Final = pytest.StashKey[tuple[Journal, Source]]()


def _marked(request: pytest.FixtureRequest) -> tuple[Journal, Source]:
    """Check the journal that a test marks, once."""
    item: pytest.Item = request.node
    if _MARKED not in item.stash:
        marker = item.get_closest_marker("journal")
        given = [] if marker is None else [*marker.args, *marker.kwargs.values()]
        if marker is None or len(given) != 1 or not marker.kwargs.keys() <= {"path"}:
            pytest.fail('name one journal: @pytest.mark.journal("path")', pytrace=False)
        item.stash[_MARKED] = _check(item, Path(normpath(item.path.parent / given[0])))
    return item.stash[_MARKED]


def pytest_report_teststatus(
    report: pytest.CollectReport | pytest.TestReport,
) -> tuple[str, str, str] | None:
    """Tell golden journals that were recorded anew from those that were left alone."""
    if report.when == "call" and report.passed and list(_changed(report)):
        return "regenerated", "R", "REGENERATED"
    return None


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Show of each journal that was recorded anew what changed in it."""
    if not config.getoption("regenerate_journals"):
        return
    reports = [report for found in terminalreporter.stats.values() for report in found]
    said = sorted({text for report in reports for text in _changed(report)})
    terminalreporter.write_sep("=", "regenerated journals")
    terminalreporter.write_line("\n".join(said) or "no journal changed")


def _changed(report: Any) -> Iterator[str]:
    for name, text in getattr(report, "user_properties", ()):
        if name == _CHANGED:
            yield text
