"""Accounts: what is known of a difference, and of who is at fault, in lines."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping

from eventcore.blame.flicker import find_flicker
from eventcore.blame.writes import Place, Stretch, writers_of, writes_to
from eventcore.errors import JournalError
from eventcore.journal.reader import Journal
from eventcore.replay.blame import Blame
from eventcore.replay.keyframes import Keyframes
from eventcore.replay.playback import STATE, Divergence
from eventcore.replay.segments import Segment, blame_in, state_after
from eventcore.replay.simulation import Source
from eventcore.replay.states import StateDivergence

_MOST_PATHS = 10
"""So many of the places where two states differ are told."""
_MOST_WRITES = 5
"""So many of the last writes of a place are told."""


def account_of(
    segment: Segment,
    journal: Journal,
    source: Source,
    keyframes: Keyframes | None = None,
    names: Mapping[str, str] | None = None,
    reworded: Callable[[Blame], Blame] = lambda blame: blame,
) -> list[str]:
    """Say in lines what differs in a segment, and who is to be asked about it.

    The stretch is played again for it, and once more in another process, where the source says by
    what it is made.

    Args:
        segment: Of the journal.
        journal: What was recorded.
        source: Where simulations come from.
        keyframes: The states that were kept beside the journal.
        names: What entities are called, by their ids.
        reworded: Gives what is said of a field of an event with its entities called so, too.

    Returns:
        The lines, the first of which says what differs; none where all is the same.
    """
    if segment.unreadable is not None:
        return [str(segment.unreadable)]
    if segment.same:
        return []
    lines = [str(segment.raised or segment.divergence)]
    try:
        flicker = find_flicker(source, journal, segment)
    except JournalError as error:
        lines.append(f"  whether it goes the same way twice is not known: {error}")
    else:
        if flicker is not None:  # whatever else differs may be another thing each time
            return [*lines, f"  {flicker}"]
    if segment.divergence is None:
        return lines
    try:
        lines += _account(
            segment, segment.divergence, journal, source, keyframes, names or {}, reworded
        )
    except JournalError as error:  # a handler that raises on this way alone
        lines.append(f"  more is not known: {error}")
    return lines


def _account(
    segment: Segment,
    divergence: Divergence,
    journal: Journal,
    source: Source,
    keyframes: Keyframes | None,
    names: Mapping[str, str],
    reworded: Callable[[Blame], Blame],
) -> list[str]:
    if divergence.event:
        return [f"  {reworded(blame)}" for blame in blame_in(segment, journal, source)]
    stretch = _since_the_last_state(segment, divergence, journal, source)
    kept = None if keyframes is None else state_after(segment, journal, source, keyframes)
    if kept is None:
        return list(_of_parts(divergence, stretch))
    if not kept.differences:
        return [f"  the next state kept is that of turn {kept.turn}, and it is the same"]
    shown = kept.differences[:_MOST_PATHS]
    found = [Place.at(difference.path) for difference in shown]
    writes = writes_to([place for place in dict.fromkeys(found) if place is not None], stretch)
    lines = [] if divergence.field == STATE else [f"  the state of turn {kept.turn}:"]
    for difference, place in zip(shown, found, strict=True):
        lines.append(f"    {_named(difference, place, names)}")
        lines += [f"      {write}" for write in writes if write.place == place][-_MOST_WRITES:]
    more = len(kept.differences) - len(shown)
    return [*lines, *([f"    and {more} more"] if more > 0 else [])]


def _of_parts(divergence: Divergence, stretch: Stretch) -> Iterator[str]:
    """Say who wrote the components of the classes that differ, where no more is known of them."""
    if divergence.parts:
        for kind, handlers in writers_of(divergence.parts, stretch).items():
            yield f"  {kind} was written since by"
            for label, (count, turn) in handlers.items():
                times = "once" if count == 1 else f"{count} times"
                yield f"    {label}, {times}, last on turn {turn}"


def _since_the_last_state(
    segment: Segment, divergence: Divergence, journal: Journal, source: Source
) -> Stretch:
    """Give what was played since a state was last compared and the same."""
    end = bisect_left(journal.lines, divergence.line)
    records = journal.records[segment.start : end]
    states = [place for place, record in enumerate(records, segment.start) if record.state]
    begin = states[-1] if states else segment.start
    return Stretch(journal, source, segment.start, begin, end)


def _named(difference: StateDivergence, place: Place | None, names: Mapping[str, str]) -> str:
    """Say what differs, by the names of entities where they have some."""
    values = f"{difference.recorded or 'nothing'} → {difference.replayed or 'nothing'}"
    if place is None:
        return f"{difference.path}: {values}"
    who = f"{names.get(str(place.entity), 'entity')} {place.entity}"
    _, _, inner = difference.path.partition(f".{place.component}.")
    return f"{place.component}.{inner} of {who}: {values}"
