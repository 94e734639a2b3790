"""Verify a journal in segments; each upgrade changes the rules and begins a new segment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import groupby, pairwise
from typing import Final

import attrs

from eventcore.errors import JournalError, RaisedError
from eventcore.event import Event
from eventcore.journal.format import Header, decode_upgrade
from eventcore.journal.reader import Journal
from eventcore.journal.rules import handler_changes
from eventcore.replay.comparison import StateDivergence, divergent_paths, parse_path
from eventcore.replay.keyframes import Keyframe, Keyframes
from eventcore.replay.playback import Divergence, Playback
from eventcore.replay.simulation import Source
from eventcore.replay.timeline import Timeline
from eventcore.world import World

_MOST: Final = 6  # the maximum number of changed handlers to list


@attrs.frozen
class Segment:
    """A part of a journal that follows one set of rules, and the result of its replay."""

    start: int  # the position before the first record
    end: int  # the position after the last record
    header: Header  # the header with the rules of the segment
    turn: int  # the turn that the replay reached
    divergence: Divergence | None = None  # the first difference from the recording, if any
    unreadable: JournalError | None = None  # the error at a record that cannot be played, if any
    raised: RaisedError | None = None  # the error that a handler raised, if any

    @property
    def same(self) -> bool:
        """Whether the segment was replayed without a difference or an error."""
        return self.divergence is None and self.unreadable is None and self.raised is None

    def changed_handlers(self, world: World, published: Iterable[type[Event]] = ()) -> list[str]:
        """Describe a world's changed handlers, or only the handlers of the ``published`` types."""
        found = handler_changes(self.header.handlers, Header.handlers_of(world.components))
        kinds = {"", *(base.__name__ for kind in published for base in kind.__mro__)}
        texts = [text for kind, text in found if not published or kind in kinds]
        texts = texts or [f"{text} (no such event was replayed)" for _, text in found]
        more = [f"and {len(texts) - _MOST} more"]
        return texts[:_MOST] + more * (len(texts) > _MOST)


def verify_segments(
    source: Source, journal: Journal, progress: Callable[[int, int], None] | None = None
) -> list[Segment]:
    """Replay the segments of a journal, each up to its first difference.

    If the journal was read with events, the events are compared too. After each record,
    ``progress`` is called with the number of records already played and the total number.
    """
    with_events = journal.events and journal.header.events
    upgrades = [at for at, record in enumerate(journal.records) if record.is_upgrade]
    header, segments = journal.header, list[Segment]()
    for start, end in pairwise([0, *upgrades, len(journal.records)]):
        if segments:  # all segments except the first start with an upgrade
            with suppress(JournalError):  # the playback raises the error again
                header = decode_upgrade(journal.records[start], journal.lines[start]).header
        simulation, log = source.logged() if with_events else (source.begin(), None)
        playback = Playback(simulation, journal, position=start, restore=source.restore, log=log)
        with suppress(JournalError):
            while playback.position < end and playback.divergence is None:
                playback.step()
                if progress is not None:
                    progress(playback.position, len(journal.records))
        turn, error = playback.simulation.world.turn, playback.error
        raised = error if isinstance(error, RaisedError) else None
        unreadable = error if raised is None else None
        segments.append(Segment(start, end, header, turn, playback.divergence, unreadable, raised))
    return segments


def state_after(
    position: int, segment: Segment, journal: Journal, source: Source, keyframes: Keyframes
) -> tuple[Keyframe | None, dict[str, StateDivergence]]:
    """Compare the replay with the first keyframe after the position where a segment differs.

    Return the keyframe, and the first difference in each field, keyed by the field's path. The
    keyframe is None if the segment has no such keyframe, or if the replay cannot reach it.
    """
    rules, between = segment.header.rules, range(position, segment.end + 1)
    own = (k for k in keyframes if k.rules == rules and k.belongs_to(journal))
    keyframe = next((k for k in own if k.position in between), None)
    if keyframe is None:
        return None, {}
    timeline = Timeline(attrs.evolve(journal, events=()), source)
    try:
        timeline.seek(keyframe.position)
        now = timeline.simulation
        found = divergent_paths(keyframe.state, now.save(), now.world.components)
        by_field = groupby(found, lambda item: parse_path(item.path)[0])
        return keyframe, {path: next(items) for path, items in by_field}
    except Exception:  # under changed rules, a handler may raise any error
        return None, {}
