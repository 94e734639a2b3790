"""Describe how a replay differs, and name the handlers and observers that may be the cause."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from eventcore.diagnose.activity import ANSWERED, DREW, KEPT, PUBLISHED, RAN, SCHEDULED, WROTE, Row
from eventcore.diagnose.events import EventDifference, differences
from eventcore.diagnose.nondeterminism import Parting, find_parting
from eventcore.diagnose.replays import Replay, replay
from eventcore.diagnose.rows import (
    BUSY,
    IDLE,
    NO_HANDLER,
    Place,
    actor,
    deeds_of,
    field_of,
    field_path,
    history,
    illegal_writes,
    led_to,
    listed,
    runs_without_write,
    short,
)
from eventcore.errors import JournalError
from eventcore.journal.reader import Journal
from eventcore.replay.keyframes import Keyframes
from eventcore.replay.playback import STATE, Divergence
from eventcore.replay.segments import Segment, state_after
from eventcore.replay.simulation import Source
from eventcore.replay.states import StateDivergence

_MOST_FIELDS: Final = 6
_MOST_CAUSES: Final = 3
_MOST_UNUSUAL: Final = 8
_FEW: Final = 3
_ONE_OF: Final = 20
"""An act is rare if it happened in at most 3 earlier intents, or in at most 1 of 20."""
_KINDS: Final = (DREW, PUBLISHED, ANSWERED)
"""Unusual acts are listed in this order: draws come first because they cause most differences."""

Value = Callable[[str, str, Any], Any]


@attrs.frozen
class Account:
    """What is known about a difference.

    Attributes:
        lines: A description of the difference and of its causes; empty if nothing differs.
        parting: The point at which two runs of the same intents begin to differ, if it was found.
        place: The first field of the state that differs; None if it is unknown.
    """

    lines: list[str]
    parting: Parting | None = None
    place: Place | None = None


def account_of(
    segment: Segment,
    journal: Journal,
    source: Source,
    keyframes: Keyframes | None = None,
    names: Mapping[str, str] | None = None,
    value: Value = lambda event, field, value: value,
) -> Account:
    """Describe what differs in a segment, and which handlers and observers may be the cause.

    The intents are performed again. If the source has ``made_by``, they run in other processes too.

    Args:
        segment: The segment of the journal.
        journal: The recording.
        source: Creates the simulations.
        keyframes: The states that were saved beside the journal.
        names: The names of entities by id.
        value: A function that returns a readable form of a value of a field of an event.
    """
    found = segment.divergence
    if segment.same or segment.unreadable is not None:
        return Account([] if segment.same else [str(segment.unreadable)])
    lines = [str(segment.raised or found)]
    if found is not None and found.event and found.field != "type":
        values = [value(found.event, found.field, x) for x in (found.recorded, found.replayed)]
        lines = [str(attrs.evolve(found, recorded=values[0], replayed=values[1]))]
    try:
        parting = find_parting(source, journal, segment, names)
    except JournalError as error:
        lines.append(f"  whether it is deterministic is unknown: {error}")
    else:
        if parting is not None:  # later differences may change from run to run
            return Account([*lines, f"  {parting}"], parting)
    if found is None or segment.raised is not None:
        return Account(lines)
    account = _Account(segment, found, journal, source, names or {}, value)
    try:
        lines.extend(f"  {line}" for line in account.lines(keyframes))
    except JournalError as error:  # unlike the first replay, this replay raised an error
        lines.append(f"  more is not known: {error}")
    return Account(lines, account.parting, account.place)


@attrs.define
class _Account:
    """Describes a difference, beginning with the most useful facts."""

    segment: Segment
    divergence: Divergence
    journal: Journal
    source: Source
    names: Mapping[str, str]
    value: Value
    place: Place | None = None
    parting: Parting | None = None

    def lines(self, keyframes: Keyframes | None) -> Iterator[str]:
        found = self.divergence
        check = keyframes and state_after(self.segment, self.journal, self.source, keyframes)
        differing: dict[object, StateDivergence] = {}
        for item in check.differences if check else ():
            # In a later state many items differ, so one difference for each field is enough.
            path = item.path if found.field == STATE else field_path(item.path)
            differing.setdefault(path, item)
        also = {place.entity for path in differing if (place := Place.at(str(path)))}
        run = replay(self.segment, found, self.journal, self.source, also)
        events = self._differences(run)
        same = all(
            item.replayed == found.replayed
            for item in events
            if item.number == found.sequence and item.field == found.field != "type"
        )
        if not (run.same and same) or (found.event and run.rows and not events):
            reason = "only the first replay in this process differs; verify again with --twice"
            self.parting = find_parting(
                self.source, self.journal, self.segment, self.names, twice=True
            ) or Parting(found.turn, found.line, reason)
            yield str(self.parting)
            return
        yield from illegal_writes(run.rows, self.names)
        if events:
            yield from self._events(events, run)
        kept = [row.by for row in run.rows if row.kind == KEPT]
        if kept:
            yield f"observers that keep events, which no handler may read: {listed(kept)}"
        if events:
            yield from self._before(events[0], run)
        if found.field != STATE:
            yield from self._behaviour(run)
        if check and not differing:
            yield f"the next saved state, of turn {check.turn}, is the same"
        elif check and (found.field != STATE or check.records):
            until = f"writes until turn {found.turn}"
            yield f"the next saved state, of turn {check.turn}, differs; {until}:"
        yield from self._fields([*differing.values()], run)
        for part in () if check else found.parts:
            yield f"{part}:"
            yield from (f"  {line}" for line in history(run.rows, f"].{part}"))

    def _differences(self, run: Replay) -> list[EventDifference]:
        if not self.divergence.event:
            return []
        at = bisect_left(self.journal.lines, self.divergence.line)
        recorded, whole = self.journal.events[at], at + 1 < len(self.journal.events)
        return differences(recorded, run.settled, run.rows, whole=whole)

    def _events(self, found: Sequence[EventDifference], run: Replay) -> Iterator[str]:
        """Describe the event that differed first, its answers and draws, and the reported event."""
        first, calls = found[0], dict[int, str]()
        for item in found:
            if item.number == first.number:
                yield item.text(self.value)
                calls |= {row.call: row.by for row in item.steps if row.call}
        answers: dict[tuple[int, str], list[Row]] = {}
        for row in run.rows:
            if row.kind == ANSWERED and row.call in calls:
                answers.setdefault((row.call, row.subject), []).append(row)
        for (call, query), rows in answers.items():
            by = listed(row.by for row in rows)
            yield f"  {calls[call]} asked {query} ({short(rows[-1].after)}), answered by {by}"
        latest = run.rows[run.began : first.index]
        if any(row.kind == DREW and row.call in calls for row in latest):
            yield from (f"  {line}" for line in _draws(latest))
        for item in found:
            if item.number == self.divergence.sequence != first.number:
                yield item.text(self.value)

    def _before(self, first: EventDifference, run: Replay) -> Iterator[str]:
        """Yield the last writes to fields that the handler may have read before the difference."""
        decided = first.steps[-1].call if first.steps else 0
        ran = [x.subject for x in run.rows if x.kind == RAN and x.call == decided]
        if not ran:
            return
        before = [row for row in run.rows[: first.index] if row.call != decided]
        written = [row.subject for row in reversed(before) if row.kind == WROTE and row.after]
        paths = [path for path in written if path.startswith(f"{ran[0]}.")]
        if not paths and runs_without_write(before, ran[0]):
            paths = ran
        beside = f"{ran[0].partition('.')[0]}."
        paths = paths or [path for path in written if path.startswith(beside)]
        paths = sorted(dict.fromkeys(paths), key=written.count)[:_MOST_CAUSES]
        if paths:
            yield "  before that, in the component of the handler that decided it, or beside it:"
        for path in paths:
            yield f"    {field_of(path, self.names)}:"
            yield from (f"      {line}" for line in [*history(before, path)][-_MOST_CAUSES:])

    def _behaviour(self, run: Replay) -> Iterator[str]:
        """Yield acts of handlers in the last intent that never or seldom happened before."""
        at = bisect_left(self.journal.lines, self.divergence.line) - 1
        turn, latest = self.journal.records[at].turn, run.rows[run.began :]
        where = f"the intent on turn {turn} (line {self.journal.lines[at]})"
        if run.more and not self.divergence.event:
            much = f"{abs(run.more)} event{'s' if abs(run.more) > 1 else ''}"
            yield f"{where} has {much} {'more' if run.more > 0 else 'fewer'} than were recorded"
        known, few = run.known, max(_FEW, run.intents // _ONE_OF)
        acts: list[tuple[int, int, str]] = []
        ran: dict[str, list[str]] = {}
        order = (IDLE, *_KINDS) if run.more < 0 else (*_KINDS, IDLE)
        deeds = deeds_of(latest)
        acted = {by for by, deed in deeds if deed.startswith(_KINDS) and not known[by, deed]}
        for by, deed in deeds:
            often, busy = known[by, deed], known[by, BUSY]
            if deed == RAN:
                when = "often" if often > few else "seldom before" if often else "never before"
                if by not in acted:
                    ran.setdefault(when, []).append(by)
            elif deed != BUSY and (deed != IDLE or busy >= _FEW * max(often, 1)):
                rank = next(n for n, kind in enumerate(order) if deed.startswith(kind))
                times = (
                    f"{often} times before" if often > 1 else ("never before", "once before")[often]
                )
                acts.append((often * (deed != IDLE), rank, f"{by} {deed} ({times})"))
        new = [act for act in acts if not act[0]]
        if run.more < 0 and not new and "never before" not in ran:
            new = acts  # one of these handlers may be the usual publisher of the missing event
        rare = [(when, by) for when, by in sorted(ran.items()) if when != "often"]
        if new or rare:
            yield f"unusual in {where}:"
        yield from (f"  {text}" for *_, text in sorted(new)[:_MOST_UNUSUAL])
        yield from (f"  {listed(by)} ran ({when})" for when, by in rare)
        if not self.divergence.event:
            yield from _draws(latest)

    def _fields(self, differing: Sequence[StateDivergence], run: Replay) -> Iterator[str]:
        """Yield a line for each field of the state that differs, followed by the writes to it."""
        written, scheduled = dict[str, list[Row]](), dict[int, Row]()
        for row in run.rows:
            if row.kind == WROTE:
                written.setdefault(field_path(row.subject), []).append(row)
            elif row.kind == SCHEDULED:
                scheduled[row.number] = row
        if self.divergence.field != STATE:  # fields with fewer writes are listed first
            writes = {x: len(written.get(field_path(x.path), [])) for x in differing}
            differing = sorted(differing, key=lambda item: writes[item] or len(run.rows))
        for item in differing[:_MOST_FIELDS]:
            values = f"recorded {item.recorded or 'nothing'}, replayed {item.replayed or 'nothing'}"
            number = re.match(r"scheduled\[(\d+)\]", item.path)
            plan = number and scheduled.get(int(number[1]))
            kind = f"{plan.subject} " if plan else ""
            yield f"  {kind}{field_of(item.path, self.names)}: {values}"
            if plan:
                where = plan.event or "no event"
                yield f"    turn {plan.turn}: scheduled by {actor(plan)} in {where}"
            path = field_path(item.path)
            self.place = self.place or Place.at(path)
            yield from (f"    {line}" for line in history(run.rows, path))
            behind = led_to(run.rows[run.began :], written[path][-1]) if path in written else []
            if behind and self.divergence.field != STATE:
                yield f"    led to by {listed(behind)}"
        if len(differing) > _MOST_FIELDS:
            yield f"  {len(differing)} fields differ in all"


def _draws(rows: Sequence[Row]) -> Iterator[str]:
    drew = [row for row in rows if row.kind == DREW]
    for stream in dict.fromkeys(row.subject for row in drew):
        by = listed(row.by or NO_HANDLER for row in drew if row.subject == stream)
        yield f"{stream} was drawn from by {by}"
