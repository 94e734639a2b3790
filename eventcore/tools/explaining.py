"""Explain a recording: what happened, and why a field of an entity has its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from eventcore.errors import RaisedError
from eventcore.replay import Timeline
from eventcore.replay.timeline import BEGINNING
from eventcore.text import there_is
from eventcore.tools.naming import event_types
from eventcore.tools.opening import Recording
from eventcore.tools.results import (
    DIVERGED,
    SAME,
    Result,
    UsageError,
    counted,
    with_place,
)
from eventcore.tools.tracing import Step, replay, trace, until_error
from eventcore.tools.writes import Watched, outside, why, writes, written
from eventcore.trace import Span, Tree
from eventcore.trace.span import is_internal
from eventcore.trace.text import effects_of, headline
from eventcore.trace.watch import FieldWrite

_NUMBER = re.compile("#?([0-9]{1,18})")


@attrs.frozen
class Request:
    """A question about a recording, with the values of the options of ``explain``."""

    turns: tuple[int, int] | None = None  # the first and the last turn
    event: str = ""  # the type or the number of the events
    of: str = ""  # the name or id of the entity
    changes: str = ""  # the field whose changes are listed, as Component.field
    why: str = ""  # the field whose last change is traced back to its causes
    every: bool = False  # whether to include handlers that changed nothing
    internals: bool = False  # whether to show the library's own components

    @property
    def number(self) -> int:
        """The number of the event; 0 if ``event`` is a type."""
        found = _NUMBER.fullmatch(self.event)
        return int(found[1]) if found else 0

    @property
    def is_tree(self) -> bool:
        """Whether the answer is a tree of events instead of a list."""
        listed = self.changes or self.why or self.of
        return not listed and (self.turns is not None or self.number > 0)

    def check(self) -> None:
        """Raise UsageError if parts of the question are missing or exclude each other."""
        if self.changes and self.why:
            raise UsageError(
                "--changes lists all changes, --why explains the last change: name one"
            )
        if (self.changes or self.why) and self.event:
            raise UsageError("--changes and --why are about a field: leave --event out")
        if not (self.turns or self.event or self.of or self.changes or self.why):
            raise UsageError("name what to explain: --turn, --event, --of, --why or --changes")
        if self.every and not self.is_tree:
            raise UsageError("--all needs a tree: name a turn with --turn, or an event's number")

    def positions(self, timeline: Timeline) -> range:
        """Return the positions of the records to replay."""
        if self.turns is None:
            return range(BEGINNING, timeline.length)
        return timeline.positions_of(*self.turns)

    def includes(self, turn: int) -> bool:
        """Return whether a turn is one of those that the question is about."""
        return self.turns is None or self.turns[0] <= turn <= self.turns[1]

    def choose(self, tree: Tree) -> Sequence[Span]:
        """Return the events that have the type or the number; all events if neither is given."""
        if not self.event:
            return tree.spans
        return [one for one in tree.spans if self.event == one.event or self.number == one.sequence]


def parse_turns(text: str) -> tuple[int, int]:
    """Parse one turn, such as ``7``, or several turns, such as ``7-12``."""
    found = re.fullmatch("([0-9]{1,18})(?:-([0-9]{1,18}))?", text)
    first, last = (found[1], found[2] or found[1]) if found else ("1", "0")
    if int(first) > int(last):
        raise UsageError(f"--turn {text}: name a turn, as in 7, or the first and the last, 7-12")
    return int(first), int(last)


def explain(recording: Recording, request: Request) -> Result:
    """Answer a question about a recording, with a warning if the replay differs."""
    timeline = recording.timeline()
    if request.is_tree:
        found = _tree(recording, timeline, request)
    else:
        label, of = request.changes or request.why, request.of
        watched = Watched(recording, of, label, internals=request.internals)
        if request.why:
            before = None if request.turns is None else request.turns[0]
            found = why(recording, timeline, watched, before)
        elif request.changes:
            found = _changes(recording, timeline, request, watched)
        else:
            found = _events(recording, timeline, request, watched if of else None)
    with recording.journal.errors_named():
        lines, raised = until_error(found)
    return explained(recording, timeline, lines, raised)


def explained(
    recording: Recording,
    timeline: Timeline,
    lines: list[str],
    raised: RaisedError | None = None,
) -> Result:
    """Return a result with the lines, and with warnings about the replay."""
    warnings = list[str]()
    if timeline.divergence is not None:
        warnings.append(
            f"{recording.path}: {timeline.divergence}; the lines from there on show the replay, "
            "not the recording, and the state may already differ before that"
        )
    if raised is not None:
        warnings.append(f"{recording.path}: {with_place(raised)}")
    return Result(DIVERGED if warnings else SAME, lines, warnings)


def _tree(recording: Recording, timeline: Timeline, request: Request) -> Iterator[str]:
    if request.turns is None:
        position = timeline.position_of_event(request.number)
        found = trace(timeline, range(position, position + 1), recording.namer)
        where, tree = "the recording", found.tree
    else:
        found = trace(timeline, timeline.positions_of(*request.turns), recording.namer)
        first, last = request.turns
        where = f"turn {first}" if first == last else f"turns {first} to {last}"
        tree = of_turns(found.tree, first, last)
        if not tree.spans:
            raise UsageError(f"{recording.path}: nothing is recorded for {where}")
    chosen = request.choose(tree)
    if not chosen:
        numbers = [span.sequence for span in tree.spans]
        if request.turns is None:
            there = f"the last one is #{max([*numbers, timeline.simulation.world.sequence])}"
        elif request.number:
            there = f"there is #{min(numbers)} to #{max(numbers)}"
        else:
            there = there_is(request.event, (span.event for span in tree.spans))
        raise UsageError(f"{recording.path}: {where} has no event {request.event!r}; {there}")
    if request.event:
        tree = tree.about(chosen)
    marked = {span.sequence for span in chosen} if request.event else set[int]()
    yield from _tree_lines(tree, marked, request)
    if found.raised is not None:
        raise found.raised


def _tree_lines(tree: Tree, marked: set[int], request: Request) -> Iterator[str]:
    """Yield the lines of a tree; if its roots have different times, group them by time."""
    times: dict[str, list[Span]] = {}
    for span in tree.spans:
        root, *_ = (*tree.causes(span), span)
        times.setdefault(root.when, []).append(span)
    for when, spans in times.items():
        if len(times) > 1 or spans[0].time is not None:
            yield when
        yield from Tree(spans).lines(marked, every=request.every, internals=request.internals)
    folded = sum(
        not (effects_of(call, span) or is_internal(call.handler.component))
        for span in tree.spans
        for call in span.calls
    )
    if folded and not request.every:
        yield f"{counted(folded, 'more handler')} ran and changed nothing; --all lists them"


def of_turns(tree: Tree, first: int, last: int) -> Tree:
    """Return the tree of the events in some turns, with their causes."""
    spans = {span.sequence: span for span in tree.spans if first <= span.turn <= last}
    for span in tuple(spans.values()):
        spans.update((above.sequence, above) for above in tree.causes(span))
    return Tree(spans.values())


def _changes(
    recording: Recording, timeline: Timeline, request: Request, watched: Watched
) -> Iterator[str]:
    found = False
    for _, write, said, by in writes(timeline, watched, request.positions(timeline)):
        if request.includes(write.turn):
            found = True
            yield f"{write.when}  {said}  {by}"
    if not found:
        watched.check_found(timeline.simulation.world, recording.path)
        yield f"nothing changed {watched}"


def _events(
    recording: Recording, timeline: Timeline, request: Request, watched: Watched | None
) -> Iterator[str]:
    """Yield a line with the causes for each event that has the type or involves the entity."""
    event, names = request.event, event_types(recording.first.world.components)
    if event and event not in names and not request.number:
        there = there_is(event, sorted(names))
        raise UsageError(f"{recording.path}: there is no event {event!r}; {there}")
    schedulers: dict[int, Span] = {}
    describe = partial(_scheduled, schedulers, timeline.simulation.world.turn_length)
    found = False
    # The watch finds the changes of the entity; the tracer records only events and causes.
    for step in replay(
        timeline, request.positions(timeline), recording.namer, watched, changes=False
    ):
        # A scheduled event happens in a later record than the event that scheduled it.
        plans = (span for span in step.tree.spans if any(call.plans for call in span.calls))
        schedulers.update((span.sequence, span) for span in plans)
        for turn, line in _lines(step, request, watched, describe):
            if request.includes(turn):
                found = True
                yield line
    if watched is not None:
        watched.check_found(timeline.simulation.world, recording.path)
    if not found:
        yield f"no {event or 'event'} happened" + (f" to {request.of}" if request.of else "")


def _lines(
    step: Step, request: Request, watched: Watched | None, describe: Callable[[Span], str]
) -> Iterator[tuple[int, str]]:
    """Yield the turn and the text of each line about a record, in order."""
    writes: dict[int, list[FieldWrite]] = {}
    found: list[tuple[int, int, int, str]] = []
    for write in step.writes:
        if write.event is not None:
            writes.setdefault(write.sequence, []).append(write)
    for write in _without_fields([one for one in step.writes if one.event is None]):
        if not request.event:
            line = f"{write.when}  {_changed([write], watched, step.position)}"
            found.append((write.sequence, 1, write.turn, line))
    for span in request.choose(step.tree):
        own = writes.get(span.sequence, [])
        if watched is None or own or any(map(span.involves, watched.ids)):
            line = f"{span.when}  {headline(span, ids=True)}{_causes(step.tree, span, describe)}"
            if own:
                line += f"  {_changed(own, watched, step.position)}"
            found.append((span.sequence, 0, span.turn, line))
    yield from ((turn, line) for _, _, turn, line in sorted(found, key=lambda one: one[:2]))


def _without_fields(writes: Sequence[FieldWrite]) -> Sequence[FieldWrite]:
    """Leave out the changes in the fields of entities that were spawned or despawned."""
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


def _causes(tree: Tree, span: Span, describe: Callable[[Span], str]) -> str:
    """Describe the causes of an event, the nearest cause first."""
    said, link = list[str](), span
    while (cause := tree.get(link.cause)) is not None:
        publisher = tree.publisher(link)
        by = "of" if publisher is None else f"by {publisher.label} in"
        said.append(f"{by} {cause.event} #{cause.sequence}")
        link = cause
    said += filter(None, [describe(link)])
    return f"  {', '.join(said)}" if said else ""


def _scheduled(schedulers: dict[int, Span], turn_length: int, span: Span) -> str:
    """Describe when and where an event was scheduled; return an empty str for other events."""
    origin = schedulers.get(span.origin)
    if origin is None:
        return f"scheduled by #{span.origin}" if span.origin else ""
    due, now = (one.turn * turn_length if one.time is None else one.time for one in (span, origin))
    waited = (due - now) / turn_length
    labels = (c.label for c in origin.calls for plan in c.plans if plan.event == span.event)
    turns = f"{round(waited, 3):g} turn{'' if waited == 1 else 's'}"
    by = "".join(f" by {label}" for label in list(labels)[:1])
    return f"scheduled {turns} earlier{by} in {origin.event} #{origin.sequence}"
