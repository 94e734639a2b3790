"""Explain a recording: show its events, and trace the value of a field back to its causes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import attrs

from eventcore.errors import JournalError, RaisedError
from eventcore.event import Event, Query, name_of
from eventcore.replay import Timeline
from eventcore.replay.timeline import BEGINNING
from eventcore.text import place_of, there_is, with_place
from eventcore.time import Tick
from eventcore.tools.naming import event_types, intent_text
from eventcore.tools.opening import Recording
from eventcore.tools.results import DIVERGED, SAME, Result, UsageError, counted, first_lines
from eventcore.tools.tracing import Step, replay, stop_text, trace, until_error
from eventcore.tools.writes import Watched
from eventcore.trace import Span, Tree
from eventcore.trace.span import Call, FieldChange, Plan, is_internal
from eventcore.trace.tree import effects_of, headline
from eventcore.trace.values import LONGEST, WHOLE, as_value, show
from eventcore.trace.watch import ABSENT, FieldWrite, Place

_NUMBER = re.compile("#?([0-9]{1,18})")
_ALL = range(10**18 + 1)  # all turns: a larger range than ``--turn`` can specify
_MOST_EARLIER = 10  # the maximum number of earlier changes to a field that --why lists


def parse_turns(text: str | None) -> range:
    """Convert a str such as ``7`` or ``7-12`` to a range of turns; None means all turns."""
    if text is None:
        return _ALL
    found = re.fullmatch("([0-9]{1,18})(?:-([0-9]{1,18}))?", text)
    turns = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
    if not turns:
        raise UsageError(f"--turn {text}: give a turn, such as 7, or a range, such as 7-12")
    return turns


def explained(
    recording: Recording, timeline: Timeline, lines: Iterable[str], stop: JournalError | None = None
) -> Result:
    """Return a result with the given lines, and with warnings, also about an earlier ``stop``."""
    with recording.journal.errors_named():
        found, raised = until_error(lines)
        if not (found or raised is None or isinstance(raised, RaisedError)):
            raise raised
    raised = raised or stop
    said = list[str]()
    if timeline.divergence is not None:
        where = "the lines show the replay, not the recording, and the state may have differed"
        said.append(f"{timeline.divergence}; from there on, {where} even earlier")
    for error in [*recording.passed.values()][:1]:
        said.append(f"{with_place(error)}; the run went on after this error")
    if raised is not None:
        said.append(stop_text(raised))
    warnings = [f"{recording.path}: {text}" for text in said]
    return Result(DIVERGED if warnings else SAME, found, warnings)


def of_turns(tree: Tree, turns: range) -> Tree:
    """Return a tree of the events in the given turns, including their causes."""
    spans = {span.sequence: span for span in tree.spans if span.turn in turns}
    for span in tuple(spans.values()):
        spans.update((above.sequence, above) for above in tree.causes(span))
    return Tree(spans.values())


@attrs.define
class Explanation:
    """A question about a recording, asked with the options of ``explain``, and its answer."""

    recording: Recording
    turns: range = attrs.field(default=None, converter=parse_turns)
    event: str = ""  # the type of the events, or the number of one event
    of: str = ""  # the name or id of the entity
    changes: str = ""  # the field whose changes are listed, as Component.field
    why: str = ""  # the field whose last change is traced back to its causes
    every: bool = False  # whether to include handlers that changed nothing
    internals: bool = False  # whether to show the library's changes to its own components
    timeline: Timeline = attrs.field(init=False)
    _watched: Watched = attrs.field(init=False)
    _library: set[str] = attrs.field(init=False)  # the names of the library's own components
    _earlier: dict[int, str] = attrs.field(factory=dict, init=False)  # names of events, by number

    @property
    def number(self) -> int:
        """The number of the event, or 0 if ``event`` is not a number."""
        found = _NUMBER.fullmatch(self.event)
        return int(found[1]) if found else 0

    @property
    def when(self) -> str:
        """The turns as text, such as ``on turn 7`` or ``on turns 7 to 12``."""
        turns = self.turns
        return f"on turns {turns.start} to {turns[-1]}" if turns[1:] else f"on turn {turns.start}"

    @property
    def is_tree(self) -> bool:
        """Whether the answer is a tree of events instead of a list."""
        listed = self.changes or self.why or self.of
        return not listed and (self.turns != _ALL or self.number > 0)

    def __attrs_post_init__(self) -> None:
        """Raise UsageError if an option is missing, or if two options conflict."""
        if self.changes and self.why:
            raise UsageError("use --changes (all changes) or --why (the last change), not both")
        if (self.changes or self.why) and self.event:
            raise UsageError("--changes and --why refer to a field: omit --event")
        if self.why and self.turns != _ALL and self.turns[1:]:
            raise UsageError("--why finds the last change before a turn: give only one turn")
        kind = event_types(self.recording.first.world.components).get(self.event, Event)
        if issubclass(kind, Query):
            raise UsageError(f"{self.event} is a query, and queries are not traced: name an event")
        if not (self.is_tree or self.event or self.of or self.changes or self.why):
            raise UsageError("choose what to explain: --turn, --event, --of, --why or --changes")
        if self.every and not (self.is_tree or self.why):
            raise UsageError("--all needs --why, a turn (--turn) or an event's number (--event)")
        self.timeline = self.recording.timeline()
        label, components = self.changes or self.why, self.recording.first.world.components
        self._watched = Watched(self.recording, self.of, label)
        self._library = {cls.__name__ for cls in components if is_internal(cls)}
        self.internals |= label.partition(".")[0] in self._library

    def choose(self, tree: Tree) -> Sequence[Span]:
        """Return the events with the requested type or number, or all if neither is given."""
        if not self.event:
            return tree.spans
        return [one for one in tree.spans if self.event == one.event or self.number == one.sequence]

    def result(self) -> Result:
        """Return the answer, with a warning if the replay differs from the recording."""
        lines = self._tree() if self.is_tree else self._why() if self.why else self._events()
        return explained(self.recording, self.timeline, lines)

    def _tree(self) -> Iterator[str]:
        timeline, turns = self.timeline, self.turns
        if turns == _ALL:
            position = timeline.position_of_event(self.number)
            positions, where = range(position, position + 1), "in the recording"
        else:
            positions, where = timeline.positions_of(turns.start, turns[-1]), self.when
        steps, raised = until_error(replay(timeline, positions))
        whole = Tree(span for step in steps for span in step.tree.spans)
        tree = Tree(map(self._with_scheduler, of_turns(whole, turns).spans))
        if raised is not None and not tree.spans:
            raise raised
        chosen = self.choose(tree)
        if not (tree.spans or self.number):
            last = max(timeline.turn_of(timeline.length), timeline.turn)
            nothing = "no event happened" if turns.start <= last else "nothing is recorded"
            raise self._error(f"{nothing} {where}")
        if not chosen:
            there = there_is(self.event, (span.event for span in tree.spans))
            if self.number:
                last = max((span.sequence for span in tree.spans), default=0)
                there = f"the last event is #{last or timeline.simulation.world.sequence}"
            raise self._error(f"there is no event {self.event!r} {where}; {there}")
        marked = set[int]()
        if self.event:
            tree, marked = tree.about(chosen), {span.sequence for span in chosen}
        yield from self._tree_lines(tree, marked)
        if raised is not None:
            raise raised

    def _tree_lines(self, tree: Tree, marked: set[int]) -> Iterator[str]:
        times: dict[str, list[Span]] = {}
        for span in tree.spans:
            root, *_ = (*tree.causes(span), span)
            times.setdefault(root.when, []).append(span)
        for when, spans in times.items():
            if len(times) > 1 or spans[0].time is not None:
                yield when
            yield from Tree(spans).lines(marked, every=self.every, internals=self.internals)
        folded = sum(
            not (effects_of(call, span) or is_internal(call.handler.component))
            for span in tree.spans
            for call in span.calls
        )
        if folded and not self.every:
            unseen = "without a visible change to the entities of the event"
            yield f"{counted(folded, 'more handler')} ran {unseen}; --all lists them"
        changes = (x for span in tree.spans for call in span.calls for x in call.changes)
        if self.every and not self.internals and any(change.internal for change in changes):
            yield "--internals adds the library's changes to its own components"

    def _events(self) -> Iterator[str]:
        """Yield a line for each event that matches the question, with its causes and changes."""
        watched, turns = self._watched, self.turns
        event, known = self.event, event_types(self.recording.first.world.components)
        if event and event not in known and not self.number:
            raise self._error(f"there is no event {event!r}; {there_is(event, sorted(known))}")
        found, watch, plans = False, watched if self.of or self.changes else None, list[str]()
        positions = self.timeline.positions_of(turns.start, turns[-1])
        # The watch already finds the changes, so the tracer need not look for them.
        for step in replay(self.timeline, positions, watch, changes=False):
            for span in step.tree.spans:
                name = self._earlier[span.sequence] = f"{span.event} #{span.sequence}"
                texts = [text for plan, text in _plans(span) if plan.event == event]
                plans += [f"{span.when}  {text} in {name}" for text in texts]
            for turn, line in self._lines(step):
                if turn in turns:
                    found = True
                    yield line
        if not found:
            watched.check_found(every=turns == _ALL)
            to = f" to {self.of}" if self.of else ""
            happened = f"no {event or 'event'} happened{to}"
            when = "" if turns == _ALL else f" {self.when}"
            but = ", but it was scheduled:" if plans else ""
            yield (f"nothing changed {watched}" if self.changes else happened) + when + but
            yield from first_lines(plans, _MOST_EARLIER)

    def _lines(self, step: Step) -> Iterator[tuple[int, str]]:
        """Yield the lines about one replayed record, in order, each with its turn."""
        watched = self._watched
        whole = {(write.place[0], write.sequence) for write in step.writes if not write.place[1]}
        by_event: dict[int, list[FieldWrite]] = {}
        found: list[tuple[int, int, int, str]] = []
        for write in step.writes:
            entity, label = write.place
            by_library = write.call is not None and is_internal(write.call.handler.component)
            if by_library and label.partition(".")[0] in self._library and not self.internals:
                continue
            in_whole = label and (entity, write.sequence) in whole
            if in_whole and ABSENT in (write.before, write.after):
                continue  # do not list each field of a spawned or despawned entity
            if write.event is not None:
                by_event.setdefault(write.sequence, []).append(write)
            elif not self.event:
                line = f"{write.when}  {self._changed([write], step)}"
                found.append((write.sequence, 1, write.turn, line))
        for span in self.choose(step.tree):
            writes = by_event.get(span.sequence, [])
            own = watched.ids if self.of and not self.changes else ()
            plans = [text for plan, text in _plans(span) if plan.entity.id in own]
            concerned = not self.of or plans or any(map(span.involves, watched.ids))
            if writes or (concerned and not self.changes):
                texts = [span.when, headline(span, final=True), self._causes(step.tree, span)]
                texts += [self._changed(writes, step), *plans]
                found.append((span.sequence, 0, span.turn, "  ".join(filter(None, texts))))
        yield from ((turn, line) for _, _, turn, line in sorted(found, key=lambda one: one[:2]))

    def _changed(self, writes: Iterable[FieldWrite], step: Step) -> str:
        named = bool(self.changes) or len(self._watched.ids) > 1
        by: dict[str, list[str]] = {}
        for write in writes:
            said = self._written(write, named=named)
            by.setdefault(write.by or _outside(self.timeline, step.position), []).append(said)
        return ", ".join(f"{', '.join(said)} by {label}" for label, said in by.items())

    def _why(self) -> Iterator[str]:
        """Yield lines that trace the last change, or the last before a turn, to its intent."""
        timeline, watched, turns = self.timeline, self._watched, self.turns
        before = None if turns == _ALL else turns.start
        end = timeline.length if before is None else timeline.position_of_turn(before)
        steps = replay(timeline, range(BEGINNING, end), watched, events=False)
        every, raised = until_error((step.position, one) for step in steps for one in step.writes)
        found = [one for one in every if before is None or one[1].turn < before]
        if found:
            *others, (position, write) = found
            yield f"{self._written(write)}  {write.when}"
            if write.event is None:
                yield f"by {write.by or _outside(timeline, position)}"
                yield _intent(timeline, position)
            else:
                if write.observer:
                    yield f"by the observer {write.observer} of this event:"
                elif write.call is not None and write.call.event is not write.event:
                    query = name_of(write.call.event)
                    yield f"by {write.by}, which answered {query} in this event:"
                yield from self._chain(position, write)
            if others:
                yield "earlier changes to the field, latest first:"
                lines = [
                    f"{one.when}  {self._written(one)}  by {one.by or _outside(timeline, place)}"
                    + (f" in {name_of(one.event)}" if one.event is not None else "")
                    for place, one in reversed(others)
                ]
                yield from first_lines(lines, _MOST_EARLIER)
        elif raised is None:
            watched.check_found(every=turns == _ALL)
            until = "" if before is None else f" before turn {before}"
            yield f"nothing changed {watched}{until}"
        if raised is not None:
            raise raised

    def _chain(self, position: int, write: FieldWrite) -> Iterator[str]:
        """Yield lines about the event that changed a field, and about its handlers and causes."""
        timeline, watched = self.timeline, self._watched
        number, prefix, scheduled = write.sequence, "", ""
        while True:
            # Ignore an error that ended the replay, because the change happened before the error.
            tree = trace(timeline, range(position, position + 1)).tree
            span, child = tree.get(number), None
            while span is not None:
                yield f"{prefix}{headline(span)}  ({span.when})"
                publisher: Call | None = None if child is None else tree.publisher(child)
                for call in span.calls:
                    said = effects_of(call, span, internals=self.internals)
                    if call is publisher and child is not None:
                        said = ", ".join(filter(None, [said, f"publishes {child.event}"]))
                    elif span.sequence == write.sequence and _is_call(call, write):
                        own = [one for one in call.changes if _is_to(one, write.place)]
                        # The trace lacks the change if the entity has no role in the event. For an
                        # item such as ``Wagon.log.0``, it shows the change to the whole field.
                        if watched.label not in [one.label for one in own]:
                            others = tuple(one for one in call.changes if one not in own)
                            rest = attrs.evolve(call, changes=others)
                            said = effects_of(rest, span, internals=self.internals)
                            said = ", ".join(filter(None, [said, self._written(write)]))
                    elif not (self.every or _contributes(call, write.place, scheduled)):
                        continue
                    code, module = call.handler.function.__code__, call.handler.component.__module__
                    place = place_of(code.co_filename, code.co_firstlineno, module)
                    yield f"  {call.label} ({place})  {said}".rstrip()
                child, span = span, _cause_of(tree, span)
                prefix, scheduled = "because of ", ""
            if child is None or not child.origin:
                break
            prefix, number, scheduled = "scheduled by ", child.origin, child.event
            position = timeline.position_of_event(child.origin)
        yield _intent(timeline, position)

    def _written(self, write: FieldWrite, *, named: bool = True) -> str:
        """Return a description of a change, with the entity's name if ``named`` is true."""
        (entity, label), name = write.place, self._watched.names.of
        if not label:
            return f"{name(entity)} {'despawned' if write.after is ABSENT else 'spawned'}"
        longest = WHOLE if self._watched.label else LONGEST
        both = write.before, write.after
        before, after = ("nothing" if x is ABSENT else show(as_value(x), longest) for x in both)
        # The texts of two different values may be equal, because long values are shortened.
        values = "changed" if before == after else f"{before} → {after}"
        return f"{label}{f' of {name(entity)}:' if named else ''} {values}"

    def _causes(self, tree: Tree, span: Span) -> str:
        said = list[str]()
        while (cause := _cause_of(tree, span)) is not None:
            publisher = tree.publisher(span)
            by = "of" if publisher is None else f"by {publisher.label} in"
            said.append(f"{by} {cause.event} #{cause.sequence}")
            span = cause
        if scheduler := self._with_scheduler(span).scheduler:
            said.append(f"scheduled by {scheduler}")
        return ", ".join(said)

    def _with_scheduler(self, span: Span) -> Span:
        """Replace a span's scheduler ``event #7`` with the event's name, such as ``Beat #7``."""
        number, names = span.origin, self._earlier
        if span.scheduler != f"event #{number}":
            return span
        if number not in names:
            position = self.timeline.position_of_event(number)
            with suppress(JournalError):
                tree = trace(self.timeline.from_start(), range(position, position + 1)).tree
                names |= {each.sequence: f"{each.event} #{each.sequence}" for each in tree.spans}
        return attrs.evolve(span, scheduler=names.setdefault(number, span.scheduler))

    def _error(self, text: str) -> UsageError:
        return UsageError(f"{self.recording.path}: {text}")


