"""The ``what-if`` command, which performs a journal's intents in a changed simulation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from eventcore.errors import EventcoreError, JournalError, UnknownEntityError
from eventcore.journal.format import Record
from eventcore.replay import EventLog, Source
from eventcore.replay.comparison import divergent_paths, field_of
from eventcore.replay.event_log import description_error, first_difference, name_of_event
from eventcore.replay.segments import verify_segments
from eventcore.replay.shrinking import decoded
from eventcore.replay.simulation import Simulation
from eventcore.state.digest import StateDigests
from eventcore.state.saving import save_world
from eventcore.text import one_line, short_repr, short_value, with_place
from eventcore.tools.naming import Names
from eventcore.tools.opening import Recording
from eventcore.tools.results import SAME, Result, UsageError, counted
from eventcore.trace.values import Value, make_writer


def what_if(recording: Recording, mute: Sequence[str], changes: Sequence[str]) -> Result:
    """Perform a journal's intents in an unchanged and a changed simulation, and compare the runs.

    The changed simulation lacks the handlers in ``mute``, each written as ``Component.method``.
    The ``changes`` to its data are written as ``NAME=VALUE``.
    """
    source = recording.source
    if not mute and not changes:
        raise UsageError("choose what to change with --mute Component.method or --set NAME=VALUE")
    if source.begin_varied is None:
        said = "does not support what-if: pass begin_varied to its Source"
        raise UsageError(f"{recording.simulations.place} {said}")
    try:
        changed = source.begin_varied(mute=mute, changes=changes)
    except (ValueError, EventcoreError) as error:
        raise UsageError(one_line(error)) from None
    one, other = _Run(recording.first, source), _Run(changed, source)
    begun, warnings, renamed = [*_differences(one, other)], recording.notes("played"), ""
    first = ": ".join(["the runs differ from the beginning", *begun[:1]])
    hidden, parting = first if one.digest != other.digest else "", ""
    for line, record in recording.intents().items():
        one.perform(record)
        if one.ended:
            said = f"line {line}: in the unchanged run, {one.ended}; the runs are not compared"
            raise JournalError(f"{recording.path}: {said}", line=line)
        other.perform(record)
        renamed = renamed or _renamed(one, other, record)
        parting = parting or _parting(one, other)
        hidden = hidden or parting or _hidden(one, other, begun)
    hidden = hidden or (first if begun else "")
    if any(segment.divergence for segment in verify_segments(source, recording.journal)):
        said = "the replay differs from the recording, so both runs follow the current rules"
        warnings.append(f"{recording.path}: {said}; see {recording.call('verify')}")
    partings = [hidden] if hidden == parting else [hidden, parting or "no event differs"]
    return Result(SAME, [*_lines(one, other, [x for x in partings if hidden], renamed)], warnings)


class _Run:
    """One of the two runs, with the events of its last intent and the digest after that intent."""

    def __init__(self, simulation: Simulation, source: Source) -> None:
        self.simulation = simulation
        self.world = simulation.world
        self.intents = self.refused = 0
        self.given: dict[str, Value] = {}  # the fields of the last intent, with entities' names
        self.gone: list[str] = []  # the moments at which an intent named a missing entity
        self.ended = ""  # the error that ended the run
        self.digest = simulation.digest.seal()
        self._states = StateDigests(self.world, with_parts=False)
        self.source = source
        self._log = EventLog(self.world, source.name)
        self.known = self._log.name_all()  # the names of all entities, even after they have left
        self.events = self._log.take()

    def perform(self, record: Record) -> None:
        """Perform an intent unless the run has ended; refuse the intent if its entity is gone."""
        self.given, intent = {}, None
        if self.ended or getattr(self.simulation, "over", False):
            return
        self.intents += 1
        write = make_writer(lambda entity: self.known.get(str(entity.id), ""))
        try:
            intent = decoded(self.simulation, record)
            fields = msgspec.json.decode(record.data)
            self.given = {name: write(getattr(intent, name, None)) for name in fields}
            self.refused += bool(getattr(self.simulation.perform(intent), "failed", False))
        except Exception as error:  # a handler may raise any error
            cause: BaseException | None = error
            while cause and not isinstance(cause, UnknownEntityError):
                cause = cause.__cause__ or cause.__context__
            if intent is None and cause:
                self.refused += 1
                self.gone.append(self.when(self.world.turn))
            else:
                said = "the intent cannot be read:" if intent is None else "a handler raises"
                self.ended = f"{said} {type(error).__name__}: {with_place(error)}"
        self.digest = self.simulation.digest.seal()
        self.state = self._states.partial()
        self.events = self._log.take()
        self.known.update(self.events.names)

    def summary(self) -> dict[str, str]:
        turn = {"turn": self.world.turn} if self.world.turn else {}
        try:
            found: object = getattr(self.simulation, "summary", dict)()
            if isinstance(found, Mapping):
                return {str(name): str(value) for name, value in {**turn, **found}.items()}
        except Exception as error:  # the simulation's own code may raise any error
            raise description_error("summary()", error) from error
        raise UsageError(f"summary() must return a dict, not {short_repr(found)}")

    def when(self, turn: int) -> str:
        """Describe a turn and the last intent. Omit turn 0: some simulations do not count turns."""
        intent = f"with intent {self.intents}"
        return f"on turn {turn}, {intent}" if turn else intent


def _renamed(one: _Run, other: _Run, record: Record) -> str:
    """Describe the intent's first field that names a different entity in the changed run."""
    for field, was in one.given.items():
        if (now := other.given.get(field, was)) != was:
            said = f"{field} is {short_value(was)} in the recording, but {short_value(now)}"
            return f"intent {one.intents}, {record.type}: {said} with the change"
    return ""


