"""Describe how a replay differs, and name the handlers and observers that may be the cause."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

import attrs

from eventcore.diagnose.activity import Activity, Row
from eventcore.diagnose.nondeterminism import LAST, Parting, find_parting
from eventcore.diagnose.rows import changers, changes, history, offences, unusual
from eventcore.errors import JournalError
from eventcore.journal.reader import Journal
from eventcore.journal.settled import Settled
from eventcore.replay.comparison import field_change, field_of, parse_path, with_names
from eventcore.replay.event_log import EventLog, event_differences
from eventcore.replay.keyframes import Keyframes
from eventcore.replay.playback import STATE, Divergence, Playback
from eventcore.replay.segments import Segment, state_after
from eventcore.replay.simulation import Source
from eventcore.state.digest import covered
from eventcore.text import listed, shorten

_MOST: Final = 6  # the maximum number of fields to list


@attrs.define
class Account:
    """The explanation of a difference."""

    lines: list[str]  # the difference and its possible causes; empty if nothing differs
    parting: Parting | None = None  # where two runs of the same intents begin to differ, if known
    paths: Sequence[str] = ()  # the fields and entities of the replay that differ


def account_of(
    segment: Segment,
    journal: Journal,
    source: Source,
    keyframes: Keyframes | None = None,
    value: Callable[[str, str, Any], Any] = lambda event, field, value: value,
) -> Account:
    """Describe the differences in a segment, and the handlers and observers that may be the cause.

    The intents are performed again, and in other processes too if the source has ``made_by``.
    The states in ``keyframes`` are compared too. ``value`` converts field values for display.
    """
    found = segment.divergence
    if segment.same or segment.unreadable is not None:
        return Account([] if segment.same else [str(segment.unreadable)])
    account = Account([str(segment.raised or found)])
    if found is not None and found.event and found.field != "type":
        values = [value(found.event, found.field, x) for x in (found.recorded, found.replayed)]
        account.lines = [str(attrs.evolve(found, recorded=values[0], replayed=values[1]))]
    unknown = list[str]()
    try:
        account.parting = find_parting(source, journal, segment)
    except JournalError as error:
        unknown = [f"  verify could not check whether the simulation is deterministic: {error}"]
        source = attrs.evolve(source, made_by="")  # run the intents only in this process
    changed = segment.changed_handlers(source.begin().world)
    if account.parting is not None:  # later differences may vary, so omit them
        evidence: Iterable[object] = [account.parting]
    elif found is None or segment.raised is not None:
        evidence = changed
    else:
        facts = _Evidence(account, segment, found, journal, source, value, dict(journal.names))
        evidence = (with_names(x, facts.names) for x in facts.describe(keyframes or Keyframes()))
    account.lines.extend(f"  {line}" for line in evidence)
    account.lines += [] if changed else unknown
    return account


@attrs.define
class _Evidence:
    account: Account
    segment: Segment
    divergence: Divergence
    journal: Journal
    source: Source
    value: Callable[[str, str, Any], Any]
    names: dict[str, str]
    end: int = 0  # the position of the record at which the difference is noticed
    more: int = 0  # the number of replayed events minus recorded events, for the last intent
    settled: Sequence[Settled] = ()  # the events of the last intent
    earlier: Sequence[list[Row]] = ()  # the rows of each intent before the last
    latest: Sequence[Row] = ()  # the rows of the last intent, whose result differs
    rows: Sequence[Row] = ()  # the rows since the states were last equal, if that is known
    all: Sequence[Row] = ()  # the rows of all these intents
    owners: Mapping[str, int] = {}  # the ids of the owners of scheduled events
    changed: Sequence[str] = ()  # how handlers of the events in these rows have changed
    unknown: list[Row] = attrs.field(factory=list)  # writes since the states were last equal

    def describe(self, keyframes: Keyframes) -> Iterator[str]:
        segment, found = self.segment, self.divergence
        self.end = bisect_left(self.journal.lines, found.line)
        saved, differing = state_after(self.end, segment, self.journal, self.source, keyframes)
        later = saved is None or saved.position > self.end
        parts = found.parts if later else ()
        own = {path: x for path, x in differing.items() if {*path.split(".")[1:2]} & {*parts}}
        differing = own or differing
        fields = {path: text for path, item in differing.items() if (text := field_change(item))}
        differing = {path: item for path, item in differing.items() if path not in fields}
        if not self._replay({x[1] for x in map(parse_path, differing) if "." in x[2]}):
            reason = "only the first replay in this process differs; run verify again with --twice"
            parting = find_parting(self.source, self.journal, segment, twice=True)
            self.account.parting = parting or Parting(found.turn, found.line, reason)
            yield str(self.account.parting)
            return
        known = {row.subject for row in self.rows}
        paths = [x for x in differing if not later or (found.field == STATE and x in known)]
        paths = [x for x in paths if differing[x].replayed and (own or not parts or x[-1] == "]")]
        self.account.paths = sorted(paths, key=known.__contains__, reverse=True)
        yield from dict.fromkeys((*fields.values(), *self.changed))
        yield from offences(self.rows, self.names)
        told = found.event and self.latest
        pair = (self.journal.events[self.end], self.settled) if told else ((), ())
        if events := [*event_differences(*pair, self.value)]:
            yield from self._events(events)
        elif found.field != STATE and self.latest:
            yield from self._acts()
        if parts and not own:  # if only one run has an entity, its components' digests differ
            held = {tuple(row.subject.split(".")[:2]) for row in self.all}
            near = {x: differing[x] for x in differing if {(x, part) for part in parts} & held}
            differing = near or {x: differing[x] for x in differing if x[-1] == "]"}
        if saved and differing and (found.field != STATE or later):
            last = max([found.turn, *(row.turn for row in self.rows)])
            writes = self.end > segment.start and f"writes until turn {last}"
            yield f"the saved state of turn {saved.turn} differs; {writes or 'the setup differs'}:"
        items = [(path, x.path, x.recorded, x.replayed) for path, x in differing.items()]
        yield from self._fields(items, later=later)
        for part in parts if differing or not own else ():
            lines = [*history(self.rows, f"].{part}", self.all)] or [*history(self.rows, "]")]
            yield from (f"{part}:", *(f"  {line}" for line in lines)) if lines else ()
        untold = later and not parts and (differing or not fields)
        if self.unknown and (found.field != STATE or untold):
            yield f"writers of state since it was last equal, rarest first: {self._writers()}"

    def _replay(self, also: Collection[int]) -> bool:
        """Replay up to the difference again. Return whether the replay differs in the same way."""
        journal, source, start, end = self.journal, self.source, self.segment.start, self.end
        simulation, setup = source.logged()
        self.names |= setup.name_all()
        playback = Playback(simulation, journal, position=start, restore=source.restore, log=setup)
        rows, activity, log = list[list[Row]](), None, None
        try:
            for position in range(start, end):
                world, record = playback.simulation.world, journal.records[position]
                if activity is None and position >= end - LAST and not record.is_upgrade:
                    activity = Activity(world, source.name, also)
                log = EventLog(world) if position == end - 1 else None
                playback.step()
                rows.append([] if activity is None else activity.take())
                if record in playback.same[-1:] and covered(world, record.state) == covered(world):
                    self.unknown.clear()
                self.unknown += [x for x in rows[-1] if x.kind == "wrote" and "#" not in x.subject]
            if activity is not None and log is not None:
                self.names |= activity.names
                handles = world.agenda.scheduled()
                self.owners = {f"scheduled[{x.number}]": x._owner.id for x in handles}
                self.changed = self.segment.changed_handlers(world, activity.kinds)
                self.settled = [*log.take()]
                *self.earlier, self.latest = rows
            if end < len(journal.records):
                self.more = playback.simulation.world.sequence + 1 - journal.records[end].seq
            if playback.divergence is None:  # the next step compares the result of the last intent
                playback.step()
        except JournalError:
            return False
        since = self.divergence.since or 0
        self.all = [*chain.from_iterable(rows)]
        self.rows = [row for row in self.all if row.turn >= since]
        return playback.divergence == self.divergence

    def _acts(self) -> Iterator[str]:
        record, line = self.journal.records[self.end - 1], self.journal.lines[self.end - 1]
        where = f"the intent on turn {record.turn} (line {line})"
        if self.more:
            much = f"{abs(self.more)} {'more' if self.more > 0 else 'fewer'}"
            yield f"number of events in {where}: {much} than were recorded"
        # Leave out first writes to the handler's own component, because they are common.
        new = [f"{x} by {by}" for by, x in self._new() if x.split(".")[0] != by.split(".")[0]]
        if acts := unusual(self.earlier, self.latest, missing=self.more < 0):
            yield f"{'unusual ' if self.earlier[2:] else ''}acts in {where}:"
            yield from (f"  {act}" for act in acts)
        elif new:
            yield f"first writes since the state was last equal: {listed(new)}"
        elif not self.journal.header.events:
            yield "nothing else unusual: record with events or run check_simulation to find more"

    def _new(self) -> list[tuple[str, str]]:
        """Return (handler, field) pairs for fields first written since the states were equal."""
        start = self.all.index(self.unknown[0]) if self.unknown else 0
        known = {(row.by, parse_path(row.subject)[2]) for row in self.all[:start]}
        ran = {row.by for row in self.all[:start] if row.turn < self.unknown[0].turn}
        writes = [(x.by, parse_path(x.subject)[2]) for x in self.unknown if x.before]
        return [x for x in dict.fromkeys(writes) if x[0] in ran and x not in known]

    def _writers(self) -> str:
        fields = dict[str, list[str]]()
        for row in self.unknown:
            fields.setdefault(row.by, []).append(parse_path(row.subject)[2])
        new = {by for by, _ in self._new()}
        ranked = sorted(fields, key=lambda by: (by not in new, len(fields[by])))
        return listed(f"{by or 'no handler'} ({listed(fields[by])})" for by in ranked)

    def _events(self, found: Sequence[tuple[int, str, str, str]]) -> Iterator[str]:
        if ":" not in found[0][1]:
            yield from self._acts()
        paths = [path for number, path, *_ in found if number == found[0][0]]
        calls = {(x.by, x.event) for path in paths for x in self.rows if x.by and changes(x, path)}
        asked = [x for x in self.latest if x.kind == "answered" and (x.before, x.event) in calls]
        draws = [row for row in self.latest if row.kind == "drew from"]
        draws = draws if any((row.by, row.event) in calls for row in draws) else []
        if self.earlier[2:]:
            yield from unusual(self.earlier, [*draws, *asked])
        for number, path, recorded, replayed in found:
            if number in (found[0][0], self.divergence.sequence):
                yield f"{path}: recorded {recorded}, replayed {replayed}"
                yield from (f"  {line}" for line in history(self.rows, path))
                if ":" not in path:
                    yield from (f"  {line}" for line in history(self.rows, f"event {recorded}"))
        for row in {(x.by, x.subject, x.before): x for x in asked}.values():
            yield f"  {row.by} answered {row.subject} for {row.before} ({shorten(row.after, 40)})"

    def _fields(self, items: list[tuple[str, str, str, str]], *, later: bool) -> Iterator[str]:
        # A skipped action leaves no rows, so count one write for each entity, component or event
        # that exists in only one run, unless it appeared after the last intent.
        places = {*self.owners, *(row.subject.partition(".")[0] for row in self.rows)}
        plans = (x for x, *_ in items if x.count(".") < 2 and x.partition(".")[0] in places)
        counts = Counter([*plans, *(row.subject for row in self.rows)])
        streams = [item for item in items if item[0].startswith("streams.")]
        changed = {row.subject for row in self.latest}
        if self.divergence.field != STATE:  # rank the fields, because many may differ
            items.sort(key=lambda x: (x[0] not in changed, counts[x[0]] or len(self.rows)))
        if not later:  # an unwritten field may be a cause or an effect of the other fields
            lost = {x[0] for x in items if not counts[x[0]] and "." in parse_path(x[0])[2]}
            ran = {row.subject for row in self.rows if row.kind == "ran"}
            top = {x for x in lost if changers(self.all, x) or x.rpartition(".")[0] not in ran}
            written = [x for x in items if x[0] not in lost]
            items.sort(key=lambda x: (x[0] not in top, x not in written[:1], x[0] not in lost))
        items = [item for item in items if later and counts[item[0]]] or items
        shown = [x for x in items if x not in streams][:_MOST] + streams
        shown.sort(key=lambda x: x not in streams or "" not in x[2:])  # streams of one run first
        for path, at, *values in shown:
            recorded, replayed = (value or "nothing" for value in values)
            place, last = field_of(at, self.names), path.partition("]")[2]
            is_event = path.startswith("scheduled[")
            if at == path and (is_event or (path.startswith("entities[") and not last)):
                kinds = ("spawned", "removed"), ("scheduled", "cancelled")
                kind = kinds[is_event][bool(values[1])]
                others = (x for x in self.rows if x.kind == kind and x.subject.endswith(f"]{last}"))
                by, run = listed(x.by for x in others), "replay" if values[1] else "recording"
                more = f" (in the replay, {by or 'nothing'} {kind} others)"
                yield f"  {place} exists only in the {run}{more}"
            else:
                yield f"  {place}: recorded {recorded}, replayed {replayed}"
            owner = self.owners.get(path.partition(".")[0], 0)
            yield from (f"    {line}" for line in history(self.rows, path, self.all, owner))
            if not (later or counts[path]) and "." in parse_path(path)[2]:
                yield "    no handler or observer wrote it in the replay"
        if len(items) > _MOST:
            yield f"  {len(items)} fields differ in all"
