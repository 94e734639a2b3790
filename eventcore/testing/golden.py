"""Record golden journals again, and describe what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain
from pathlib import Path
from shutil import copymode
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs

from eventcore.errors import JournalError, RaisedError
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.journal.files import require_plain
from eventcore.journal.format import CLOSE
from eventcore.journal.settled import Settled
from eventcore.replay import Recorder, Source
from eventcore.replay.comparison import compare
from eventcore.replay.event_log import divergences
from eventcore.replay.playback import verify
from eventcore.state.digest import is_partial
from eventcore.text import short_repr
from eventcore.tools.output_files import atomic_write

_MAX_LENGTH: Final = 60  # the maximum number of characters that a report shows of a value
_SHIFTED: Final = ("seq", "turn", "parent")  # the fields that an earlier change may shift


def regenerate(path: Path, journal: Journal, source: Source) -> list[str]:
    """Record the intents of a journal again, replace the file, and return a list of the changes.

    If the old journal contains settled events, so does the new journal. The file is not replaced if
    only the version or the code hash in the header would change.

    Raises:
        JournalError: The journal is incomplete or compressed, contains an upgrade or is from
            another game, an intent raises an error, or the new journal does not replay the same.
        UsageError: The file cannot be written.
    """
    if journal.problem is not None:
        raise JournalError(f"the journal is incomplete: {journal.problem}")
    if any(record.is_upgrade for record in journal.records):
        raise JournalError(
            "the journal contains an upgrade to new rules, with a state that the intents alone "
            "cannot reproduce; record a new journal instead"
        )
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
        require_plain(path)
        with atomic_write(path.resolve()) as part:
            part.write_bytes(recording.read_bytes())
            copymode(path, part)
    return lines


def _record(path: Path, journal: Journal, source: Source) -> None:
    events = journal.header.events
    simulation, log = source.logged() if events else (source.begin(), None)
    header = getattr(simulation, "header", journal.header)
    header = attrs.evolve(header, events=events, names={} if log is None else log.name_all())
    with JournalWriter.create(path, header, sync="never") as writer:
        recorder = Recorder(simulation, writer, log)
        for record, line in zip(journal.records, journal.lines, strict=True):
            if record.state and not is_partial(record.state):
                recorder.keep_state()  # the new record also needs a digest of the whole state
            if record.type == CLOSE:
                recorder.mark_close()
                continue
            turn = simulation.world.turn
            try:
                recorder.perform(simulation.decode(record.type, record.v, record.data))
            except JournalError as error:
                raise JournalError(f"line {line}: {error}", line=line) from None
            except Exception as error:
                raise RaisedError(
                    f"on turn {turn} (line {line}) {record.type} raises "
                    f"{type(error).__name__}: {error}",
                    line=line,
                ) from error


def changes(old: Journal, new: Journal) -> Iterator[str]:
    """Yield a description of each difference between two recordings of the same intents.

    The events of each intent are compared in pairs of the same type. Their numbers and turns are
    left out, because earlier changes shift them. If no event differs, yield the first difference
    between the records.
    """
    for field in attrs.fields(Header):
        values = getattr(old.header, field.name), getattr(new.header, field.name)
        if values[0] != values[1]:
            yield f"header: {_change(field.name, *values)}"
    found = list(chain.from_iterable(map(_event_changes, old.events, new.events)))
    yield from found
    if not found:
        comparison = compare(attrs.evolve(old, header=new.header), new)
        texts = ", ".join(_change(*each) for each in comparison.fields)
        if texts:
            yield f"  turn {comparison.turn}  {comparison.what}  {texts}"


def _event_changes(old: Sequence[Settled], new: Sequence[Settled]) -> Iterator[str]:
    """Describe the events of one intent that changed, that happen no longer, and that are new."""
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
