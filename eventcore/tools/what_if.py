"""What if: the same intents under one rule less, or with other data, beside the run as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import attrs

from eventcore.errors import EventcoreError, JournalError, RegistrationError
from eventcore.journal.format import INTENT, UPGRADE
from eventcore.journal.settled import Settled
from eventcore.places import raised_at
from eventcore.replay import EventLog
from eventcore.replay.event_log import divergence_of
from eventcore.replay.names import Newcomers
from eventcore.replay.simulation import (
    Ending,
    Restorable,
    Simulation,
    Summing,
    Telling,
)
from eventcore.text import short_value
from eventcore.tools.naming import Names, event_types
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import SAME, Result, UsageError, counted, one_line


@attrs.frozen
class _Divergence:
    """Where two simulations with the same intents first differ.

    Attributes:
        intents: After how many intents.
        turn: The turn of the event; if no event differs, that of the last of these intents.
        event: The first event that differs; None if none does.
        field: The field of the event that differs; ``"digest"`` if no event does.
        values: Its value in each.
    """

    intents: int
    turn: int
    event: Settled | None
    field: str
    values: tuple[Any, Any]


@attrs.define
class _Course:
    """How the two went.

    Attributes:
        divergence: Where they part.
        logs: What the log of each says then and there.
        later: Where the logs first differ: the turn, the intent, and what is new in each.
        counts: True where the simulation tells whether an intent was refused.
        refused: How many intents each refused.
        newly_refused: How many the second refused that the first did not.
        intents: How many both were given.
        skipped: How many were not given to the second any more, for it was over.
        raised: What a handler of the second raised, if one did.
        diverged: True where the first is not as it was recorded.
        names: The names of all entities of the first, by their ids, even of those that are gone.
        upgraded: The line from which on the journal goes by other rules; 0 for none.
    """

    divergence: _Divergence | None = None
    logs: tuple[list[str], list[str]] = ([], [])
    later: tuple[int, int, list[str], list[str]] | None = None
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
    """Give a journal's intents to a simulation as it is and to one that is changed.

    Args:
        simulations: What makes both.
        recording: The journal.
        mute: The handlers to leave out in the second, each as ``Component.method``.
        changes: The data to change in the second, each as ``PATH=VALUE``.

    Raises:
        UsageError: Nothing is to be changed, or what is to be cannot be.
        RegistrationError: The handler to mute does not exist.
        JournalError: The journal cannot be played.
    """
    if not mute and not changes:
        raise UsageError("what-if needs something to change: --mute Component.method or --set …")
    one, other = recording.first, varied(simulations, recording, mute, changes)
    with recording.journal.errors_named():
        course = _play(one, other, recording)
    lines = list(_lines(course, one, other, simulations, recording))
    return Result(SAME, lines, recording.notes("played"))


def varied(
    simulations: Simulations, recording: Recording, mute: Sequence[str], changes: Sequence[str]
) -> Restorable:
    """Make a simulation of a journal with something another way.

    Raises:
        UsageError: The simulation cannot be made so.
        RegistrationError: The handler to mute does not exist.
    """
    make = recording.source.begin_varied
    if make is None:
        raise UsageError(
            f"{simulations.place} makes no simulation another way: give its Source begin_varied"
        )
    try:
        return make(mute=mute, changes=changes)
    except RegistrationError:
        raise
    except ValueError as error:
        raise UsageError(one_line(error)) from None
    except EventcoreError as error:
        raise UsageError(f"it cannot begin so: {one_line(error)}") from None


def _play(one: Restorable, other: Restorable, recording: Recording) -> _Course:
    """Give both simulations the intents of a journal, and compare their events and digests."""
    course = _Course()
    logs = EventLog(one.world), EventLog(other.world)
    journal, intents = recording.journal, 0
    called = recording.source.name or (lambda entity, world: "")
    newcomers = Newcomers(one.world, called)
    course.names = newcomers.take_all()
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            course.upgraded = line
            break
        turn = one.world.turn
        course.diverged |= _seal(one, other, intents, course) != record.digest
        if record.kind != INTENT:
            continue
        try:
            intent = one.decode(record.type, record.v, record.data)
        except JournalError as error:
            raise JournalError(f"line {line}: {error}", line=line) from None
        before = one.world.sequence, other.world.sequence
        try:
            result = one.perform(intent)
        except Exception as error:
            reason = f"raises {_crash(error)}; there is nothing to compare"
            raise JournalError(f"line {line}: {reason}", line=line) from error
        course.names |= newcomers.take()
        over = isinstance(other, Ending) and other.over
        if over or course.raised:
            course.skipped += 1
            continue
        course.intents = intents = course.intents + 1
        counterpart = None
        try:
            # Decoded again: an action is published once, and its entities are of one world.
            counterpart = other.perform(other.decode(record.type, record.v, record.data))
        except Exception as error:  # a handler raises because of the change
            course.raised = _crash(error)
        _count(course, result, counterpart)
        lines = _since(one, before[0]), _since(other, before[1])
        found = _first_difference(*(log.take() for log in logs))
        if found is not None and course.divergence is None:
            course.divergence, course.logs = _Divergence(intents, *found), lines
        if course.divergence is not None and course.later is None and lines[0] != lines[1]:
            course.later = (turn, intents, *lines)
    _seal(one, other, intents, course)
    return course


def _crash(error: Exception) -> str:
    place = raised_at(error)
    return f"{type(error).__name__}: {one_line(error)}" + (f" at {place}" if place else "")


def _seal(one: Restorable, other: Restorable, intents: int, course: _Course) -> str:
    """Compare the digests, which may differ though no event does; return the first."""
    digests = one.digest.seal(), other.digest.seal()
    if course.divergence is None and digests[0] != digests[1]:
        course.divergence = _Divergence(intents, one.world.turn, None, "digest", digests)
    return digests[0]


def _first_difference(
    events: Sequence[Settled], others: Sequence[Settled]
) -> tuple[int, Settled, str, tuple[Any, Any]] | None:
    """Return the first event that differs, after its turn, the field, and its values."""
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
    """Give the lines of the log that tell of events after one."""
    return [*simulation.told_since(sequence)] if isinstance(simulation, Telling) else []


def _lines(
    course: _Course,
    one: Restorable,
    other: Restorable,
    simulations: Simulations,
    recording: Recording,
) -> Iterator[str]:
    if course.diverged:
        verify = simulations.call("verify")
        yield f"(it goes another way now than it was recorded: see {verify})"
    if course.upgraded:
        since = f"from line {course.upgraded} on the journal goes by other rules"
        yield f"({since}: only what came before is compared)"
    divergence = course.divergence
    if divergence is None and not course.raised:
        turns = one.world.turn
        extent = counted(turns, "turn") if turns else counted(course.intents, "intent")
        yield f"nothing would differ in {extent}"
        return
    if divergence is not None:
        yield _first_divergence(course, divergence, recording, one, other)
        if course.logs[0] != course.logs[1]:
            yield from _both(*course.logs)
    if course.later is not None and course.later[2:] != course.logs:
        turn, intents, mine, theirs = course.later
        yield f"the log tells of it first {_when(turn, intents)}:"
        yield from _both(mine, theirs)
    if course.raised:
        when = _when(other.world.turn, course.intents)
        yield f"then, {when}, a handler raises {course.raised}"
    sums = _sum_up(one), _sum_up(other)
    rows = [("", "as it was", "what if")]
    rows += [(name, sums[0].get(name, "-"), sums[1].get(name, "-")) for name in sums[0]]
    new = course.newly_refused
    which = "all" if new == course.refused[1] else f"{new} of them"
    extra = f", {which} refused only there" if new else ""
    if course.counts:
        rows.append(("refused", str(course.refused[0]), f"{course.refused[1]}{extra}"))
    if len(rows) > 1:
        yield "in the end:"
        yield from _table(rows)
    if course.skipped:
        yield f"  {course.skipped} intents were left when that was over"


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
        return f"{where}, in what chance or time brings"
    kinds = {kind.__name__: kind for kind in event_types(one.world)}
    kind = kinds.get(event.type)
    values = [short_value(value) for value in divergence.values]
    if kind is not None and divergence.field in kind._roles_:
        values = [
            Names(recording.source, simulation.world, course.names).of_id(value)
            if value
            else "nobody"
            for simulation, value in zip((one, other), divergence.values, strict=True)
        ]
    if divergence.field == "type":
        values = ["no event" if value is None else str(value) for value in divergence.values]
    was, now = values
    names = Names(recording.source, one.world, course.names)
    roles = [event.data.get(role) for role in (() if kind is None else kind._roles_)]
    players = " → ".join(names.of_id(number) for number in roles if number)
    said = " ".join(filter(None, [f"{event.type} #{event.seq}", players]))
    return f"{where}: {said}: {divergence.field} {was} as it was, {now} now"


def _when(turn: int, intents: int) -> str:
    """Say when something happens; turn 0 says nothing, since a simulation may never leave it."""
    return f"on turn {turn}, with intent {intents}" if turn else f"with intent {intents}"


def _table(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yield the lines of a table; each column is as wide as its longest cell."""
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    for name, was, now in rows:
        yield f"  {name:<{first}}  {was:<{second}}  {now}".rstrip()


def _both(mine: list[str], theirs: list[str]) -> list[str]:
    return [
        *(f"  as it was: {line}" for line in mine or ["(nothing)"]),
        *(f"  what if:   {line}" for line in theirs or ["(nothing)"]),
    ]


def _sum_up(simulation: Restorable) -> Mapping[str, str]:
    summary = simulation.summary() if isinstance(simulation, Summing) else {}
    turn = {"turn": simulation.world.turn} if simulation.world.turn else {}
    return {name: str(value) for name, value in {**turn, **summary}.items()}
