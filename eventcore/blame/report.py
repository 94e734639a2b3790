"""Accounts: what is known of a difference, and of who is at fault, in lines."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Final

import attrs

from eventcore.blame.behind import draws_besides, writes_behind
from eventcore.blame.fields import Blame, Found, blame_for
from eventcore.blame.flicker import Flicker, find_flicker
from eventcore.blame.news import Report, news_in
from eventcore.blame.own_writes import own_writes
from eventcore.blame.schedules import account_of_plan, number_at, scheduled_in
from eventcore.blame.stretch import Stretch
from eventcore.blame.writes import Place, Write, place_of, who_at, writes_to
from eventcore.errors import JournalError
from eventcore.journal.reader import Journal
from eventcore.replay.keyframes import Keyframes
from eventcore.replay.playback import STATE, Divergence
from eventcore.replay.segments import Segment, state_after
from eventcore.replay.simulation import Source
from eventcore.replay.states import StateDivergence

_MOST_PATHS: Final = 6
"""So many of the places where two states differ are told."""
_MOST_LATEST: Final = 4
"""And so many of the others, those that were written last and seldom."""
_MOST_WRITES: Final = 7
"""So many of those who last wrote a place are told."""
_MOST_NEWS: Final = 8
"""So many handlers are told of that did something new, and so many of those that only ran."""
_MOST_BEHIND: Final = 5
"""So many are told who led to a write, the nearest."""
_MOST_ANSWERS: Final = 3
"""So many of the queries that a handler has asked are told."""
_MOST_LEFT: Final = 3
"""So many are told who left a place as it was."""


@attrs.frozen
class Account:
    """What is known of a difference.

    Attributes:
        lines: It, in words, the first of which says what differs; none where all is the same.
        flicker: Where two runs of the same intents part; None where they are not known to.
        place: Of a state that differs the first field that does; None where it is not known.
    """

    lines: list[str]
    flicker: Flicker | None = None
    place: Place | None = None


def account_of(
    segment: Segment,
    journal: Journal,
    source: Source,
    keyframes: Keyframes | None = None,
    names: Mapping[str, str] | None = None,
    reworded: Callable[[Blame], Blame] = lambda blame: blame,
) -> Account:
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
    """
    if segment.unreadable is not None:
        return Account([str(segment.unreadable)])
    if segment.same:
        return Account([])
    lines = [str(segment.raised or segment.divergence)]
    try:
        flicker = find_flicker(source, journal, segment, names)
    except JournalError as error:
        lines.append(f"  whether it goes the same way twice is not known: {error}")
    else:
        if flicker is not None:  # whatever else differs may be another thing each time
            return Account([*lines, f"  {flicker}"], flicker)
    divergence, place = segment.divergence, None
    if divergence is None:
        return Account(lines)

    def told() -> Iterator[str]:
        nonlocal place
        place = yield from _account(
            segment, divergence, journal, source, keyframes, names or {}, reworded
        )

    try:
        lines.extend(f"  {line}" for line in told())
    except JournalError as error:  # a handler that raises on this way alone
        lines.append(f"  more is not known: {error}")
    return Account(lines, place=place)


def _account(
    segment: Segment,
    divergence: Divergence,
    journal: Journal,
    source: Source,
    keyframes: Keyframes | None,
    names: Mapping[str, str],
    reworded: Callable[[Blame], Blame],
) -> Generator[str, None, Place | None]:
    """Tell in lines, and return the first field of the state that differs, if that is known."""
    stretch = Stretch.since_the_last_state(segment, divergence, journal, source)
    if divergence.event:
        found = blame_for(divergence, journal, source.begin, source.restore, start=segment.start)
        for one in found:
            yield str(reworded(one) if isinstance(one, Blame) else one)
            told = [f"  {answer}" for answer in one.answers if answer.voices]
            yield from told[:_MOST_ANSWERS]
        yield from _behind(found, stretch, names)
        return None
    report = None if divergence.field == STATE else news_in(stretch)
    yield from _of_intent(report, with_events=journal.header.events)
    plain = None if journal.header.events else report
    kept = None if keyframes is None else state_after(segment, journal, source, keyframes)
    place = None
    if kept is None:
        yield from _of_parts(divergence, stretch)
    elif not kept.differences:
        yield f"the next state kept is that of turn {kept.turn}, and it is the same"
    else:
        if divergence.field != STATE:
            yield (
                f"the state of turn {kept.turn}, the next that was kept, and who wrote what "
                f"differs, until the replay parted on turn {divergence.turn}:"
            )
        # Later on everything differs: of each field one place is enough.
        shown = kept.differences if divergence.field == STATE else _one_each(kept.differences)
        place = next(filter(None, (Place.at(one.path) for one in shown)), None)
        yield from _of_places(shown, stretch, names, closely=divergence.field != STATE)
        if len(kept.differences) > _MOST_PATHS:
            yield f"  {len(kept.differences)} places differ in all"
    yield from _of_others(plain)
    return place


def _behind(found: Sequence[Found], stretch: Stretch, names: Mapping[str, str]) -> Iterator[str]:
    writes = writes_behind(found, stretch)
    if writes:
        yield "  which may have read what others wrote before:"
    for write in writes:
        place = write.place
        yield f"    {place.component}.{place.field} of {who_at(place, names)}: {write}"
    for stream, others in draws_besides(found, stretch):
        yield f"  {stream} was drawn from besides by {', '.join(others)}"


