"""Check golden journals: replay a journal and report differences, or record the journal again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from shutil import copymode
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs
import msgspec

from eventcore.diagnose.report import account_of
from eventcore.errors import JournalError, RaisedError
from eventcore.journal import Header, Journal, JournalWriter
from eventcore.journal.format import CLOSE, Record, code_change
from eventcore.journal.settled import Settled
from eventcore.replay import Recorder, Source
from eventcore.replay.event_log import divergences
from eventcore.replay.playback import verify
from eventcore.replay.segments import verify_segments
from eventcore.replay.shrinking import crash_of
from eventcore.state.digest import is_partial, states_differ, without_parts
from eventcore.text import short_repr
from eventcore.tools.opening import Recording
from eventcore.tools.output_files import atomic_write

_MAX_LENGTH: Final = 60  # the maximum number of characters that a report shows of a value


@attrs.frozen
class ReplayReport:
    """The differences between a journal and its replay, and whether ``regenerate`` can help."""

    lines: list[str]
    can_regenerate: bool  # False if the journal is incomplete, has segments, or two replays differ


def check_replay(recording: Recording) -> ReplayReport:
    """Replay a journal, and report the first difference in each of its segments."""
    journal, source = recording.journal, recording.source
    lines, deterministic = list[str](), True
    segments = verify_segments(source, journal)
    for number, segment in enumerate(segments, 1):
        prefix = f"segment {number} of {len(segments)} " if len(segments) > 1 else ""
        prefix += "" if segment.unreadable is None else "cannot be played: "
        account = account_of(segment, journal, source)
        if segment.raised is not None:
            cause = segment.raised.__cause__ or segment.raised
            account.lines.append(f"  raised by {crash_of(cause)}")
        deterministic &= account.parting is None
        if account.lines:
            lines += [f"{prefix}{account.lines[0]}", *account.lines[1:]]
    if lines and len(segments) == 1:
        changed_code = code_change(journal.header, recording.header)
        lines += recording.notes() + ([changed_code] if changed_code else [])
    if journal.problem is not None:
        suffix = "" if lines else f"; its {len(journal.records)} complete records replay the same"
        lines.append(f"is incomplete: {journal.problem}{suffix}")
    differs = len(segments) == 1 and segments[0].divergence is not None
    return ReplayReport(lines, differs and journal.problem is None and deterministic)


def regenerate(path: Path, journal: Journal, source: Source) -> list[str]:
    """Record the intents of a journal again, replace the file, and return a list of the changes.

    If the old journal contains settled events, so does the new journal. The file is not replaced if
    only the version or the code hash in the header would change.

    Raises:
        JournalError: The journal is incomplete, contains an upgrade or is from another game, an
            intent raises an error, or the new journal does not replay the same.
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

    The events of each intent are compared in pairs of the same type. If an earlier change has
    shifted the numbers or turns of later events, this shift is not reported again.
    """
    for field in attrs.fields(Header):
        values = getattr(old.header, field.name), getattr(new.header, field.name)
        if values[0] != values[1]:
            yield f"header: {_change(field.name, *values)}"
    diverged, shift = False, 0
    numbers: dict[int | None, int] = {}  # maps the numbers of old events to their new numbers
    for place, (before, after) in enumerate(zip(old.records, new.records, strict=True)):
        pairs = list(_paired(old.events[place], new.events[place])) if old.header.events else []
        numbers |= {was.seq: now.seq for was, now in pairs if was and now}
        for was, now in pairs:
            line = _event_change(was, now, numbers, shift)
            if line:
                diverged = True
                yield line
            shift = now.turn - was.turn if was and now else shift
        found = _record_changes(before, after, digests=not diverged)
        if after.turn - before.turn != shift:
            shift = after.turn - before.turn
            found.append(_change("turn", before.turn, after.turn))
        if found:
            diverged = True
            intent = f"before {before.type} (line {old.lines[place]})"
            yield f"  turn {before.turn}  {intent}  {', '.join(found)}"


def _paired(
    old: Sequence[Settled], new: Sequence[Settled]
) -> Iterator[tuple[Settled | None, Settled | None]]:
    """Pair events of the same type in order. Pair each event without a counterpart with None."""
    one, two = ([event.type for event in events] for events in (old, new))
    matcher = SequenceMatcher(a=one, b=two, autojunk=False)
    for tag, start, end, begin, stop in matcher.get_opcodes():
        if tag == "equal":
            yield from zip(old[start:end], new[begin:stop], strict=True)
        else:
            yield from ((event, None) for event in old[start:end])
            yield from ((None, event) for event in new[begin:stop])


def _event_change(
    old: Settled | None, new: Settled | None, numbers: Mapping[int | None, int], shift: int
) -> str:
    event = old or new
    assert event is not None
    start = f"turn {event.turn}  {event.type} #{event.seq}"
    if old is None or new is None:
        values = event.data.items()
        fields = ", ".join(f"{name} {short_repr(value, _MAX_LENGTH)}" for name, value in values)
        return f"{'-' if old else '+'} {start}  {event.reason or event.outcome}  {fields}"
    shifted = ["seq"]
    if new.turn - old.turn == shift:
        shifted.append("turn")
    if numbers.get(old.parent, old.parent) == new.parent:
        shifted.append("parent")
    found = [_change(*each) for each in divergences(old, new) if each[0] not in shifted]
    return f"  {start}  {', '.join(found)}" if found else ""


def _record_changes(old: Record, new: Record, *, digests: bool) -> list[str]:
    """Describe how two records differ. Digests are left out if ``digests`` is false."""
    found = [] if old.v == new.v else [_change("v", old.v, new.v)]
    data = msgspec.json.decode(old.data), msgspec.json.decode(new.data)
    if data[0] != data[1]:
        found.append(_change("data", *data))
    if digests and old.digest != new.digest:
        found.append(f"digest {old.digest} -> {new.digest}")
    elif digests and states_differ(old.state, new.state):
        found.append(f"state {without_parts(old.state)} -> {without_parts(new.state)}")
    return found


def _change(name: str, old: Any, new: Any) -> str:
    return f"{name} {short_repr(old, _MAX_LENGTH)} -> {short_repr(new, _MAX_LENGTH)}"
