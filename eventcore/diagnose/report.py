"""Accounts: what is known of a difference, and of the handlers behind it, in lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from eventcore.diagnose.activity import ASKED, DREW, KEPT, RAN, SCHEDULED, WROTE, Row
from eventcore.diagnose.events import EventDifference, differences
from eventcore.diagnose.nondeterminism import Parting, find_parting
from eventcore.diagnose.replays import Replay, replay
from eventcore.diagnose.rows import (
    NO_HANDLER,
    Place,
    actor,
    counted,
    deeds_of,
    field_of,
    illegal_writes,
    led_to,
    runs_without_write,
    short,
    write,
    writes_in_lines,
)
from eventcore.errors import JournalError
from eventcore.journal.reader import Journal
from eventcore.replay.keyframes import Keyframes
from eventcore.replay.playback import STATE, Divergence
from eventcore.replay.segments import Segment, state_after
from eventcore.replay.simulation import Source
from eventcore.replay.states import StateDivergence
from eventcore.text import short_value, shorten

_MOST: Final = 8
"""The most handlers in a list."""
_MOST_FIELDS: Final = 6
"""The most fields of a state that are listed, the first ones."""
_MOST_LATEST: Final = 4
"""The most other fields: those that were written last and seldom."""
_MOST_CAUSES: Final = 3
_MOST_SHOWN: Final = 60
_FEW: Final = 3
_ONE_OF: Final = 20
"""A handler runs seldom if it ran in at most 3 intents before, or in one of 20."""

Value = Callable[[str, str, Any], Any]


@attrs.frozen
class Account:
    """What is known of a difference.

    Attributes:
        lines: The difference, and then what led to it; empty if everything is the same.
        parting: Where two runs of the same intents part; None if they are not known to.
        place: The first field of the state that differs; None if that is unknown.
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
    """Return what differs in a segment, and the handlers and observers that may be the cause.

    The intents are performed again, in other processes too if the source has ``made_by``.

    Args:
        segment: The segment of the journal.
        journal: The recording.
        source: Where simulations come from.
        keyframes: The states that were kept beside the journal.
        names: The names of entities, by their ids.
        value: Returns the value of an event's field for people, given event, field and value.
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
        if parting is not None:  # anything else that differs may be different each time
            return Account([*lines, f"  {parting}"], parting)
    if found is None or segment.raised is not None:
        return Account(lines)
    account = _Account(segment, found, journal, source, names or {}, value)
    try:
        lines.extend(f"  {line}" for line in account.lines(keyframes))
    except JournalError as error:  # a handler that raises on this way alone
        lines.append(f"  more is not known: {error}")
    return Account(lines, account.parting, account.place)


@attrs.define
class _Account:
    """Describes a difference, from the most telling facts to the least."""

    segment: Segment
    divergence: Divergence
    journal: Journal
    source: Source
    names: Mapping[str, str]
    value: Value
    place: Place | None = None
    parting: Parting | None = None
    explained: bool = False

    def lines(self, keyframes: Keyframes | None) -> Iterator[str]:
        of_state = self.divergence.field == STATE
        check = None
        if keyframes is not None:
            check = state_after(self.segment, self.journal, self.source, keyframes)
        differing: dict[object, StateDivergence] = {}
        for item in () if check is None else check.differences:
            # Later on everything differs, so one difference of each field is enough.
            differing.setdefault(item.path if of_state else Place.at(item.path) or item.path, item)
        shown = [*differing.values()][: _MOST_FIELDS if of_state else None]
        places = [place for item in shown if (place := Place.at(item.path))]
        run = replay(
            self.segment, self.divergence, self.journal, self.source, {x.entity for x in places}
        )
        if not run.same:
            reason = (
                "only the first replay in this process differs so: verify in a new one, --twice"
            )
            self.parting = find_parting(
                self.source, self.journal, self.segment, self.names, twice=True
            ) or Parting(self.divergence.turn, self.divergence.line, reason)
            yield str(self.parting)
            return
        yield from illegal_writes(run.rows, self.names)
        last: list[str] = []
        if self.divergence.event and run.rows:
            yield from self._events(run, last)
        if not of_state:
            yield from self._behaviour(run, last)
        if self.explained:
            pass  # the state of a later turn tells nothing more
        elif check is None:
            yield from self._components(run)
        elif not shown:
            yield f"the next state kept is of turn {check.turn}, and it is the same"
        else:
            if not of_state:
                yield (
                    f"the state of turn {check.turn}, the next that was kept, differs; written "
                    f"until turn {self.divergence.turn}:"
                )
            self.place = places[0] if places else None
            yield from self._fields(shown, run)
            if len(check.differences) > _MOST_FIELDS:
                yield f"  {len(check.differences)} values differ in all"
        yield from last

    def _events(self, run: Replay, last: list[str]) -> Iterator[str]:
        """Yield the first event that differs, and what its handlers may have gone by."""
        at = bisect_right(self.journal.lines, self.divergence.line)
        recorded, whole = self.journal.events[at], at + 1 < len(self.journal.events)
        found = differences(recorded, run.settled, run.rows, whole=whole)
        first = {found[0].number, self.divergence.sequence} if found else set()
        calls, texts = dict[int, None](), list[str]()
        for item in (item for item in found if item.number in first):
            texts.append(self._event(item))
            yield texts[-1]
            own = [row.call for row in reversed(item.steps) if row.call and row.call not in calls]
            for row in reversed([row for row in run.rows if row.kind == ASKED and row.call in own]):
                text = (
                    f"{row.by} asked {row.subject} ({shorten(row.after, _MOST_SHOWN)}), changed by"
                )
                if row.number:
                    self.explained = True
                    texts.append(f"  {text} {row.before}")
                    yield texts[-1]
                elif row.before:
                    last.append(f"{text} no handler: {shorten(row.before)}")
            calls |= dict.fromkeys(own)
        if found:
            yield from self._before(found[0], run, [*calls], "\n".join(texts))

    def _before(
        self, first: EventDifference, run: Replay, calls: Sequence[int], texts: str
    ) -> Iterator[str]:
        """Yield what other handlers and observers did before the event, that may have led to it."""
        before, latest = run.rows[: first.index], run.latest[: first.index - len(run.rows) or None]
        drew = [row for row in latest if row.kind == DREW]
        others = [row for row in drew if row.call not in calls] if drew else []
        if len(others) < len(drew):
            for stream in dict.fromkeys(row.subject for row in others):
                by = [
                    f"{row.by or NO_HANDLER} in {row.event}"
                    for row in others
                    if row.subject == stream
                ]
                self.explained = True
                yield f"  {stream} was drawn from before by {_listed(by, _MOST_CAUSES)}"
        decided = first.steps[-1].call if first.steps else 0
        part = next((row.subject for row in before if row.kind == RAN and row.call == decided), "")
        writes = [
            row for row in before if row.kind == WROTE and (row.by or NO_HANDLER) not in texts
        ]
        earlier = [row for row in writes if row.after and row.subject.startswith(f"{part}.")]
        stale = runs_without_write(before, part) if part else []
        stale = [row for row in stale if row.by not in texts and row.call != decided]
        if part and not earlier and not stale:
            entity = part.partition(".")[0]
            earlier = [row for row in writes if row.after and row.subject.startswith(f"{entity}.")]
        if earlier or stale:
            self.explained = True
            yield "  before that, in the component of the handler that decided it, or beside it:"
        for row in earlier[-_MOST_CAUSES:]:
            yield f"    {field_of(row.subject, self.names)}: {write(row)}"
        for row in stale[-_MOST_CAUSES:]:
            yield f"    turn {row.turn}: nothing written by {row.by} in {row.event}"
        kept = dict.fromkeys(row.by for row in run.rows if row.kind == KEPT)
        if kept and not self.explained:
            yield (
                "  some events are still held after their intents, perhaps by the observers that "
                f"were called with them: {_listed([*kept])}"
            )

    def _event(self, item: EventDifference) -> str:
        usual, first = " or ".join(item.usual), item.steps[0] if item.steps else None
        by = actor(first, phase=True) if first and first.by else ""
        if item.field == "type":
            recorded, replayed = (shorten(x or "nothing") for x in (item.recorded, item.replayed))
            usual = f" (usually published by {usual})" if usual else ""
            by = f", published by {by}" if by else ""
            return f"{item.event}: recorded {recorded}{usual}, replayed {replayed}{by}"
        values = (self.value(item.event, item.field, x) for x in (item.recorded, item.replayed))
        recorded, replayed = map(short_value, values)
        text = f"{item.event}: {shorten(item.field)} {recorded} recorded, {replayed} replayed"
        writes = [row for row in item.steps if row.kind == WROTE]
        if len(writes) > 1:
            steps = [f"{short(row.after)} by {actor(row, phase=True)}" for row in writes[-5:]]
            by = f"; published with {short(first.after)} by {by}" if first and by else ""
            text += f"; written: {'; '.join(steps)}{by}"
        elif writes:
            text += f"; last written by {actor(writes[0], phase=True)}"
        elif by:
            text += f"; published with it by {by}"
        return f"{text}; not written this time by {usual}" if usual else text

    def _behaviour(self, run: Replay, last: list[str]) -> Iterator[str]:
        """Yield what handlers did for the first time in the last intent, or seldom before."""
        at = f"the intent on turn {run.turn} (line {run.line})"
        if run.more and not self.divergence.event:
            much = f"{abs(run.more)} event{'s' if abs(run.more) > 1 else ''}"
            yield f"{at} has {much} {'more' if run.more > 0 else 'fewer'} than were recorded"
        deeds, new = deeds_of(run.latest), dict[str, list[str]]()
        for by, deed in deeds:
            if deed and (by, deed) not in run.known:
                new.setdefault(by, []).append(deed)
        times = {by: run.known[by, ""] for by, deed in deeds if not deed}
        ran = [by for by, count in times.items() if not count and by not in new]
        if new or ran:
            yield f"for the first time, in {at}:"
        order = ("drew", "published", "answered").index  # chance tells most of a fault
        rank = {by: min(order(deed.split()[0]) for deed in done) for by, done in new.items()}
        for by in sorted(new, key=rank.__getitem__)[:_MOST]:
            yield f"  {by} {', '.join(new[by])}"
        if ran:
            yield f"  {_listed(ran)} ran"
        if self.journal.header.events and not self.divergence.event:  # so all events are the same
            drew = [row for row in run.latest if row.kind == DREW]
            for stream in dict.fromkeys(row.subject for row in drew):
                by = _listed([row.by or NO_HANDLER for row in drew if row.subject == stream])
                yield f"{stream} was drawn from by {by}"
        if not new and not ran and run.more < 0 and not self.divergence.event:
            yield "nothing is new in it; it published, the rarest first:"
            published = [item for item in deeds if item[1].startswith("published")]
            yield from (
                f"  {by} {deed}" for by, deed in sorted(published, key=run.known.__getitem__)
            )
        few = max(_FEW, run.intents // _ONE_OF)
        seldom = sorted((by for by in times if 0 < times[by] <= few), key=times.__getitem__)
        if seldom:
            last.append(f"ran in that intent, and seldom before: {_listed(seldom)}")

    def _fields(self, shown: Sequence[StateDivergence], run: Replay) -> Iterator[str]:
        """Yield the writes of the fields that differ: the first ones, and some written last."""
        written: dict[Place | None, list[Row]] = {}
        for row in run.rows:
            if row.kind == WROTE:
                written.setdefault(Place.at(row.subject), []).append(row)
        rows = {item: written.get(Place.at(item.path) or Place(0, "", ""), []) for item in shown}
        rest = shown[_MOST_FIELDS:]
        turns = {item: rows[item][-1].turn if rows[item] else -1 for item in rest}
        newest = max(turns.values(), default=0)
        # A field that is written turn by turn tells nothing.
        rest = sorted(rest, key=lambda item: (turns[item] < newest - 1, len(rows[item])))
        scheduled = {row.number: row for row in run.rows if row.kind == SCHEDULED}
        for item in [*shown[:_MOST_FIELDS], *rest[:_MOST_LATEST]]:
            values = f"recorded {item.recorded or 'nothing'}, replayed {item.replayed or 'nothing'}"
            number = re.match(r"scheduled\[(\d+)\]", item.path)
            plan = None if number is None else scheduled.get(int(number[1]))
            kind = "" if plan is None else f"{plan.subject} "
            yield f"  {kind}{field_of(item.path, self.names)}: {values}"
            if plan is not None:
                where = plan.event or "no event"
                yield f"    turn {plan.turn}: scheduled by {actor(plan)} in {where}"
            yield from (f"    {line}" for line in writes_in_lines(rows[item]))
            behind = led_to(run.latest, rows[item][-1]) if rows[item] else []
            if behind and self.divergence.field != STATE:
                yield f"      led to by {_listed(behind)}"
            place = Place.at(item.path)
            if place is not None:
                component = f"entities[{place.entity}].{place.component}"
                left = runs_without_write(run.rows, component, place.field)[-_MOST_CAUSES:]
                if left:
                    runs = [f"{row.by} in {row.event}" for row in left]
                    yield f"    left unchanged since by {_listed(runs)}"

    def _components(self, run: Replay) -> Iterator[str]:
        """Yield the handlers of the component classes that differ, if no more is known."""
        for part in self.divergence.parts:
            writes = [row for row in run.rows if row.kind == WROTE and f"].{part}." in row.subject]
            wrote, left = counted(writes), counted(runs_without_write(run.rows, f"].{part}"))
            if wrote:
                yield f"{part} was written by"
                yield from (f"  {by}, {times}" for by, times in wrote.items())
            if left:
                yield f"{part} was left unchanged since by"
                yield from (f"  {by}, {times}" for by, times in left.items())


def _listed(handlers: Sequence[str], most: int = _MOST) -> str:
    distinct = [*dict.fromkeys(handlers)]
    more = f", and {len(distinct) - most} more" if len(distinct) > most else ""
    return f"{', '.join(distinct[:most])}{more}"
