"""The command what-if: compare a run with a changed run of the same intents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from eventcore.errors import EventcoreError, JournalError, RegistrationError
from eventcore.journal.format import UPGRADE
from eventcore.replay import EventLog
from eventcore.replay.event_log import Parting, first_difference
from eventcore.replay.simulation import Restorable
from eventcore.text import short_value
from eventcore.tools.naming import Names
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import SAME, Result, UsageError, counted, one_line, with_place


@attrs.define
class _Course:
    """The differences between an unchanged first run and a changed second run."""

    parting: str = ""  # where the runs first differ, in words; empty if they are the same
    refused: list[int] = attrs.field(factory=lambda: [0, 0])  # how many intents each run refused
    intents: int = 0  # how many intents were performed in both runs
    skipped: int = 0  # how many intents came after the end of the second run
    raised: str = ""  # the error that a handler raised in the second run
    notes: dict[str, None] = attrs.field(factory=dict)


def what_if(
    simulations: Simulations, recording: Recording, mute: Sequence[str], changes: Sequence[str]
) -> Result:
    """Perform a journal's intents in an unchanged and a changed simulation, and compare the runs.

    The changed simulation lacks the handlers in ``mute``, each given as ``Component.method``, and
    its data has the values in ``changes``, each given as ``PATH=VALUE``.
    """
    if not mute and not changes:
        raise UsageError("what-if needs something to change: --mute Component.method or --set …")
    make = recording.source.begin_varied
    if make is None:
        raise UsageError(
            f"{simulations.place} does not support what-if: pass begin_varied to its Source"
        )
    try:
        runs = recording.first, make(mute=mute, changes=changes)
    except RegistrationError:
        raise
    except ValueError as error:
        raise UsageError(one_line(error)) from None
    except EventcoreError as error:
        raise UsageError(f"it cannot begin with this change: {one_line(error)}") from None
    with recording.journal.errors_named():
        course = _play(runs, recording, simulations.call("verify"))
    return Result(SAME, [*course.notes, *_lines(course, runs)], recording.notes("played"))


def _play(runs: tuple[Restorable, Restorable], recording: Recording, verify: str) -> _Course:
    one, other = runs
    course, journal = _Course(), recording.journal
    name = recording.source.name or (lambda entity, world: "")
    logs = [EventLog(run.world, name) for run in runs]
    known = [log.name_all() for log in logs]  # names by id, including entities that have left

    def seal() -> str:
        """Compare both digests, which may differ even if all events are equal; return the first."""
        digests = [run.digest.seal() for run in runs]
        if not course.parting and digests[0] != digests[1]:
            where = f"they part {_when(one.world.turn, course)}"
            course.parting = f"{where}, in random draws or in the agenda"
            if not course.intents:
                course.parting = "they differ from the beginning"
        return digests[0]

    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            since = f"the rules of the journal change on line {line}"
            course.notes[f"({since}: only the part before is compared)"] = None
            break
        if seal() != record.digest:
            course.notes[f"(the replay differs from the recording: see {verify})"] = None
        if not record.is_intent:
            continue
        try:
            result = one.perform(one.decode(record.type, record.v, record.data))
        except JournalError as error:
            raise JournalError(f"line {line}: {error}", line=line) from error
        except Exception as error:  # a handler may raise any error
            said = f"line {line}: raises {type(error).__name__}: {with_place(error)}"
            raise JournalError(f"{said}; there is nothing to compare", line=line) from error
        if getattr(other, "over", False) or course.raised:
            course.skipped += 1
            continue
        course.intents += 1
        counterpart = None
        try:
            # Decode the intent again, because each run needs its own action and its own entities.
            counterpart = other.perform(other.decode(record.type, record.v, record.data))
        except Exception as error:  # the changed simulation may raise any error
            course.raised = f"{type(error).__name__}: {with_place(error)}"
        for run, done in enumerate((result, counterpart)):
            course.refused[run] += bool(getattr(done, "failed", False))
        events = [log.take() for log in logs]
        for names_by_id, taken in zip(known, events, strict=True):
            names_by_id.update(taken.names)
        found = first_difference(*events)
        if found is not None and not course.parting:
            names = [
                Names(recording.source, run.world, names_by_id)
                for run, names_by_id in zip(runs, known, strict=True)
            ]
            course.parting = f"they part {_when(found[1].turn, course)}: {_describe(found, names)}"
    seal()
    return course


def _describe(found: Parting, names: Sequence[Names]) -> str:
    _, event, ((field, *pair), *_) = found
    one, other = (
        short_value(there.value(event.type, field, value))
        for there, value in zip(names, pair, strict=True)
    )
    numbers = filter(None, (event.data.get(role) for role in names[0].roles(event.type)))
    players = " → ".join(names[0].of_id(number) for number in numbers)
    said = " ".join(filter(None, [f"{event.type} #{event.seq}", players]))
    return f"{said}: {field} {one} as it was, {other} now"


def _lines(course: _Course, runs: tuple[Restorable, Restorable]) -> Iterator[str]:
    turn = runs[0].world.turn
    if not course.parting and not course.raised:
        extent = counted(turn, "turn") if turn else counted(course.intents, "intent")
        yield f"nothing would differ in {extent}"
        return
    if course.parting:
        yield course.parting
    if course.raised:
        yield f"then, {_when(runs[1].world.turn, course)}, a handler raises {course.raised}"
    sums = [_sum_up(run) for run in runs]
    rows = [(name, value, sums[1].get(name, "-")) for name, value in sums[0].items()]
    if any(course.refused):
        was, now = map(str, course.refused)
        rows.append(("refused", was, now))
    if rows:
        yield "in the end:"
        rows.insert(0, ("", "as it was", "what if"))
        first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
        for name, before, after in rows:
            yield f"  {name:<{first}}  {before:<{second}}  {after}".rstrip()
    if course.skipped:
        yield f"  what if was over {counted(course.skipped, 'intent')} before the end"


def _when(turn: int, course: _Course) -> str:
    """Describe a moment; omit turn 0, because some simulations do not count turns."""
    return (
        f"on turn {turn}, with intent {course.intents}" if turn else f"with intent {course.intents}"
    )


def _sum_up(simulation: Restorable) -> dict[str, str]:
    summary = getattr(simulation, "summary", dict[str, Any])()
    turn = {"turn": simulation.world.turn} if simulation.world.turn else {}
    return {name: str(value) for name, value in {**turn, **summary}.items()}
