"""The command what-if: compare a run with a changed run of the same intents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import attrs

from eventcore.errors import EventcoreError, JournalError, RegistrationError
from eventcore.journal.format import INTENT, UPGRADE
from eventcore.journal.settled import Settled
from eventcore.places import raised_at
from eventcore.replay import EventLog
from eventcore.replay.event_log import divergence_of
from eventcore.replay.simulation import Ending, Restorable, Simulation, Summing, Telling
from eventcore.text import short_value
from eventcore.tools.naming import Names, event_types
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import SAME, Result, UsageError, counted, one_line


@attrs.frozen
class _Divergence:
    """The first difference between two simulations with the same intents.

    Attributes:
        intents: How many intents were performed until the difference.
        turn: The turn of the event; if only the digests differ, the turn after these intents.
        event: The first event that differs; None if only the digests differ.
        field: The first field that differs in the event; ``"digest"`` if only the digests differ.
        values: The values of the field in the first and the second simulation.
    """

    intents: int
    turn: int
    event: Settled | None
    field: str
    values: tuple[Any, Any]


@attrs.define
class _Course:
    """The differences between an unchanged first run and a changed second run.

    Attributes:
        divergence: The first difference between the runs; None if they are the same.
        logs: Where the logs first differ: turn, number of the intent, and new lines of both logs.
        counts: Whether the results of intents show that an intent was refused.
        refused: How many intents were refused in the first run and in the second.
        newly_refused: How many intents were refused only in the second run.
        intents: How many intents were performed in both runs.
        skipped: How many intents were skipped in the second run, because that run had ended.
        raised: The error that a handler raised in the second run; empty if there was none.
        diverged: Whether the first run differs from the recording.
        names: The names of all entities by id, even if they are gone. If the runs have different
            entities with the same id, the name in the first run.
        upgraded: The line where the journal switches to other rules; 0 if it never does.
    """

    divergence: _Divergence | None = None
    logs: tuple[int, int, list[str], list[str]] | None = None
    counts: bool = False
    refused: list[int] = attrs.field(factory=lambda: [0, 0])
    newly_refused: int = 0
    intents: int = 0
    skipped: int = 0
    raised: str = ""
    diverged: bool = False
    names: dict[str, str] = attrs.field(factory=dict)
    upgraded: int = 0


def what_if(
    simulations: Simulations, recording: Recording, mute: Sequence[str], changes: Sequence[str]
) -> Result:
    """Perform the intents of a journal in an unchanged and a changed simulation, and compare them.

    The changed simulation lacks the handlers in ``mute``, each given as ``Component.method``, and
    its data has the values in ``changes``, each given as ``PATH=VALUE``.

    Raises:
        UsageError: No change is given, or the change is not possible.
        RegistrationError: The handler to mute does not exist.
        JournalError: The journal cannot be played.
    """
    if not mute and not changes:
        raise UsageError("what-if needs something to change: --mute Component.method or --set …")
    make = recording.source.begin_varied
    if make is None:
        raise UsageError(
            f"{simulations.place} does not support what-if: pass begin_varied to its Source"
        )
    try:
        other = make(mute=mute, changes=changes)
    except RegistrationError:
        raise
    except ValueError as error:
        raise UsageError(one_line(error)) from None
    except EventcoreError as error:
        raise UsageError(f"it cannot begin with this change: {one_line(error)}") from None
    with recording.journal.errors_named():
        course = _play(recording.first, other, recording)
    lines = list(_lines(course, recording.first, other, simulations, recording))
    return Result(SAME, lines, recording.notes("played"))


def _play(one: Restorable, other: Restorable, recording: Recording) -> _Course:
    """Perform the intents in both simulations, and compare the events and the digests."""
    course = _Course()
    name = recording.source.name or (lambda entity, world: "")
    logs = EventLog(one.world, name), EventLog(other.world, name)
    course.names = logs[0].name_all()
    logs[1].name_all()
    journal = recording.journal
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            course.upgraded = line
            break
        turn = one.world.turn
        course.diverged |= _seal(one, other, course) != record.digest
        if record.kind != INTENT:
            continue
        before = one.world.sequence, other.world.sequence
        try:
            intent = one.decode(record.type, record.v, record.data)
            result = one.perform(intent)
        except JournalError as error:
            raise JournalError(f"line {line}: {error}", line=line) from None
        except Exception as error:
            reason = f"raises {_crash(error)}; there is nothing to compare"
            raise JournalError(f"line {line}: {reason}", line=line) from error
        over = isinstance(other, Ending) and other.over
        if over or course.raised:
            course.skipped += 1
            continue
        course.intents += 1
        counterpart = None
        try:
            # Decode again: an action is published only once, and its entities belong to one world.
            counterpart = other.perform(other.decode(record.type, record.v, record.data))
        except Exception as error:  # the change makes a handler raise an error
            course.raised = _crash(error)
        _count(course, result, counterpart)
        lines = _since(one, before[0]), _since(other, before[1])
        taken = [log.take() for log in logs]
        course.names = {**taken[1].names, **taken[0].names, **course.names}
        found = _first_difference(*taken)
        if found is not None and course.divergence is None:
            course.divergence = _Divergence(course.intents, *found)
        if course.divergence is not None and course.logs is None and lines[0] != lines[1]:
            course.logs = (turn, course.intents, *lines)
    _seal(one, other, course)
    return course


def _crash(error: Exception) -> str:
    place = raised_at(error)
    return f"{type(error).__name__}: {one_line(error)}" + (f" at {place}" if place else "")


def _seal(one: Restorable, other: Restorable, course: _Course) -> str:
    """Compare the digests, even if all events are equal; return the digest of the first run."""
    digests = one.digest.seal(), other.digest.seal()
    if course.divergence is None and digests[0] != digests[1]:
        course.divergence = _Divergence(course.intents, one.world.turn, None, "digest", digests)
    return digests[0]


def _first_difference(
    events: Sequence[Settled], others: Sequence[Settled]
) -> tuple[int, Settled, str, tuple[Any, Any]] | None:
    """Return the first difference: its turn, the event, the field, and both values of the field."""
    for event, other in zip_longest(events, others):
        if event is None or other is None:
            types = [None if one is None else one.type for one in (event, other)]
            present = event or other
            return present.turn, present, "type", (types[0], types[1])
        found = divergence_of(event, other)
        if found is not None:
            return event.turn, event, found[0], (found[1], found[2])
    return None


def _count(course: _Course, *results: Any) -> None:
    course.counts |= hasattr(results[0], "failed")
    failed = [bool(getattr(result, "failed", False)) for result in results]
    course.refused = [count + lost for count, lost in zip(course.refused, failed, strict=True)]
    course.newly_refused += failed[1] and not failed[0]


def _since(simulation: Simulation, sequence: int) -> list[str]:
    """Return the log messages about the events after the event with the given number."""
    return [*simulation.told_since(sequence)] if isinstance(simulation, Telling) else []


def _lines(
    course: _Course,
    one: Restorable,
    other: Restorable,
    simulations: Simulations,
    recording: Recording,
) -> Iterator[str]:
    if course.diverged:
        yield f"(the replay differs from the recording: see {simulations.call('verify')})"
    if course.upgraded:
        since = f"from line {course.upgraded} on, the journal has other rules"
        yield f"({since}: only the part before is compared)"
    divergence = course.divergence
    if divergence is None and not course.raised:
        turns = one.world.turn
        extent = counted(turns, "turn") if turns else counted(course.intents, "intent")
        yield f"nothing would differ in {extent}"
        return
    if divergence is not None:
        yield _first_divergence(course, divergence, recording, one, other)
    if course.logs is not None:
        turn, intents, *logs = course.logs
        if divergence is not None and intents != divergence.intents:
            yield f"the logs first differ {_when(turn, intents)}:"
        for name, lines in zip(("as it was:", "what if:  "), logs, strict=True):
            yield from (f"  {name} {line}" for line in lines or ["(nothing)"])
    if course.raised:
        when = _when(other.world.turn, course.intents)
        yield f"then, {when}, a handler raises {course.raised}"
    rows = [("", "as it was", "what if")]
    sums = _sum_up(one), _sum_up(other)
    rows += [(name, value, sums[1].get(name, "-")) for name, value in sums[0].items()]
    if course.counts:
        new = course.newly_refused
        which = "all" if new == course.refused[1] else f"{new} of them"
        extra = f", {which} refused only there" if new else ""
        rows.append(("refused", str(course.refused[0]), f"{course.refused[1]}{extra}"))
    if len(rows) > 1:
        yield "in the end:"
        first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
        for name, was, now in rows:
            yield f"  {name:<{first}}  {was:<{second}}  {now}".rstrip()
    if course.skipped:
        yield f"  what if was over {counted(course.skipped, 'intent')} before the end"


def _first_divergence(
    course: _Course,
    divergence: _Divergence,
    recording: Recording,
    one: Restorable,
    other: Restorable,
) -> str:
    if not divergence.intents:
        return "they differ from the beginning"
    where = f"they part {_when(divergence.turn, divergence.intents)}"
    event = divergence.event
    if event is None:
        return f"{where}, in random draws or in the agenda"
    kinds = {kind.__name__: kind for kind in event_types(one.world)}
    kind = kinds.get(event.type)
    roles = () if kind is None else kind._roles_
    values = [short_value(value) for value in divergence.values]
    names, others = (Names(recording.source, run.world, course.names) for run in (one, other))
    if divergence.field in roles:
        values = [
            there.of_id(value) if value else "nobody"
            for there, value in zip((names, others), divergence.values, strict=True)
        ]
    if divergence.field == "type":
        values = ["no event" if value is None else str(value) for value in divergence.values]
    was, now = values
    numbers = [event.data.get(role) for role in roles]
    players = " → ".join(names.of_id(number) for number in numbers if number)
    said = " ".join(filter(None, [f"{event.type} #{event.seq}", players]))
    return f"{where}: {said}: {divergence.field} {was} as it was, {now} now"


def _when(turn: int, intents: int) -> str:
    """Describe a moment; leave out turn 0, because some simulations never leave it."""
    return f"on turn {turn}, with intent {intents}" if turn else f"with intent {intents}"


def _sum_up(simulation: Restorable) -> dict[str, str]:
    summary = simulation.summary() if isinstance(simulation, Summing) else {}
    turn = {"turn": simulation.world.turn} if simulation.world.turn else {}
    return {name: str(value) for name, value in {**turn, **summary}.items()}