def _outside(timeline: Timeline, position: int) -> str:
    if position == BEGINNING:
        return "the setup"
    is_upgrade = timeline.journal.records[position].is_upgrade
    return "the upgrade" if is_upgrade else "code outside handlers"


def _is_call(call: Call, write: FieldWrite) -> bool:
    """Return whether a field was changed by this call; a broadcast may call a handler often."""
    by, to = write.call, call.recipient
    if by is None or call.handler is not by.handler:
        return False
    return to is None or by.component._entity is None or to.id == by.component._entity.id


def _is_to(change: FieldChange, place: Place) -> bool:
    label = re.sub(r"(\w+\.\w+).*", r"\1", place[1])  # only Component.field
    return change.entity == place[0].id and change.label == label


def _contributes(call: Call, place: Place, scheduled: str) -> bool:
    changes = any(not one.component or _is_to(one, place) for one in call.changes)
    return changes or any(x.event == scheduled and x.verb == "schedules" for x in call.plans)


def _plans(span: Span) -> Iterator[tuple[Plan, str]]:
    """Yield a span's changes to the agenda, each with a description that names the handler."""
    yield from ((plan, f"{plan}, by {call.label}") for call in span.calls for plan in call.plans)


def _cause_of(tree: Tree, span: Span) -> Span | None:
    """Return the cause of an event, or None if the cause is the Tick of a timer."""
    cause = tree.get(span.cause)
    return None if span.origin and cause and cause.event == Tick.__name__ else cause


def _intent(timeline: Timeline, position: int) -> str:
    if position == BEGINNING:
        return "because of the setup"
    record, line = timeline.journal.records[position], timeline.journal.lines[position]
    text = intent_text(timeline.simulation, record) if record.is_intent else record.type
    return f"because of the intent {text}  (turn {record.turn}, line {line})"