def _of_intent(report: Report | None, *, with_events: bool) -> Iterator[str]:
    """Say what an intent did that none before it had done, and whether that was too much."""
    if report is None:
        return
    came = f"what came of the intent on turn {report.turn} (line {report.line})"
    if report.more:
        much = f"{abs(report.more)} event{'s' if abs(report.more) > 1 else ''}"
        yield f"{came}: {much} {'more' if report.more > 0 else 'fewer'} than were recorded"
    if with_events:  # the same ones: then it is what was drawn
        for stream, drawn in report.deeds.drawn.items():
            yield f"{stream} was drawn from by {', '.join(dict.fromkeys(who for who, _ in drawn))}"
        return
    did = {who: deeds for who, deeds in report.new.items() if deeds}
    if did:
        yield f"new in {came}:"
        order = sorted(did, key=lambda who: min(map(_weight, did[who])))
        for who in order[:_MOST_NEWS]:
            yield f"  {who} {', '.join(did[who])}"


def _weight(deed: str) -> int:
    """Put what tells most of a fault first: chance, then events, then answers."""
    return ("drew", "published", "answered").index(deed.partition(" ")[0])


def _of_others(report: Report | None) -> Iterator[str]:
    """Say who else was at work in an intent: what is new, or seldom, but need not be at fault."""
    if report is None:
        return
    ran = [who for who, deeds in report.new.items() if not deeds]
    if ran:
        yield "new in that intent"
        yield from _ran(ran, "ran")
    if not report.new and report.more < 0:
        yield "nothing in it is new; published in it, what is rarest first"
        rarest = sorted(report.published.items(), key=lambda one: min(one[1].values()))
        yield from (f"  {who} {', '.join(deeds)}" for who, deeds in rarest)
    if report.seldom:
        yield "seldom before that intent"
        yield from _ran(report.seldom, "ran")


def _ran(handlers: Sequence[str], how: str) -> Iterator[str]:
    if handlers:
        most = _MOST_NEWS
        more = f", and {len(handlers) - most} more" if len(handlers) > most else ""
        yield f"  {', '.join(handlers[:most])}{more} {how}"


def _of_parts(divergence: Divergence, stretch: Stretch) -> Iterator[str]:
    """Say who wrote the components of the classes that differ, where no more is known of them."""
    if not divergence.parts:
        return
    watch = own_writes(divergence.parts, stretch)
    for kind in divergence.parts:
        wrote, left = watch.wrote(kind), watch.left(kind)
        if wrote:
            yield f"{kind} was written since by"
            yield from (f"  {who}, {count}" for who, count in wrote.items())
        if left:
            yield f"{kind} was left as it was by"
            yield from (f"  {who}, {count}" for who, count in left.items())


def _one_each(differences: Sequence[StateDivergence]) -> list[StateDivergence]:
    found: dict[Place | str, StateDivergence] = {}
    for difference in differences:
        found.setdefault(Place.at(difference.path) or difference.path, difference)
    return [*found.values()]


def _of_places(
    differences: Sequence[StateDivergence],
    stretch: Stretch,
    names: Mapping[str, str],
    *,
    closely: bool,
) -> Iterator[str]:
    """Say who wrote the places that differ; of the last intent, who led to it.

    Of many the first are told. Where another intent went another way, so are a few of the rest that
    were written just before it, and seldom: of all that has come to differ since, what differed
    first is there.
    """
    if not closely:
        differences = differences[:_MOST_PATHS]
    found = {one: Place.at(one.path) for one in differences}
    places = [place for place in dict.fromkeys(found.values()) if place]
    writes = writes_to(places, stretch, closely=closely)
    written: dict[Place | None, list[Write]] = {}
    for write in writes.found:
        written.setdefault(write.place, []).append(write)

    if closely:
        rest = differences[_MOST_PATHS:]
        ends = {one: _last(written.get(found[one], [])) for one in rest}
        newest = max((turn for turn, _ in ends.values()), default=0)
        # What is written turn by turn says nothing.
        rest = sorted(rest, key=lambda one: (ends[one][0] < newest - 1, ends[one][1]))
        differences = [*differences[:_MOST_PATHS], *rest[:_MOST_LATEST]]
    planned = any(number_at(one.path) is not None for one in differences)
    scheduled = scheduled_in(stretch) if planned else {}
    for difference in differences:
        place = found[difference]
        one, other = (text or "nothing" for text in (difference.recorded, difference.replayed))
        number = number_at(difference.path)
        if number is not None:
            yield from account_of_plan(scheduled.get(number), difference)
            continue
        yield f"  {place_of(difference.path, names)}: recorded {one}, replayed {other}"
        of_place = written.get(place, [])
        wrote = [write for write in of_place if not write.left]
        yield from (f"    {write}" for write in _telling(wrote))
        if place is not None and place in writes.reached:
            yield f"    {writes.reached[place]}"
        behind = writes.behind(wrote[-1].latest) if wrote else []
        if behind:  # what it holds is what the last one wrote
            yield f"      led to by {', '.join(behind[:_MOST_BEHIND])}"
        last = wrote[-1].latest.turn if wrote else 0
        # What was left alone before it was written again says nothing.
        left = [write for write in of_place if write.left and write.turn >= last]
        if left:
            who = [f"{write.by} in {write.event}" for write in left[-_MOST_LEFT:]]
            yield f"    left as it was by {', '.join(who)}"


def _last(writes: Sequence[Write]) -> tuple[int, int]:
    """Say in which turn a place was last written, and how often it was."""
    wrote = [write for write in writes if not write.left]
    return max((one.latest.turn for one in wrote), default=-1), sum(one.times for one in wrote)


def _telling(writes: Sequence[Write]) -> list[Write]:
    """Choose from many writes of a place the rarest, and of these the last."""
    rarest = sorted(writes, key=lambda write: (write.times, -write.latest.number))
    return sorted(rarest[:_MOST_WRITES], key=lambda write: write.number)
