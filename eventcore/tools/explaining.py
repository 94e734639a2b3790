"""Explain a recording: what happened, and why a field of an entity has its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import attrs

from eventcore.errors import RaisedError
from eventcore.replay import Timeline
from eventcore.replay.timeline import BEGINNING
from eventcore.text import there_is
from eventcore.tools.naming import event_types, namer_of
from eventcore.tools.opening import Recording
from eventcore.tools.results import (
    DIVERGED,
    SAME,
    NotFoundError,
    Result,
    UsageError,
    counted,
    with_place,
)
from eventcore.tools.tracing import Step, replay, trace
from eventcore.tools.writes import Watched, changes, outside, why, written
from eventcore.trace import Span, Tree
from eventcore.trace.span import is_internal
from eventcore.trace.text import effects_of, headline
from eventcore.trace.values import Namer
from eventcore.trace.watch import FieldWrite
from eventcore.world import World

_NUMBER = re.compile("#?([0-9]{1,18})")


@attrs.frozen
class Request:
    """A question about a recording.

    Attributes:
        turns: The first and the last turn; None for the whole recording.
        event: The type or the number of the events to show; empty for all events.
        of: The name or id of the entity to show; empty for all entities.
        changes: The field whose changes are listed, as ``Component.field``; empty for no field.
        why: The field whose last change is traced back to its causes; empty for no field.
        every: Whether to include handlers that changed nothing.
        internals: Whether to show the library's own components.
    """

    turns: tuple[int, int] | None = None
    event: str = ""
    of: str = ""
    changes: str = ""
    why: str = ""
    every: bool = False
    internals: bool = False

    @property
    def is_tree(self) -> bool:
        """Whether the answer is a tree of events instead of a list."""
        listed = self.changes or self.why or self.of
        return not listed and (self.turns is not None or _number(self.event) > 0)


def parse_turns(text: str) -> tuple[int, int]:
    """Parse one turn, such as ``7``, or several turns, such as ``7-12``.

    Raises:
        UsageError: The text does not have this form.
    """
    found = re.fullmatch("([0-9]{1,18})(?:-([0-9]{1,18}))?", text)
    first, last = (found[1], found[2] or found[1]) if found else ("1", "0")
    if int(first) > int(last):
        raise UsageError(f"--turn {text}: name a turn, as in 7, or the first and the last, 7-12")
    return int(first), int(last)


def explain(recording: Recording, request: Request) -> Result:
    """Answer a question about a recording, with a warning if the replay differs.

    Raises:
        NotFoundError: The recording contains nothing that matches the question.
        JournalError: A record cannot be played.
    """
    timeline, turns = recording.timeline(), request.turns
    label, of = request.changes or request.why, request.of
    with recording.journal.errors_named():
        if request.is_tree:
            tree, chosen, raised = traced(recording, request, timeline)
            lines = list(_tree_lines(tree, {span.sequence for span in chosen}, request))
            return explained(recording, timeline, lines, raised)
        watched = Watched(recording, of, label, internals=request.internals)
        if request.why:
            found = why(recording, timeline, watched, None if turns is None else turns[0])
        elif request.changes:
            found = changes(recording, timeline, watched, turns)
        else:
            found = _events(recording, timeline, request, watched if of else None)
        lines, raised = _lines_of(found)
    return explained(recording, timeline, lines, raised)


def _tree_lines(tree: Tree, chosen: set[int], request: Request) -> Iterator[str]:
    """Yield the lines of a tree; if its roots have different times, group them by time."""
    times: dict[str, list[Span]] = {}
    for span in tree.spans:
        causes = tree.causes(span)
        times.setdefault(causes[0].when if causes else span.when, []).append(span)
    for when, spans in times.items():
        if len(times) > 1 or spans[0].time is not None:
            yield when
        lines = Tree(spans).lines(chosen, every=request.every, internals=request.internals)
        yield from lines
    folded = sum(
        not (effects_of(call, span) or is_internal(call.handler.component))
        for span in tree.spans
        for call in span.calls
    )
    if folded and not request.every:
        yield f"{counted(folded, 'more handler')} ran and changed nothing; --all lists them"


def explained(
    recording: Recording, timeline: Timeline, lines: list[str], raised: RaisedError | None
) -> Result:
    """Return a result with the lines, and with warnings about the replay."""
    warnings = [f"{recording.path}: {with_place(raised)}"] if raised else []
    if timeline.divergence is not None:
        warnings.insert(
            0,
            f"{recording.path}: {timeline.divergence}; the lines from there on show the replay, "
            "not the recording, and the state may already differ before that",
        )
    return Result(DIVERGED if warnings else SAME, lines, warnings)


def traced(
    recording: Recording, request: Request, timeline: Timeline
) -> tuple[Tree, Sequence[Span], RaisedError | None]:
    """Return the tree for some turns or an event, and the events in it that match the question.

    Raises:
        NotFoundError: The recording contains nothing that matches the question.
    """
    namer = _namer(recording)
    number = _number(request.event)
    if request.turns is None:
        if not number:
            raise UsageError("a tree shows turns or one event: name it with --turn or --event")
        position = timeline.position_of_event(number)
        found = trace(timeline, range(position, position + 1), namer)
        where, tree = "the recording", found.tree
    else:
        found = trace(timeline, timeline.positions_of(*request.turns), namer)
        first, last = request.turns
        where = f"turn {first}" if first == last else f"turns {first} to {last}"
        tree = of_turns(found.tree, first, last)
        if not tree.spans:
            raise NotFoundError(f"{recording.path}: nothing is recorded for {where}")
    if not request.event:
        return tree, (), found.raised
    chosen = choose(tree, request.event)
    if not chosen:
        if request.turns is None:
            last_one = max((span.sequence for span in found.tree.spans), default=0)
            there = f"the last one is #{max(last_one, timeline.simulation.world.sequence)}"
        elif number:
            numbers = [span.sequence for span in tree.spans]
            there = f"there is #{min(numbers)} to #{max(numbers)}"
        else:
            there = there_is(request.event, (span.event for span in tree.spans))
        raise NotFoundError(f"{recording.path}: {where} has no event {request.event!r}; {there}")
    return tree.about(chosen), chosen, found.raised


def _namer(recording: Recording) -> Callable[[World], Namer]:
    return lambda world: namer_of(recording.source, world)


def of_turns(tree: Tree, first: int, last: int) -> Tree:
    """Return the tree of the events in some turns, with their causes."""
    spans = {span.sequence: span for span in tree.spans if first <= span.turn <= last}
    for span in tuple(spans.values()):
        spans.update((above.sequence, above) for above in tree.causes(span))
    return Tree(spans.values())


def choose(tree: Tree, event: str) -> Sequence[Span]:
    """Return the events of a type, or the event with a number, as in ``12`` or ``#12``."""
    number = _number(event)
    return [span for span in tree.spans if event == span.event or span.sequence == number]


