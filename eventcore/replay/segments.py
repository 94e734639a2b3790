"""Verifying a journal segment by segment: each stretch that goes by one version's rules."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise

import attrs

from eventcore.errors import JournalError, RaisedError
from eventcore.journal.format import UPGRADE, Header, decode_upgrade
from eventcore.journal.reader import Journal
from eventcore.replay.keyframes import Keyframe, Keyframes, belongs
from eventcore.replay.playback import Divergence, Playback
from eventcore.replay.simulation import Restorable, Source
from eventcore.replay.states import StateDivergence, divergent_paths


@attrs.frozen
class Segment:
    """A stretch of a journal that goes by the same rules, and what its replay came to.

    Attributes:
        start: The position it begins at, that of the upgrade that led to it.
        end: The position it ends at.
        header: The rules it goes by.
        turn: The turn its replay came to.
        divergence: The first difference in it.
        unreadable: Why it could not be played.
        raised: What a handler raised in it.
    """

    start: int
    end: int
    header: Header
    turn: int
    divergence: Divergence | None = None
    unreadable: JournalError | None = None
    raised: RaisedError | None = None

    @property
    def same(self) -> bool:
        """True where all of it is as it was recorded."""
        return self.divergence is None and self.unreadable is None and self.raised is None


def verify_segments(
    source: Source, journal: Journal, progress: Callable[[int, int], None] | None = None
) -> list[Segment]:
    """Replay a journal at full speed, each segment up to its first difference.

    A journal that never goes over to other rules is one segment.

    Args:
        source: Where simulations come from.
        journal: What was recorded; with its events they are compared too.
        progress: Told after each record how many of how many are done.
    """
    upgrades = [at for at, record in enumerate(journal.records) if record.type == UPGRADE]
    header, segments = journal.header, list[Segment]()
    for start, end in pairwise([0, *upgrades, len(journal.records)]):
        if segments:  # the first needs no upgrade to begin
            try:
                header = decode_upgrade(journal.records[start], journal.lines[start]).header
            except JournalError as error:
                segments.append(Segment(start, end, header, 0, unreadable=error))
                continue
        segments.append(_verify(source, journal, start, end, header, progress))
    return segments


def _verify(
    source: Source,
    journal: Journal,
    start: int,
    end: int,
    header: Header,
    progress: Callable[[int, int], None] | None,
) -> Segment:
    with_events = journal.events and journal.header.events
    simulation, log = source.logged() if with_events else (source.begin(), None)
    playback = Playback(simulation, journal, position=start, restore=source.restore, log=log)
    found = Segment(start, end, header, 0)
    try:
        while playback.position < end and playback.divergence is None:
            playback.step()
            if progress is not None:
                progress(playback.position, playback.length)
    except RaisedError as error:
        found = attrs.evolve(found, raised=error)
    except JournalError as error:
        found = attrs.evolve(found, unreadable=error)
    turn = playback.simulation.world.turn
    return attrs.evolve(found, turn=turn, divergence=playback.divergence)


@attrs.frozen
class StateCheck:
    """How the states differ at the next place where one was kept.

    Attributes:
        turn: Its turn.
        records: How many records lie between the first difference and it.
        differences: The paths that differ; none where the states are the same.
    """

    turn: int
    records: int
    differences: list[StateDivergence]


def state_after(
    segment: Segment, journal: Journal, source: Source, keyframes: Keyframes
) -> StateCheck | None:
    """Compare the state at the next keyframe after a segment's first difference.

    The replay goes on to there whatever else differs on the way. Gives None where no
    keyframe was kept in the rest of the segment, or the replay cannot get there.
    """
    if segment.divergence is None:
        return None
    position = bisect_left(journal.lines, segment.divergence.line)  # that of an event lies between
    keyframe = _next(keyframes, journal, position, segment)
    if keyframe is None:
        return None
    bare = attrs.evolve(journal, events=[])
    playback = Playback(source.begin(), bare, position=segment.start, restore=source.restore)
    try:
        while playback.position < keyframe.position:
            playback.step()
        simulation: Restorable = playback.simulation  # type: ignore[assignment]  # as the source makes them
        differences = divergent_paths(keyframe.state, simulation.save())
    except Exception:  # whatever a handler raises where the rules are not those of the recording
        return None
    return StateCheck(keyframe.turn, keyframe.position - position, differences)


def _next(
    keyframes: Keyframes, journal: Journal, position: int, segment: Segment
) -> Keyframe | None:
    rules = segment.header.rules
    there = [
        keyframe
        for keyframe in keyframes
        if position <= keyframe.position <= segment.end
        and keyframe.rules == rules
        and belongs(keyframe, journal)
    ]
    return there[0] if there else None
