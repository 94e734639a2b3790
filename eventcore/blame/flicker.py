"""Flicker: whether the same intents go the same way twice, and if not, where the two part."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest

import attrs

from eventcore.blame.elsewhere import Course, Elsewhere, intents_of, perform
from eventcore.blame.origins import FieldOrigins
from eventcore.blame.own_writes import OwnWrites
from eventcore.blame.writes import Place
from eventcore.handler import Handler
from eventcore.journal.format import INTENT, UPGRADE, Record, decode_upgrade
from eventcore.journal.reader import Journal
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import divergence_of, name_of_event
from eventcore.replay.segments import Segment
from eventcore.replay.simulation import Source
from eventcore.replay.states import divergent_paths
from eventcore.state.short_text import short_repr
from eventcore.world import World

_LAST = 200
"""Of so many of the last intents the whole state is compared, too."""
_BEYOND = 50
"""So many intents are performed after the one that differs: chance may bring the same once."""
_TRIES = 8
"""So often two runs are looked at closely, which by chance may go the same way then."""


@attrs.frozen
class Flicker:
    """Says where two runs of the same intents part.

    Attributes:
        turn: The turn of the intent that parts them.
        line: The line of its record.
        what: What differs first: a field of an event, or of the state; what one of the two raised.
        handler: Who is to be asked about it; empty where that is not known.
    """

    turn: int
    line: int
    what: str
    handler: str = ""

    def __str__(self) -> str:
        said = f"not deterministic: two runs part on turn {self.turn} (line {self.line})"
        asked = f", by {self.handler}" if self.handler else ""
        return f"{said}: {self.what}{asked}" if self.what else said


def find_flicker(source: Source, journal: Journal, segment: Segment) -> Flicker | None:
    """Perform the intents up to a segment's first difference twice, once in another process.

    Args:
        source: Where simulations come from; of one that is not ``made_by`` a name nothing is
            known.
        journal: The journal.
        segment: The stretch in which its replay differs, or a handler raises.

    Returns:
        Where the two runs part; None where they do not.

    Raises:
        JournalError: The other process could not perform the intents.
    """
    wrong = segment.divergence or segment.raised
    if wrong is None or not source.made_by:
        return None
    end = bisect_left(journal.lines, wrong.line or 0) + (_BEYOND if segment.divergence else 1)
    end = min(end, segment.end)
    places = [n for n in range(segment.start, end) if journal.records[n].kind == INTENT]
    records = [journal.records[place] for place in places]
    state = _state_at(journal, segment.start)
    since = max(0, len(records) - _LAST)
    with Elsewhere(source.made_by, journal.header) as elsewhere:
        intents = intents_of(records, state=state, since=since)
        number = _first_difference(perform(source, intents), elsewhere.perform(intents))
        if number is None:
            return None
        what, handler = "", None
        for _ in range(_TRIES):
            intents = intents_of(records[: number + 1], state=state, since=since, detail=True)
            looks = list[tuple[FieldOrigins, OwnWrites]]()
            courses = perform(source, intents, partial(_watch, looks)), elsewhere.perform(intents)
            first = _first_difference(*courses)
            if first == number:
                what, handler = _what(*courses, *looks[0])
                break
            number = number if first is None else first
    return Flicker(
        records[number].turn, journal.lines[places[number]], what, handler.label if handler else ""
    )


def _watch(looks: list[tuple[FieldOrigins, OwnWrites]], world: World) -> None:
    origins = FieldOrigins()
    world.tap(origins)
    looks.append((origins, OwnWrites(world)))


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


def _what(
    mine: Course, theirs: Course, origins: FieldOrigins, writes: OwnWrites
) -> tuple[str, Handler | None]:
    """Say what differs first after the last intent, and who is to be asked."""
    if mine.raised != theirs.raised:
        return f"one raises {mine.raised or theirs.raised}, the other does not", None
    for event, field, values in _of_events(mine.events, theirs.events):
        handler = origins.asked(event.seq, field)
        return f"{name_of_event(event)}: {field} {' or '.join(map(short_repr, values))}", handler
    for difference in divergent_paths(bytes(mine.state), bytes(theirs.state)):
        place = Place.at(difference.path)
        either = f"{difference.recorded or 'nothing'} or {difference.replayed or 'nothing'}"
        return f"{difference.path} {either}", None if place is None else writes.writer(place)
    return "", None


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
