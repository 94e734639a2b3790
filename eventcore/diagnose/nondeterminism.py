"""Check whether two runs of the same intents differ, and find the first difference."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import Final

import attrs
from msgspec import structs

from eventcore.diagnose.activity import Kind, Row
from eventcore.diagnose.performing import (
    LAST,
    Course,
    Intents,
    intents_of,
    perform,
    perform_elsewhere,
)
from eventcore.diagnose.rows import act, either, field_of, listed
from eventcore.journal.reader import Journal
from eventcore.replay.comparison import divergent_paths
from eventcore.replay.segments import Segment
from eventcore.replay.simulation import Source

SEEDS: Final = ("1", "2", "3", "4")
"""Hash seeds for other processes. Each has a 50 % chance of swapping two set items."""
_BEYOND: Final = 50
"""The number of records to perform after a difference, because other runs may show it later."""
_TRIES: Final = 24
"""The maximum number of times to run intents again, because two runs may agree by chance."""


@attrs.frozen
class Parting:
    """The point at which two runs of the same intents begin to differ.

    Attributes:
        difference: The first difference: an act, a field of the state, or an error.
        handler: The handler or observer that acted differently; empty if it is unknown.
        seed: The hash seed of the other process; empty if one process ran the intents twice.
    """

    turn: int
    line: int
    difference: str = ""
    handler: str = ""
    seed: str = ""

    def __str__(self) -> str:
        again = "" if self.seed else " in one process"
        text = f"not deterministic: two runs{again} part on turn {self.turn} (line {self.line})"
        text += f": {self.difference}" if self.difference else ""
        return text + (f", by {self.handler}" if self.handler else "")


def find_parting(
    source: Source,
    journal: Journal,
    segment: Segment,
    seeds: Sequence[str] = SEEDS,
    *,
    twice: bool = False,
) -> Parting | None:
    """Perform a segment's intents in this process and in others; return the first difference.

    The runs end shortly after the first difference from the recording.

    Args:
        source: Creates the simulations. To run in other processes, its ``made_by`` must be set.
        journal: The journal.
        segment: The part of the journal to perform.
        seeds: The hash seeds of the other processes.
        twice: Whether to run the intents twice in one process instead, preferably in a new process.

    Raises:
        JournalError: Another process could not perform the intents.
    """
    if not twice and not source.made_by:
        return None
    wrong, end = segment.divergence or segment.raised, segment.end
    if wrong is not None:
        beyond = _BEYOND if segment.divergence else 1
        end = min(bisect_left(journal.lines, wrong.line or 0) + beyond, end)
    # If no other process is used, record activity now, because a later run may not differ.
    watch = -1 if source.made_by else max(0, end - segment.start - LAST)
    intents = intents_of(journal, segment.start, end, watch=watch)

    def run(intents: Intents, seed: str) -> list[Course]:
        if twice and source.made_by:
            return perform_elsewhere(source.made_by, journal.header, intents, "0", times=2)
        here = perform(source, intents)
        if twice:
            return [here, perform(source, intents)]
        return [here, *perform_elsewhere(source.made_by, journal.header, intents, seed)]

    for seed in ("",) if twice else seeds:
        courses = run(intents, seed)
        number = first_difference(*courses)
        if number is not None:
            break
    else:
        return None
    for _ in range(_TRIES):
        if 0 <= intents.watch <= number:
            break
        # In one process, keep all intents: the second run may depend on anything they left behind.
        records = intents.records if twice else intents.records[: number + 1]
        some = structs.replace(intents, records=records, watch=number)
        again = run(some, seed)
        differs = first_difference(*again)
        if differs is not None:
            number, courses, intents = differs, again, some
    at = segment.start + number
    parting = Parting(journal.records[at].turn, journal.lines[at], seed=seed)
    mine, theirs = courses
    names = mine.names | theirs.names
    if number in (len(mine.digests), len(theirs.digests)):
        raised = f"one raises {mine.raised or theirs.raised}, the other does not"
        return attrs.evolve(parting, difference=raised)
    row, text = first_act(mine.rows[number], theirs.rows[number], names)
    kept = [row.by for row in theirs.rows[number] if row.kind == Kind.KEPT] if twice else []
    text += f" (events are kept by the observer {listed(kept)})" if kept else ""
    if row is not None:
        return attrs.evolve(parting, turn=row.turn, difference=text, handler=row.by)
    if number == len(mine.digests) - 1:
        for path in divergent_paths(bytes(mine.state), bytes(theirs.state)):
            values = f"{path.recorded or 'nothing'} or {path.replayed or 'nothing'}"
            return attrs.evolve(parting, difference=f"{field_of(path.path, names)} {values}")
    return parting


def first_difference(mine: Course, theirs: Course) -> int | None:
    """Return the index of the first intent in which two runs differ; None if the runs agree."""
    pairs = zip_longest(mine.digests, theirs.digests), zip_longest(mine.states, theirs.states)
    for number, (digests, states) in enumerate(zip(*pairs, strict=True)):
        if digests[0] != digests[1] or states[0] != states[1]:
            return number
    return len(mine.digests) if mine.raised != theirs.raised else None


def first_act(
    mine: Sequence[Row], theirs: Sequence[Row], names: Mapping[str, str]
) -> tuple[Row | None, str]:
    """Return the first act in which two runs differ, and a description of the difference.

    Both runs were the same until then, so the handler depends on something outside the world. If
    one run has already called the next handler, return the act from the other run.
    """
    for row, other in zip_longest(mine, theirs):
        if row != other:
            acts = [x for x in (row, other) if x is not None and x.kind != Kind.RAN]
            acted = max(acts, key=attrgetter("call"), default=None)
            acted = acted or structs.replace(row or other, by="")
            if row is None or other is None:
                return acted, f"{act(acted, names)} in one run only"
            return acted, either(row, other, names)
    return None, ""