def _parting(one: _Run, other: _Run) -> str:
    """Describe the last intent's first event that differs between the runs, or return ""."""
    found = first_difference(one.events, other.events)
    if found is None:
        return ""
    pair, (field, *values) = found
    texts, turn = [("nothing more", "")] * 2, 0
    for number, (run, event) in enumerate(zip((one, other), pair, strict=True)):
        if event is not None:
            turn, names = event.turn, Names(run.source, run.world, run.known)
            ids = filter(None, (event.data.get(role) for role in names.roles(event.type)))
            said = f"{name_of_event(event)} {' → '.join(map(names.of_id, ids))}".rstrip()
            texts[number] = said, short_value(names.value(event.type, field, values[number]))
    (was, old), (now, new) = texts
    if was == now:  # the same event
        was, now = f"{was}: {field} {old}", new
    return f"the runs part {one.when(turn)}: {was}; with the change, {now}"


def _hidden(one: _Run, other: _Run, begun: Sequence[str]) -> str:
    """Describe the first difference in the state after the last intent, or return ""."""
    parted = one.digest != other.digest
    if not parted and (begun or one.state == other.state):
        return ""
    found = (each for each in _differences(one, other) if each not in begun)
    moment = one.when(one.world.turn).replace("on turn", "by turn")
    return f"the state differs {moment}: {next(found, 'random draws or the agenda')}"


def _differences(one: _Run, other: _Run) -> Iterator[str]:
    names = {**other.known, **one.known}
    for found in divergent_paths(save_world(one.world), save_world(other.world)):
        was, now = found.recorded or "nothing", found.replayed or "nothing"
        yield f"{field_of(found.path, names)}: {was}; with the change, {now}"


def _lines(one: _Run, other: _Run, partings: Sequence[str], renamed: str) -> Iterator[str]:
    before, after = one.summary(), other.summary()
    if not (partings or renamed or other.ended) and (before, one.gone) == (after, other.gone):
        turns, intents = counted(one.world.turn, "turn"), counted(one.intents, "intent")
        yield f"nothing would differ in {turns if one.world.turn else intents}"
        return
    yield from filter(None, (*partings, renamed))
    if gone := [moment for moment in other.gone if moment not in one.gone]:
        yield f"refused because an entity is gone: {counted(len(gone), 'intent')}, first {gone[0]}"
    if other.ended:
        yield f"then, {other.when(other.world.turn)}, {other.ended}"
    rows = [(name, before.get(name, "-"), after.get(name, "-")) for name in {**before, **after}]
    if one.refused or other.refused:
        rows.append(("refused", str(one.refused), str(other.refused)))
    if rows:
        yield "in the end:"
        table = [("", "as it was", "what if"), *rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for name, was, now in table:
            yield f"  {name:<{widths[0]}}  {was:<{widths[1]}}  {now}".rstrip()
