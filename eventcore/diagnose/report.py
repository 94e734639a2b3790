"""Describe how a replay differs, and name the handlers and observers that may be the cause."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

import attrs

from eventcore.diagnose.activity import Kind, Row
from eventcore.diagnose.events import EventDifference, event_differences
from eventcore.diagnose.nondeterminism import Parting, find_parting
from eventcore.diagnose.performing import LAST, Course, intents_of, perform
from eventcore.diagnose.rows import (
    NO_HANDLER,
    changes,
    field_of,
    field_path,
    history,
    listed,
    offences,
    place_of,
    short,
)
from eventcore.diagnose.unusual import FEW, IDLE, act_of, unusual
from eventcore.errors import JournalError
from eventcore.journal.reader import Journal
from eventcore.replay.keyframes import Keyframes
from eventcore.replay.playback import STATE, Divergence
from eventcore.replay.segments import Segment, state_after
from eventcore.replay.simulation import Source
from eventcore.replay.states import StateDivergence
from eventcore.state.digest import covers
from eventcore.text import short_value, shorten

_MOST_FIELDS: Final = 6
_MOST_CAUSES: Final = 3

Value = Callable[[str, str, Any], Any]


@attrs.define
class Account:
    """What is known about a difference.

    Attributes:
        lines: A description of the difference and of its causes; empty if nothing differs.
        parting: The point at which two runs of the same intents begin to differ, if it was found.
        place: The first field of the state that differs, as the id of the entity and
            ``Component.field``; None if it is unknown.
    """

    lines: list[str]
    parting: Parting | None = None
    place: tuple[int, str] | None = None


def account_of(
    segment: Segment,
    journal: Journal,
    source: Source,
    keyframes: Keyframes | None = None,
    value: Value = lambda event, field, value: value,
) -> Account:
    """Describe what differs in a segment, and which handlers and observers may be the cause.

    The intents are performed again, and also in other processes if the source has ``made_by``.
    States in ``keyframes`` are compared too. ``value`` converts an event field for display.
    """
    found = segment.divergence
    if segment.same or segment.unreadable is not None:
        return Account([] if segment.same else [str(segment.unreadable)])
    lines = [str(segment.raised or found)]
    if found is not None and found.event and found.field != "type":
        values = [value(found.event, found.field, x) for x in (found.recorded, found.replayed)]
        lines = [str(attrs.evolve(found, recorded=values[0], replayed=values[1]))]
    try:
        parting = find_parting(source, journal, segment)
    except JournalError as error:
        lines.append(f"  whether it is deterministic is unknown: {error}")
    else:
        if parting is not None:  # later differences may change from run to run
            return Account([*lines, f"  {parting}"], parting)
    if found is None or segment.raised is not None:
        return Account(lines)
    account = _Account(
        lines, segment=segment, divergence=found, journal=journal, source=source, value=value
    )
    try:
        lines.extend(f"  {line}" for line in account.describe(keyframes))
    except JournalError as error:  # unlike the first replay, this replay raised an error
        lines.append(f"  more is not known: {error}")
    return account


@attrs.define(kw_only=True)
class _Account(Account):
    """Describes a difference, beginning with the most useful facts."""

    segment: Segment
    divergence: Divergence
    journal: Journal
    source: Source
    value: Value
    names: dict[str, str] = attrs.field(factory=dict)
    earlier: Sequence[list[Row]] = ()  # the rows of each intent before the last
    latest: Sequence[Row] = ()  # the rows of the last intent, whose result differs
    rows: Sequence[Row] = ()  # the rows since the last equal state

    def describe(self, keyframes: Keyframes | None) -> Iterator[str]:
        found = self.divergence
        check = keyframes and state_after(self.segment, self.journal, self.source, keyframes)
        differing: dict[str, StateDivergence] = {}
        for item in check.differences if check else ():
            # In a later state many items differ, so one difference for each field is enough.
            path = item.path if found.field == STATE else field_path(item.path)
            differing.setdefault(path, item)
        places = [*filter(None, map(place_of, differing))]
        self.place = places[0] if places else None
        course = self._replay({entity for entity, _ in places})
        self.names = {**self.journal.names, **(check.names if check else {}), **course.names}
        end, events = self._end, list[EventDifference]()
        if found.event:
            recorded, whole = self.journal.events[end], end + 1 < len(self.journal.events)
            events = event_differences(recorded, course.settled, self.rows, whole=whole)
        if not self._is_same(course, events):
            reason = "only the first replay in this process differs; verify again with --twice"
            self.parting = find_parting(
                self.source, self.journal, self.segment, twice=True
            ) or Parting(found.turn, found.line, reason)
            yield str(self.parting)
            return
        lines = [*offences(self.rows, self.names)]
        if found.field != STATE and self.latest and not (events and events[0].field != "type"):
            lines += self._intent(course.sequence, counted=not events)
        lines += self._events(events) if events else ()
        yield from lines
        if check and not differing:
            yield f"the next saved state, of turn {check.turn}, is the same"
        elif check and (found.field != STATE or check.records):
            until = f"writes until turn {found.turn}"
            yield f"the next saved state, of turn {check.turn}, differs; {until}:"
        yield from self._fields(differing)
        for part in () if check else found.parts:
            yield f"{part}:"
            yield from (f"  {line}" for line in history(self.rows, f"].{part}"))

    @property
    def _end(self) -> int:
        """The position of the record at which the difference is noticed."""
        return bisect_left(self.journal.lines, self.divergence.line)

    def _replay(self, also: Collection[int]) -> Course:
        """Perform the intents up to the difference again, and keep their rows."""
        start, end, found = self.segment.start, self._end, self.divergence
        differing = found.recorded if found.field == STATE else ""
        states = [(n, self.journal.records[n].state) for n in range(start, end)]
        equal = max([start, *(n for n, state in states if state and covers(state, differing))])
        watch = max(0, end - start - LAST)
        more = {"watch": watch, "also": [*also], "log": bool(found.event)}
        course = perform(self.source, intents_of(self.journal, start, end, **more))
        if course.rows:
            *self.earlier, self.latest = course.rows[watch:]
        self.rows = [*chain.from_iterable(course.rows[equal - start :])]
        return course

    def _is_same(self, course: Course, events: Sequence[EventDifference]) -> bool:
        """Return whether this replay differs in the same way as the previous replay."""
        found, start, end = self.divergence, self.segment.start, self._end
        digests = [record.digest for record in self.journal.records[start + 1 : end]]
        if found.field == "digest" and not found.event and end > start:
            digests.append(found.replayed)
        same = course.digests[: len(digests)] == digests and not course.raised
        for item in events:
            if item.number == found.sequence and item.field == found.field != "type":
                same &= item.values[1] == found.replayed
        return same and bool(events or not found.event or not self.rows)

    def _intent(self, sequence: int, *, counted: bool) -> Iterator[str]:
        """Describe the last intent: the number of its events, its unusual acts and its draws."""
        records, end = self.journal.records, self._end
        where = f"the intent on turn {records[end - 1].turn} (line {self.journal.lines[end - 1]})"
        more = sequence + 1 - records[end].seq if end < len(records) else 0
        if more and counted:
            much = f"{abs(more)} event{'s' if abs(more) > 1 else ''}"
            yield f"{where} has {much} {'more' if more > 0 else 'fewer'} than were recorded"
        acts = unusual(self.earlier, self.latest, missing=more < 0)
        if acts:
            yield f"{'unusual' if len(self.earlier) >= FEW else 'acts'} in {where}:"
            yield from (f"  {act}" for act in acts)
        elif counted:
            known = "nothing is known to be unusual in"
            if len(self.earlier) < FEW:
                known = "there are too few earlier intents to tell what is unusual in"
            yield (
                f"{known} {where}; a journal with events shows which event differs, and "
                "verify --twice finds state outside of the world"
            )
        if counted:
            yield from _draws([row for row in self.latest if row.kind == Kind.DREW])

    def _events(self, found: Sequence[EventDifference]) -> Iterator[str]:
        """Describe the event that differed first, its answers and draws, and the reported event."""
        first = [item for item in found if item.number == found[0].number]
        steps = [row for item in first for row in changes(self.rows, item.path)]
        calls = {row.call: row.by for row in steps if row.call}
        before = self.rows[: self.rows.index(steps[-1]) if steps else None]
        latest = before[len(self.rows) - len(self.latest) :]
        draws = [row for row in latest if row.kind == Kind.DREW]
        draws = draws if any(row.call in calls for row in draws) else []
        answers = [row for row in self.rows if row.kind == Kind.ANSWERED and row.call in calls]
        new = {act_of(row) for row in (*draws, *answers)}
        yield from unusual(self.earlier, self.latest, new)
        for item in found:
            if item.number in (found[0].number, self.divergence.sequence):
                whole = item.field == "type"
                values = (self.value(item.event, item.field, x) for x in item.values)
                recorded, replayed = (shorten(x) if whole else short_value(x) for x in values)
                usual = self._usual(Kind.PUBLISHED, recorded) if whole else ""
                yield f"{item.path}: recorded {recorded}{usual}, replayed {replayed}"
                yield from (f"  {line}" for line in history(self.rows, item.path))
        for query in dict.fromkeys((calls[row.call], row.subject) for row in answers):
            rows = [row for row in answers if (calls[row.call], row.subject) == query]
            by, answer = listed(row.by for row in rows), short(rows[-1].after)
            yield f"  {query[0]} asked {query[1]} ({answer}), answered by {by}"
        yield from (f"  {line}" for line in _draws(draws))
        ran = [row for row in before if row.kind == Kind.RAN]
        idle = {(row.by, IDLE) for row in ran if row.event == found[0].event}
        yield from (f"  {act}" for act in unusual(self.earlier, self.latest, idle))
        parts = [row.subject for row in ran if row.call in calls]
        before = [row for row in before if row.call not in calls]
        written = [row.subject for row in before if row.kind == Kind.WROTE]
        paths = {path: None for path in written if path.rpartition(".")[0] in parts}
        for path in [*paths][-_MOST_CAUSES:]:
            yield f"  before that, {field_of(path, self.names)}:"
            yield from (f"    {line}" for line in history(before, path))

    def _fields(self, differing: Mapping[str, StateDivergence]) -> Iterator[str]:
        """Yield a line for each field of the state that differs, followed by the changes to it."""
        counts = Counter(field_path(row.subject) for row in self.rows)
        items = [*differing.values()]
        if self.divergence.field != STATE:  # fields with fewer changes are listed first
            items.sort(key=lambda item: counts[field_path(item.path)] or len(self.rows))
        for item in items[:_MOST_FIELDS]:
            path, place = field_path(item.path), field_of(item.path, self.names)
            recorded, replayed = (x or "nothing" for x in (item.recorded, item.replayed))
            if path.startswith("entities[") and path.endswith("]"):
                kind = Kind.REMOVED if item.replayed else Kind.SPAWNED
                usual, run = self._usual(kind), "replay" if item.replayed else "recording"
                yield f"  {place} exists only in the {run}{usual}"
            else:
                yield f"  {place}: recorded {recorded}, replayed {replayed}"
            yield from (f"    {line}" for line in history(self.rows, path))
        if len(items) > _MOST_FIELDS:
            yield f"  {len(items)} fields differ in all"

    def _usual(self, kind: Kind, subject: str | None = None) -> str:
        """Return the names of the handlers that usually do an act, in brackets, or an empty str."""
        rows = [row for row in self.rows if row.kind == kind and subject in (None, row.subject)]
        by = listed(row.by for row in rows if row.by)
        return f" (usually {kind} by {by})" if by else ""


def _draws(rows: Sequence[Row]) -> Iterator[str]:
    for stream in dict.fromkeys(row.subject for row in rows):
        by = listed(row.by or NO_HANDLER for row in rows if row.subject == stream)
        yield f"{stream} was drawn from by {by}"
