"""Replay a segment of a journal up to its first difference, and record the activity."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection

import attrs

from eventcore.diagnose.activity import Activity, Row
from eventcore.diagnose.rows import deeds_of
from eventcore.journal.format import UPGRADE
from eventcore.journal.reader import Journal
from eventcore.journal.settled import Settled
from eventcore.replay.event_log import EventLog
from eventcore.replay.playback import STATE, Divergence, Playback
from eventcore.replay.segments import Segment
from eventcore.replay.simulation import Source
from eventcore.state.state_digest import covers


@attrs.frozen
class Replay:
    """The activity of a replay up to its first difference.

    Attributes:
        rows: The rows since the last recorded state that the replay reproduced.
        began: The index of the first row of the last intent, whose result differs.
        known: For each act of ``deeds_of``, the number of earlier intents that included it.
        more: How many more events the last intent had than in the recording; may be negative.
        settled: The events that settled in the last intent, if an event differs.
        same: Whether this replay differs in the same way as the previous replay.
    """

    rows: list[Row]
    began: int
    known: Counter[tuple[str, str]]
    intents: int
    more: int
    settled: list[Settled]
    same: bool


def replay(
    segment: Segment,
    divergence: Divergence,
    journal: Journal,
    source: Source,
    also: Collection[int] = (),
) -> Replay:
    """Replay a segment up to its first difference, and record the activity.

    Values are recorded after the last equal state; ``also`` contains the ids of more entities.

    Raises:
        JournalError: A record cannot be played; see ``Playback.step``.
        RaisedError: A handler raised an error.
    """
    end = bisect_left(journal.lines, divergence.line)
    bare = attrs.evolve(journal, events=[])
    playback = Playback(source.begin(), bare, position=segment.start, restore=source.restore)
    if segment.start < end and journal.records[segment.start].type == UPGRADE:
        playback.step()
    intents = end - 1 - playback.position
    if intents < 0:  # the simulations already differ at the beginning
        return Replay([], 0, Counter(), 0, 0, [], same=True)
    differing = divergence.recorded if divergence.field == STATE else ""
    states = [(n, journal.records[n].state) for n in range(segment.start, end)]
    since = max([segment.start, *(n for n, state in states if state and covers(state, differing))])
    known, world, began = Counter[tuple[str, str]](), playback.simulation.world, 0
    log: EventLog | None = None
    with Activity(world, values=playback.position >= since, also=also) as activity:
        while playback.position < end:
            if playback.position <= since:
                activity.rows.clear()
            if playback.position == end - 1 and divergence.event:
                log = EventLog(world)
            began = len(activity.rows)
            playback.step()
            activity.end_intent(values=playback.position >= since)
            if playback.position < end:
                values = playback.position > since
                known.update([*deeds_of(activity.rows[began:], values=values)])
    same = playback.divergence is None
    if divergence.field == "digest":
        same &= playback.simulation.digest.seal() == divergence.replayed
    following = journal.records[end : end + 1]
    more = world.sequence + 1 - following[0].seq if following else 0
    settled = [] if log is None else list(log.take())
    return Replay(activity.rows, began, known, intents, more, settled, same)
