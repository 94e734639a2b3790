"""Nondeterminism: whether the same intents go the same way twice, and where two runs part."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from operator import attrgetter
from time import perf_counter
from typing import Any, Final

import attrs
from msgspec import structs

from eventcore.diagnose.activity import KEPT, RAN, Row
from eventcore.diagnose.performing import Course, Intents, OtherProcess, intents_of, perform
from eventcore.diagnose.rows import act, either, field_of
from eventcore.journal.format import INTENT, UPGRADE, decode_upgrade
from eventcore.journal.reader import Journal
from eventcore.replay.segments import Segment
from eventcore.replay.simulation import Source
from eventcore.replay.states import divergent_paths

SEEDS: Final = ("1", "2", "3", "4")
"""Hash seeds of other processes: the order of two things is the same in half of them."""
_LAST: Final = 200
"""The whole state is compared after this many of the last intents."""
_BEYOND: Final = 50
"""How many intents to perform after the one that differs: chance may bring the same result once."""
_AT_ONCE: Final = 2
"""The number of processes at a time; more are started only if these go the same way."""
_TRIES: Final = 24
"""How often to compare two runs closely, which may go the same way by chance."""


@attrs.frozen
class Parting:
    """Where two runs of the same intents part.

    Attributes:
        turn: The turn of the first difference.
        line: The line of its record.
        difference: The first difference: an act, a field of the state, or an error.
        handler: The handler or observer that acted in two ways; empty if that is unknown.
        seed: The hash seed of the other process; empty if the second run was in this one.
        kept: Observers of events that are still held, if the second run was in this process.
    """

    turn: int
    line: int
    difference: str = ""
    handler: str = ""
    seed: str = ""
    kept: tuple[str, ...] = ()

    def __str__(self) -> str:
        again = "" if self.seed else " in one process"
        text = f"not deterministic: two runs{again} part on turn {self.turn} (line {self.line})"
        text += f": {self.difference}" if self.difference else ""
        text += f", by {self.handler}" if self.handler else ""
        if self.kept:
            text += f"; events are still held, perhaps by the observer {' or '.join(self.kept)}"
        return text


def find_parting(
    source: Source,
    journal: Journal,
    segment: Segment,
    names: Mapping[str, str] | None = None,
    seeds: Sequence[str] = SEEDS,
    *,
    twice: bool = False,
) -> Parting | None:
    """Perform the intents up to a segment's first difference here and in other processes.

    Args:
        source: Where simulations come from; other processes need its ``made_by``.
        journal: The journal.
        segment: A stretch of it; all of it is performed if its replay is the same.
        names: The names of entities, by their ids.
        seeds: The hash seeds of the other processes, which run two at a time.
        twice: Whether to perform them twice in this process instead.

    Returns:
        Where two runs part; None if they do not.

    Raises:
        JournalError: Another process could not perform the intents.
    """
    if not twice and not source.made_by:
        return None
    wrong, end = segment.divergence or segment.raised, segment.end
    if wrong is not None:
        beyond = _BEYOND if segment.divergence else 1
        end = min(bisect_left(journal.lines, wrong.line or 0) + beyond, end)
    places = [n for n in range(segment.start, end) if journal.records[n].kind == INTENT]
    records = [journal.records[place] for place in places]
    since = max(0, len(records) - _LAST)
    more: dict[str, Any] = {"since": since, "watch": since if twice else -1}
    if places and journal.records[segment.start].type == UPGRADE:
        upgrade = decode_upgrade(journal.records[segment.start], journal.lines[segment.start])
        more["state"] = upgrade.state

    def performed(intents: Intents, *seeds: str) -> list[Course]:
        with ExitStack() as stack:  # new processes, which keep nothing of a run before
            others = [OtherProcess(source.made_by, journal.header, seed) for seed in seeds]
            return _performed(source, intents, [stack.enter_context(process) for process in others])

    def parting(number: int, mine: Course, theirs: Course, seed: str = "") -> Parting:
        found = Parting(records[number].turn, journal.lines[places[number]], seed=seed)
        return _described(found, number, mine, theirs, names or {})

    intents = intents_of(records, **more)
    if twice:
        mine, theirs = perform(source, intents), perform(source, intents)
        found = _first_difference(mine, theirs)
        return None if found is None else parting(found, mine, theirs)
    for at in range(0, len(seeds), _AT_ONCE):
        group = seeds[at : at + _AT_ONCE]
        mine, *courses = performed(intents, *group)
        pairs = zip(courses, group, strict=True)
        parted = [(_first_difference(mine, course), seed) for course, seed in pairs]
        if differing := [(number, seed) for number, seed in parted if number is not None]:
            break
    else:
        return None
    number, seed = min(differing)
    for _ in range(_TRIES):
        intents = intents_of(records[: number + 1], **{**more, "watch": number})
        mine, theirs = performed(intents, seed)
        found = _first_difference(mine, theirs)
        if found == number:
            return parting(number, mine, theirs, seed)
        number = number if found is None else found
    return Parting(records[number].turn, journal.lines[places[number]], seed=seed)


def parts_at(source: Source, intents: Intents, other: OtherProcess) -> int | None:
    """Perform intents here and in another process, and return the first that differs.

    Raises:
        JournalError: The other process could not perform them.
    """
    return _first_difference(*_performed(source, intents, [other]))


def _performed(source: Source, intents: Intents, others: Sequence[OtherProcess]) -> list[Course]:
    """Perform intents here and in other processes at the same time; the result here comes first."""
    for other in others:
        other.ask(intents)
    began = perf_counter()
    mine = perform(source, intents)
    took = perf_counter() - began
    return [mine, *(other.answer(took) for other in others)]


def _first_difference(mine: Course, theirs: Course) -> int | None:
    pairs = zip_longest(mine.digests, theirs.digests), zip_longest(mine.states, theirs.states)
    for number, (digests, states) in enumerate(zip(*pairs, strict=True)):
        if digests[0] != digests[1] or states[0] != states[1]:
            return number
    return len(mine.digests) if mine.raised != theirs.raised else None


def _described(
    parting: Parting, number: int, mine: Course, theirs: Course, names: Mapping[str, str]
) -> Parting:
    """Describe how two runs differ in an intent, if it is among the last, which were watched."""
    if number in (len(mine.digests), len(theirs.digests)):
        raised = f"one raises {mine.raised or theirs.raised}, the other does not"
        return attrs.evolve(parting, difference=raised)
    if all(len(course.digests) - number <= len(course.rows) for course in (mine, theirs)):
        rows = [course.rows[number - len(course.digests)] for course in (mine, theirs)]
        row, difference = first_difference(rows[0], rows[1], names)
        kept = () if parting.seed else dict.fromkeys(x.by for x in rows[1] if x.kind == KEPT)
        if row is not None:
            found = attrs.evolve(parting, turn=row.turn, difference=difference, handler=row.by)
            return attrs.evolve(found, kept=tuple(kept))
    if number == len(mine.digests) - 1:
        for path in divergent_paths(bytes(mine.state), bytes(theirs.state)):
            values = f"{path.recorded or 'nothing'} or {path.replayed or 'nothing'}"
            return attrs.evolve(parting, difference=f"{field_of(path.path, names)} {values}")
    return parting


def first_difference(
    mine: Sequence[Row], theirs: Sequence[Row], names: Mapping[str, str]
) -> tuple[Row | None, str]:
    """Return the first act in which two runs differ, and a description of the difference.

    Up to there both did the same, so its handler goes by something else than the world. Where one
    run goes on to the next handler, it is the handler that was still acting in the other.
    """
    for row, other in zip_longest(mine, theirs):
        if row != other:
            acts = [x for x in (row, other) if x is not None and x.kind != RAN]
            acted = max(acts, key=attrgetter("call"), default=None)
            acted = acted or structs.replace(row or other, by="")
            if row is None or other is None:
                return acted, f"{act(acted, names)} in one run only"
            return acted, either(row, other, names)
    return None, ""
