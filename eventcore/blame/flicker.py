"""Flicker: whether the same intents go the same way twice, and if not, where the two part."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import zip_longest
from time import perf_counter

import attrs

from eventcore.blame.elsewhere import SEEDS, Course, Elsewhere, Intents, intents_of, perform
from eventcore.blame.origins import FieldOrigins
from eventcore.blame.own_writes import OwnWrites, watch_own
from eventcore.blame.writes import Place, place_of
from eventcore.journal.format import INTENT, UPGRADE, Record, decode_upgrade
from eventcore.journal.reader import Journal
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import divergence_of, name_of_event
from eventcore.replay.segments import Segment
from eventcore.replay.simulation import Source
from eventcore.replay.states import divergent_paths
from eventcore.text import short_value
from eventcore.trace.watch import WriteWatch
from eventcore.world import World

_LAST = 200
"""Of so many of the last intents the whole state is compared, too."""
_BEYOND = 50
"""So many intents are performed after the one that differs: chance may bring the same once."""
_AT_ONCE = 2
"""So many processes are asked at a time; the next ones only where these go the same way."""
_TRIES = 24
"""So often two runs are looked at closely, which by chance may go the same way then."""
_MOST = 3
"""So much of what differs in two states is said."""


@attrs.frozen
class Flicker:
    """Says where two runs of the same intents part.

    Attributes:
        turn: The turn of the event that parts them; of the intent, where no event tells.
        line: The line of its record.
        what: What differs first: a field of an event, or of the state; what one of the two raised.
        handler: Who is to be asked about it; empty where that is not known.
        seed: The hash seed of the process whose run parts from the one here.
    """

    turn: int
    line: int
    what: str
    handler: str = ""
    seed: str = ""

    def __str__(self) -> str:
        said = f"not deterministic: two runs part on turn {self.turn} (line {self.line})"
        asked = f", by {self.handler}" if self.handler else ""
        return f"{said}: {self.what}{asked}" if self.what else said


@attrs.frozen
class _Told:
    """What differs first in two runs, on which turn, and who is to be asked about it."""

    turn: int
    what: str = ""
    handler: str = ""


def find_flicker(
    source: Source,
    journal: Journal,
    segment: Segment,
    names: Mapping[str, str] | None = None,
    seeds: Sequence[str] = SEEDS,
) -> Flicker | None:
    """Perform the intents up to a segment's first difference here and in other processes.

    Args:
        source: Where simulations come from; of one that is not ``made_by`` a name nothing is
            known.
        journal: The journal.
        segment: A stretch of it; where its replay is the same, all of it is performed.
        names: What entities are called, by their ids.
        seeds: The hash seeds of the other processes, which are asked two at a time.

    Returns:
        Where two runs part; None where they do not.

    Raises:
        JournalError: Another process could not perform the intents.
    """
    if not source.made_by:
        return None
    wrong, end = segment.divergence or segment.raised, segment.end
    if wrong is not None:
        beyond = _BEYOND if segment.divergence else 1
        end = min(bisect_left(journal.lines, wrong.line or 0) + beyond, end)
    places = [n for n in range(segment.start, end) if journal.records[n].kind == INTENT]
    records = [journal.records[place] for place in places]
    state = _state_at(journal, segment.start)
    since = max(0, len(records) - _LAST)
    with ExitStack() as stack:
        intents = intents_of(records, state=state, since=since)
        for pair in (seeds[at : at + _AT_ONCE] for at in range(0, len(seeds), _AT_ONCE)):
            others = [
                stack.enter_context(Elsewhere(source.made_by, journal.header, seed))
                for seed in pair
            ]
            mine, *courses = _performed(source, intents, others)
            found = ((_first_difference(mine, one), at) for at, one in enumerate(courses))
            parted = min(((number, at) for number, at in found if number is not None), default=None)
            if parted is not None:
                break
        else:
            return None
        number, other = parted[0], others[parted[1]]
        told = _Told(records[number].turn)
        for _ in range(_TRIES):
            intents = intents_of(records[: number + 1], state=state, since=since, detail=True)
            looks = list[tuple[FieldOrigins, WriteWatch[Place]]]()
            mine, theirs = _performed(source, intents, [other], partial(_watch, looks))
            first = _first_difference(mine, theirs)
            if first == number:
                told = _told(mine, theirs, *looks[0], told.turn, names or {})
                break
            number = number if first is None else first
    return Flicker(told.turn, journal.lines[places[number]], told.what, told.handler, other.seed)


def parting(source: Source, intents: Intents, other: Elsewhere) -> int | None:
    """Perform intents here and in another process.

    Returns:
        The number of the first after which the two differ; None where none does.

    Raises:
        JournalError: The other process could not perform them.
    """
    return _first_difference(*_performed(source, intents, [other]))


def _performed(
    source: Source,
    intents: Intents,
    others: Sequence[Elsewhere],
    watch: Callable[[World], object] | None = None,
) -> list[Course]:
    """Perform intents here and at the same time elsewhere; what came of it here is the first."""
    for other in others:
        other.ask(intents)
    began = perf_counter()
    mine = perform(source, intents, watch)
    took = perf_counter() - began
    return [mine, *(other.answer(took) for other in others)]


def _watch(looks: list[tuple[FieldOrigins, WriteWatch[Place]]], world: World) -> None:
    origins = FieldOrigins()
    world.tap(origins)
    looks.append((origins, watch_own(world).__enter__()))


def _state_at(journal: Journal, start: int) -> str:
    record: Record = journal.records[start]
    return decode_upgrade(record, journal.lines[start]).state if record.type == UPGRADE else ""


def _first_difference(one: Course, other: Course) -> int | None:
    """Give the first intent after which two runs differ."""
    pairs = zip_longest(one.digests, other.digests), zip_longest(one.states, other.states)
    for number, (digests, states) in enumerate(zip(*pairs, strict=True)):
        if digests[0] != digests[1] or states[0] != states[1]:
            return number
    return len(one.digests) if one.raised != other.raised else None


def _told(
    mine: Course,
    theirs: Course,
    origins: FieldOrigins,
    watch: WriteWatch[Place],
    turn: int,
    names: Mapping[str, str],
) -> _Told:
    """Say what differs first after the last intent, and who is to be asked."""
    if mine.raised != theirs.raised:
        return _Told(turn, f"one raises {mine.raised or theirs.raised}, the other does not")
    for event, field, values in _of_events(mine.events, theirs.events):
        handler = origins.asked(event.seq, field)
        what = f"{name_of_event(event)}: {field} {' or '.join(map(short_value, values))}"
        label = "" if handler is None else handler.label
        if field == "type":  # what hung on some state, which chance has written before
            what += "".join(
                f"; {state}" for state in _written_beside(label, mine, theirs, watch, names)
            )
        return _Told(event.turn, what, label)
    for one, other in zip(mine.scheduled, theirs.scheduled, strict=False):
        if one != other:
            what = f"the scheduled {one.event}: due at {one.due} or {other.due}"
            if one.event != other.event:
                what = f"a {one.event} or a {other.event} is scheduled"
            return _Told(one.turn, what, one.by)
    for _, what, writers in _of_states(mine, theirs, watch, names):
        return _Told(turn, what, writers[-1] if writers else "")
    return _Told(turn)


def _written_beside(
    label: str, mine: Course, theirs: Course, watch: WriteWatch[Place], names: Mapping[str, str]
) -> Iterator[str]:
    """Say what differs in the component that published, and who wrote it.

    Where the other run published and this one did not, that component is not known here: then all
    that differs is said.
    """
    component = label.partition(".")[0]
    written = [one for one in _of_states(mine, theirs, watch, names) if one[2]]
    beside = [one for one in written if one[0] is not None and one[0].component == component]
    for _, what, writers in beside[:1] or written[:_MOST]:
        yield f"{what}, written by {', then by '.join(writers)}"


def _of_states(
    mine: Course, theirs: Course, watch: WriteWatch[Place], names: Mapping[str, str]
) -> Iterator[tuple[Place | None, str, list[str]]]:
    """Yield what differs in the two states: where, in words, and who wrote it, last of all last."""
    writes = OwnWrites(watch.writes)
    for difference in divergent_paths(bytes(mine.state), bytes(theirs.state)):
        place = Place.at(difference.path)
        either = f"{difference.recorded or 'nothing'} or {difference.replayed or 'nothing'}"
        handlers = [] if place is None else writes.writers(place)
        what = f"{place_of(difference.path, names)} {either}"
        yield place, what, [handler.label for handler in handlers]


def _of_events(
    mine: Sequence[Settled], theirs: Sequence[Settled]
) -> Iterator[tuple[Settled, str, tuple[object, object]]]:
    for one, other in zip(mine, theirs, strict=False):
        found = divergence_of(one, other)
        if found is not None:
            yield one, found[0], (found[1], found[2])
    if len(mine) != len(theirs):
        more = max(mine, theirs, key=len)[min(len(mine), len(theirs))]
        yield more, "type", (more.type, None)
