"""Explain a recording: what happened, and how a field of an entity got its value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from eventcore.errors import RaisedError
from eventcore.handler import Handler
from eventcore.journal.format import INTENT
from eventcore.places import place_of
from eventcore.replay import Timeline
from eventcore.replay.timeline import BEGINNING
from eventcore.text import there_is
from eventcore.tools.naming import Names, event_types, intent_text
from eventcore.tools.opening import Recording
from eventcore.tools.results import (
    DIVERGED,
    SAME,
    Result,
    UsageError,
    counted,
    first_lines,
    with_place,
)
from eventcore.tools.tracing import Step, replay, trace, until_error
from eventcore.tools.writes import Watched
from eventcore.trace import Span, Tree
from eventcore.trace.span import Call, is_internal
from eventcore.trace.text import effects_of, headline
from eventcore.trace.values import as_value, show
from eventcore.trace.watch import ABSENT, FieldWrite, Place

_NUMBER = re.compile("#?([0-9]{1,18})")
_ALL = (0, 10**18)  # the first and the last turn
_MOST_EARLIER = 10
"""The maximum number of earlier changes of a field that ``--why`` lists."""


@attrs.frozen
class Request:
    """A question about a recording, as given by the options of ``explain``."""

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

    def __attrs_post_init__(self) -> None:
        """Raise UsageError if parts of the question are missing or exclude each other."""
        if self.changes and self.why:
            raise UsageError("--changes lists all changes, --why explains the last: name one")
        if (self.changes or self.why) and self.event:
            raise UsageError("--changes and --why are about a field: leave --event out")
        if not (self.turns or self.event or self.of or self.changes or self.why):
            raise UsageError("name what to explain: --turn, --event, --of, --why or --changes")
        if self.every and not self.is_tree:
            raise UsageError("--all needs a tree: name a turn with --turn, or an event's number")

    def includes(self, turn: int) -> bool:
        """Return whether the question is about this turn."""
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
        label = request.changes or request.why
        watched = Watched(recording, request.of, label, internals=request.internals)
        answer = _why if request.why else _changes if request.changes else _events
        found = answer(recording, timeline, request, watched)
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
        spans = tree.spans
        known = (f"#{one.sequence}" if request.number else one.event for one in spans)
        there = there_is(request.event, known)
        if request.turns is None:
            there = f"the last one is #{timeline.simulation.world.sequence}"
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


def _events(
    recording: Recording, timeline: Timeline, request: Request, watched: Watched
) -> Iterator[str]:
    """Yield a line for each event that has the type or involves the entity, with its causes."""
    event, names = request.event, event_types(recording.first.world.components)
    if event and event not in names and not request.number:
        there = there_is(event, sorted(names))
        raise UsageError(f"{recording.path}: there is no event {event!r}; {there}")
    positions = timeline.positions_of(*request.turns or _ALL)
    found, watch = False, watched if request.of else None
    # The watch finds the changes of the entity, so the tracer does not look for changes.
    for step in replay(timeline, positions, recording.namer, watch, changes=False):
        for turn, line in _lines(step, request, watched):
            if request.includes(turn):
                found = True
                yield line
    watched.check_found(timeline.simulation.world, every=request.turns is None)
    if not found:
        yield f"no {event or 'event'} happened" + (f" to {request.of}" if request.of else "")


def _lines(step: Step, request: Request, watched: Watched) -> Iterator[tuple[int, str]]:
    """Yield the turn and the text of each line about a record, in order."""
    whole = {(write.place[0], write.sequence) for write in step.writes if not write.place[1]}
    by_event: dict[int, list[FieldWrite]] = {}
    found: list[tuple[int, int, int, str]] = []
    for write in step.writes:
        entity, label = write.place
        if label and (entity, write.sequence) in whole and ABSENT in (write.before, write.after):
            continue  # do not list each field of a spawned or despawned entity
        if write.event is not None:
            by_event.setdefault(write.sequence, []).append(write)
        elif not request.event:
            line = f"{write.when}  {_changed([write], watched, step.position)}"
            found.append((write.sequence, 1, write.turn, line))
    for span in request.choose(step.tree):
        writes = by_event.get(span.sequence, [])
        if not request.of or writes or any(map(span.involves, watched.ids)):
            texts = (headline(span, ids=True), _causes(step.tree, span))
            line = "  ".join([span.when, *filter(None, texts)])
            if writes:
                line += f"  {_changed(writes, watched, step.position)}"
            found.append((span.sequence, 0, span.turn, line))
    yield from ((turn, line) for _, _, turn, line in sorted(found, key=lambda one: one[:2]))


def _causes(tree: Tree, span: Span) -> str:
    said = list[str]()
    while (cause := tree.get(span.cause)) is not None:
        publisher = tree.publisher(span)
        by = "of" if publisher is None else f"by {publisher.label} in"
        said.append(f"{by} {cause.event} #{cause.sequence}")
        span = cause
    if span.scheduler:
        said.append(f"scheduled by {span.scheduler}")
    return ", ".join(said)


def _changed(writes: Sequence[FieldWrite], watched: Watched, position: int) -> str:
    by: dict[str, list[str]] = {}
    for write in writes:
        said = _written(write, watched.names, named=len(watched.ids) > 1)
        by.setdefault(write.by or _outside(position), []).append(said)
    return ", ".join(f"{', '.join(said)} by {label}" for label, said in by.items())


def _written(write: FieldWrite, names: Names, *, named: bool = True) -> str:
    """Describe a change; with ``named``, also name the entity."""
    entity, label = write.place
    if not label:
        return f"{names.of(entity)} {'despawned' if write.after is ABSENT else 'spawned'}"
    before, after = (
        "nothing" if value is ABSENT else show(as_value(value))
        for value in (write.before, write.after)
    )
    # The texts of two different values may be equal, because long values are cut.
    values = "changed" if before == after else f"{before} → {after}"
    return f"{label}{f' of {names.of(entity)}:' if named else ''} {values}"


def _outside(position: int) -> str:
    return "the setup" if position == BEGINNING else "code outside of handlers"


def _all_writes(
    timeline: Timeline, watched: Watched, positions: range
) -> Iterator[tuple[int, FieldWrite, str]]:
    """Yield each change of the field, with its position and a line about it."""
    for step in replay(timeline, positions, None, watched):
        for write in step.writes:
            by, event = f"by {_outside(step.position)}", write.event
            if event is not None:
                roles = (getattr(event, role) for role in event._roles_)
                players = " → ".join(watched.names.of(one) for one in roles if one is not None)
                observer = "the observer " if write.observer else ""
                by = (
                    f"by {observer}{write.by} in {type(event).__name__} #{event.sequence} {players}"
                )
            while event is not None and (event := event.cause) is not None:
                by += f", of {type(event).__name__} #{event.sequence}"
            yield step.position, write, f"{write.when}  {_written(write, watched.names)}  {by}"


def _changes(
    recording: Recording, timeline: Timeline, request: Request, watched: Watched
) -> Iterator[str]:
    found, positions = False, timeline.positions_of(*request.turns or _ALL)
    for _, write, line in _all_writes(timeline, watched, positions):
        if request.includes(write.turn):
            found = True
            yield line
    if not found:
        watched.check_found(timeline.simulation.world, every=request.turns is None)
        yield f"nothing changed {watched}"


def _why(
    recording: Recording, timeline: Timeline, request: Request, watched: Watched
) -> Iterator[str]:
    """Yield lines that follow the last change of a field back to the intent that caused it.

    If turns are given, begin with the last change before the first of these turns.
    """
    before = None if request.turns is None else request.turns[0]
    end = timeline.length if before is None else timeline.position_of_turn(before)
    every, raised = until_error(_all_writes(timeline, watched, range(BEGINNING, end)))
    found = [one for one in every if before is None or one[1].turn < before]
    if found:
        *others, (position, write, _) = found
        yield f"{_written(write, watched.names)}  {write.when}"
        if write.event is None:
            yield f"by {_outside(position)}"
            yield _intent(timeline, position)
        else:
            if write.observer:
                yield f"by the observer {write.observer} of this event:"
            yield from _chain(recording, timeline, position, write, watched)
        if others:
            yield "earlier changes of the field, the latest first:"
            yield from first_lines([line for _, _, line in reversed(others)], _MOST_EARLIER)
    elif raised is None:
        watched.check_found(timeline.simulation.world, every=before is None)
        yield f"nothing changed {watched}" + ("" if before is None else f" before turn {before}")
    if raised is not None:
        raise raised


def _chain(
    recording: Recording, timeline: Timeline, position: int, write: FieldWrite, watched: Watched
) -> Iterator[str]:
    """Yield lines about the event of a change and its causes, with the handlers involved."""
    number, prefix, scheduled = write.sequence, "", ""
    writer = None if write.call is None else write.call.handler
    while True:
        # Ignore an error that ended the replay, because the change happened before the error.
        tree = trace(timeline, range(position, position + 1), recording.namer).tree
        span, child = tree.get(number), None
        while span is not None:
            yield f"{prefix}{headline(span, ids=True)}  ({span.when})"
            publisher: Call | None = None if child is None else tree.publisher(child)
            for call in span.calls:
                said = effects_of(call, span, internals=watched.internals)
                if call is publisher and child is not None:
                    said = ", ".join(filter(None, [said, f"publishes {child.event}"]))
                elif call.handler is writer and number == span.sequence:
                    # Add a change that the trace lacks because the entity has no role in the event.
                    change = "" if watched.label in said else _written(write, watched.names)
                    said = ", ".join(filter(None, [said, change]))
                elif not _contributes(call, write.place, scheduled):
                    continue
                yield f"  {call.label} ({_file(call.handler)})  {said}"
            child, span = span, tree.get(span.cause)
            prefix, scheduled, writer = "because of ", "", None
        if child is None or not child.origin:
            break
        prefix, number, scheduled = "scheduled by ", child.origin, child.event
        position = timeline.position_of_event(child.origin)
    yield _intent(timeline, position)


def _contributes(call: Call, place: Place, scheduled: str) -> bool:
    entity, label = place
    return any(
        not change.component or (change.label == label and change.entity == entity.id)
        for change in call.changes
    ) or any(plan.event == scheduled for plan in call.plans)


def _file(handler: Handler) -> str:
    code = handler.function.__code__
    return place_of(code.co_filename, code.co_firstlineno, handler.component.__module__)


def _intent(timeline: Timeline, position: int) -> str:
    if position == BEGINNING:
        return "because of the setup"
    record, line = timeline.journal.records[position], timeline.journal.lines[position]
    text = intent_text(timeline.simulation, record) if record.kind == INTENT else record.type
    return f"because of the intent {text}  (turn {record.turn}, line {line})"
