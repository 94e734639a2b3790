"""A pytest plugin that replays golden journals as tests, and that can regenerate the journals.

In the pytest configuration, ``event_journals`` lists the paths of the journals. ``event_source``
names the class of the simulation, or a function that takes a journal and returns a ``Source``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from glob import glob
from itertools import chain
from pathlib import Path
from shutil import copymode
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
import msgspec
import pytest

from eventcore.errors import JournalError
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.journal.format import CLOSE, Record
from eventcore.journal.settled import Settled
from eventcore.replay import Recorder, Source
from eventcore.replay.event_log import divergences
from eventcore.replay.playback import perform_record, verify
from eventcore.state.digest import is_partial, states_differ, without_parts
from eventcore.text import short_repr
from eventcore.tools import Simulations
from eventcore.tools.opening import Recording
from eventcore.tools.results import SAME, UsageError, atomic_write, counted, first_lines
from eventcore.tools.verifying import check_recording

_SIMULATIONS: Final = pytest.StashKey[Simulations | None]()
_MOST_CHANGES: Final = 20  # the maximum number of changes shown for a journal
_MAX_LENGTH: Final = 60  # the maximum length of a value in a report
_SHIFTED: Final = ("seq", "turn", "parent")  # the fields that an earlier change may shift
_CHANGED: Final = "regenerated journal"  # a report property


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
        empty = not any(file.suffix == ".jsonl" for file in files)
        if empty and any(path in place.parents for path in tested):
            said = f"there is no journal at {_shown(place, config)}; record a journal there or"
            said += " remove the path from the configuration; the names of journals end in .jsonl"
            raise pytest.UsageError(f"event_journals: {said}")


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
        shown, verb = _shown(self.path, self.config), "replayed"
        try:
            if self.config.getoption("--regenerate-journals"):
                verb = "regenerated"
                self._regenerate()
            verdict = check_recording(self._open())
        except (JournalError, UsageError) as error:
            reason = str(error).removeprefix(f"{self.path}: ")
            message = f"{shown} cannot be {verb}: {reason}"
            raise pytest.fail.Exception(message, pytrace=False) from None
        if verdict.code != SAME:
            lines = [*verdict.warnings]
            if verdict.can_regenerate:
                lines.append(f"if the change is intended: pytest --regenerate-journals {shown}")
            raise pytest.fail.Exception("\n".join(lines), pytrace=False)

    def _open(self) -> Recording:
        simulations: Any = self.config.stash[_SIMULATIONS]
        recording: Recording = simulations.open(self.path, events=True)
        return attrs.evolve(recording, path=Path(_shown(self.path, self.config)))

    def _regenerate(self) -> None:
        recording = self._open()
        changes = regenerate(self.path, recording.journal, recording.source)
        if changes:
            first = f"{recording.path}: {counted(len(changes), 'change')}"
            summary = "\n".join([first, *first_lines(changes, _MOST_CHANGES)])
            self.user_properties.append((_CHANGED, summary))

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


def regenerate(path: Path, journal: Journal, source: Source) -> list[str]:
    """Record the intents of a journal again, replace the file, and return a list of the changes.

    If the old journal contains settled events, so does the new journal. The file is not replaced if
    only the version or the code hash in the header would change.

    Raises:
        JournalError: The journal is incomplete, contains an upgrade or is from another game, an
            intent raises an error, or a replay of the new journal differs.
        UsageError: The file cannot be written.
    """
    if journal.problem is not None:
        raise JournalError(f"the journal is incomplete: {journal.problem}")
    if any(record.is_upgrade for record in journal.records):
        said = "with a state that the intents alone cannot reproduce; record a new journal instead"
        raise JournalError(f"the journal contains an upgrade to new rules, {said}")
    with TemporaryDirectory(prefix="journal-") as folder:
        recording = Path(folder, "journal.jsonl")
        _record(recording, journal, source)
        recorded = Journal.read(recording, events=True)
        lines = list(changes(journal, recorded))
        if all(line.startswith(("header: version ", "header: code ")) for line in lines):
            return []
        divergence = verify(source.begin(), recorded)
        if divergence is not None:
            raise JournalError(f"two runs of the same intents differ: the second run {divergence}")
        with atomic_write(path.resolve()) as part:
            part.write_bytes(recording.read_bytes())
            copymode(path, part)
    return lines


def _record(path: Path, journal: Journal, source: Source) -> None:
    events = journal.header.events
    simulation, log = source.logged() if events else (source.begin(), None)
    header = getattr(simulation, "header", journal.header)
    header = attrs.evolve(header, events=events, names={} if log is None else log.name_all())
    with JournalWriter.create(path, header) as writer:
        recorder = Recorder(simulation, writer, log)
        for record, line in zip(journal.records, journal.lines, strict=True):
            if record.state and not is_partial(record.state):
                recorder.keep_state()  # the new record also needs a digest of the whole state
            if record.type == CLOSE:
                recorder.mark_close()
            else:
                perform_record(record, line, simulation, recorder.perform)


def changes(old: Journal, new: Journal) -> Iterator[str]:
    """Yield a description of each difference between two recordings of the same intents.

    Within each intent, each event is compared with its counterpart of the same type. Numbers and
    turns of events are left out, because earlier changes shift them. If no event differs, yield the
    first difference between the records.
    """
    for field in attrs.fields(Header):
        values = getattr(old.header, field.name), getattr(new.header, field.name)
        if values[0] != values[1]:
            yield f"header: {_change(field.name, *values)}"
    found = list(chain.from_iterable(map(_event_changes, old.events, new.events)))
    yield from found
    if not found:
        for before, after, line in zip(old.records, new.records, old.lines, strict=True):
            if texts := _record_changes(before, after):
                intent = f"before {before.type} (line {line})"
                yield f"  turn {before.turn}  {intent}  {', '.join(texts)}"
                return


def _event_changes(old: Sequence[Settled], new: Sequence[Settled]) -> Iterator[str]:
    one, two = ([event.type for event in events] for events in (old, new))
    matcher = SequenceMatcher(a=one, b=two, autojunk=False)
    for tag, start, end, begin, stop in matcher.get_opcodes():
        if tag == "equal":
            for was, now in zip(old[start:end], new[begin:stop], strict=True):
                found = [each for each in divergences(was, now) if each[0] not in _SHIFTED]
                if found:
                    fields = ", ".join(_change(*each) for each in found)
                    yield f"  turn {was.turn}  {was.type} #{was.seq}  {fields}"
        else:
            for sign, events in (("-", old[start:end]), ("+", new[begin:stop])):
                for event in events:
                    values = event.data.items()
                    fields = ", ".join(f"{k} {short_repr(v, _MAX_LENGTH)}" for k, v in values)
                    ended = event.reason or event.outcome
                    yield f"{sign} turn {event.turn}  {event.type} #{event.seq}  {ended}  {fields}"


def _change(name: str, old: Any, new: Any) -> str:
    return f"{name} {short_repr(old, _MAX_LENGTH)} -> {short_repr(new, _MAX_LENGTH)}"


def _record_changes(old: Record, new: Record) -> list[str]:
    data = msgspec.json.decode(old.data), msgspec.json.decode(new.data)
    pairs = [("v", old.v, new.v), ("data", *data), ("turn", old.turn, new.turn)]
    found = [_change(*pair) for pair in pairs if pair[1] != pair[2]]
    if old.digest != new.digest:
        found.append(f"digest {old.digest} -> {new.digest}")
    elif states_differ(old.state, new.state):
        found.append(f"state {without_parts(old.state)} -> {without_parts(new.state)}")
    return found