def _number(event: str) -> int:
    """Return the number of an event; 0 if the text is not a number."""
    found = _NUMBER.fullmatch(event)
    return int(found[1]) if found else 0


def _lines_of(lines: Iterator[str]) -> tuple[list[str], RaisedError | None]:
    """Return the lines that are yielded before a handler raises an error, and the error."""
    found = list[str]()
    try:
        found += lines
    except RaisedError as error:
        return found, error
    return found, None


def _events(
    recording: Recording, timeline: Timeline, request: Request, watched: Watched | None
) -> Iterator[str]:
    """Yield a line with the causes of each event that has the type or involves the entity."""
    event, turns = request.event, request.turns
    names = {kind.__name__ for kind in event_types(recording.first.world)}
    if event not in names and event and not _number(event):
        there = there_is(event, sorted(names))
        raise NotFoundError(f"{recording.path}: there is no event {event!r}; {there}")
    every = range(BEGINNING, timeline.length)
    positions = every if turns is None else timeline.positions_of(*turns)
    scheduling = _Scheduling(timeline.simulation.world.turn_length)
    found = False
    # The watch finds the changes of the entity; the tracer records only events and causes.
    for step in replay(timeline, positions, _namer(recording), watched, thorough=False):
        scheduling.keep(step.tree)
        for turn, line in _lines(step, event, watched, scheduling):
            if turns is None or turns[0] <= turn <= turns[1]:
                found = True
                yield line
    if watched is not None:
        watched.check_found(timeline.simulation.world, recording.path)
    if not found:
        yield f"no {event or 'event'} happened" + (f" to {request.of}" if request.of else "")


def _lines(
    step: Step, event: str, watched: Watched | None, scheduling: _Scheduling
) -> Iterator[tuple[int, str]]:
    """Yield the turn and the text of each line about a record, in order."""
    writes: dict[int, list[FieldWrite]] = {}
    outside: list[FieldWrite] = []
    for write in step.writes:
        if write.event is None:
            outside.append(write)
        else:
            writes.setdefault(write.sequence, []).append(write)
    found = [
        (
            write.sequence,
            1,
            write.turn,
            f"{write.when}  {_changed([write], watched, step.position)}",
        )
        for write in _without_fields(outside)
        if not event
    ]
    for span in choose(step.tree, event) if event else step.tree.spans:
        own = writes.get(span.sequence, [])
        if watched is None or own or any(map(span.involves, watched.ids)):
            line = f"{span.when}  {headline(span, ids=True)}{_causes(step.tree, span, scheduling)}"
            if own:
                line += f"  {_changed(own, watched, step.position)}"
            found.append((span.sequence, 0, span.turn, line))
    yield from ((turn, line) for _, _, turn, line in sorted(found, key=lambda one: one[:2]))


def _without_fields(writes: Sequence[FieldWrite]) -> Sequence[FieldWrite]:
    """Leave out the field changes of entities that were spawned or despawned."""
    whole = [write.place[0] for write in writes if not write.place[1]]
    return [write for write in writes if not write.place[1] or write.place[0] not in whole]


def _changed(writes: Sequence[FieldWrite], watched: Watched | None, position: int) -> str:
    """Describe changes, grouped by the handler or observer that made them."""
    by: dict[str, list[str]] = {}
    assert watched is not None
    several = len(watched.ids) > 1
    for write in _without_fields(writes):
        said = written(write, watched.names, named=several)
        if not write.place[1]:
            said = f"{watched.names.of(write.place[0])} {said}"
        by.setdefault(write.by or outside(position), []).append(said)
    return ", ".join(f"{', '.join(said)} by {label}" for label, said in by.items())


class _Scheduling:
    """Remembers which handlers scheduled events, until the events happen in later records."""

    def __init__(self, turn_length: int) -> None:
        self._length = turn_length
        self._spans: dict[int, Span] = {}

    def keep(self, tree: Tree) -> None:
        """Remember each event of a record whose handlers scheduled another event."""
        for span in tree.spans:
            if any(call.plans for call in span.calls):
                self._spans[span.sequence] = span

    def describe(self, span: Span) -> str:
        """Describe when and where an event was scheduled; return an empty str for other events."""
        origin = self._spans.get(span.origin)
        if origin is None:
            return f"scheduled by #{span.origin}" if span.origin else ""
        waited = (self._now(span) - self._now(origin)) / self._length
        labels = (c.label for c in origin.calls for plan in c.plans if plan.event == span.event)
        turns = f"{round(waited, 3):g} turn{'' if waited == 1 else 's'}"
        by = "".join(f" by {label}" for label in list(labels)[:1])
        return f"scheduled {turns} earlier{by} in {origin.event} #{origin.sequence}"

    def _now(self, span: Span) -> int:
        return span.turn * self._length if span.time is None else span.time


def _causes(tree: Tree, span: Span, scheduling: _Scheduling) -> str:
    """Describe the causes of an event, the nearest cause first."""
    said, link = "", span
    while (cause := tree.get(link.cause)) is not None:
        publisher = tree.publisher(link)
        by = "of" if publisher is None else f"by {publisher.label} in"
        said += f"{', ' if said else '  '}{by} {cause.event} #{cause.sequence}"
        link = cause
    scheduled = scheduling.describe(link)
    return said + (f"{', ' if said else '  '}{scheduled}" if scheduled else "")
