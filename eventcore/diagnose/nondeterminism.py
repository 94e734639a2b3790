"""Run intents again in this process or in others, and find the first difference between two runs.

Code that depends on the order of a set, ``id()``, a clock or ``random`` may make two runs differ.
"""

from __future__ import annotations

import os
import subprocess
import sys
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from itertools import chain, zip_longest
from pkgutil import resolve_name
from typing import Final, TypeAlias

import attrs
import msgspec

from eventcore.component import private_fields
from eventcore.diagnose.activity import Activity, Row
from eventcore.errors import JournalError
from eventcore.journal.format import Header, Record, decode_upgrade, unpack
from eventcore.journal.reader import Journal
from eventcore.replay.comparison import field_of, with_names
from eventcore.replay.segments import Segment
from eventcore.replay.shrinking import crash_of
from eventcore.replay.simulation import Source, source_from
from eventcore.schema.values import encode
from eventcore.state.digest import StateDigests, parts_that_differ
from eventcore.text import listed, shorten
from eventcore.trace.values import LONGEST

SEEDS: Final = ("1", "2", "3", "4")  # hash seeds; each has a 50% chance to swap two items of a set
LAST: Final = 200  # the maximum number of records for which states and activity are compared
_BEYOND: Final = 50  # the number of records to play after a difference, to find later differences
_TRIES: Final = 24  # the maximum number of repeated runs; two runs may agree by chance
Request: TypeAlias = tuple[str, Header, list[Record], int, int]


class Course(msgspec.Struct):
    """The result of playing records. The first and the last ``LAST`` digests cover the state."""

    digests: list[str]  # after the setup and after each record; an error is the last item
    rows: list[list[Row]]  # the activity during the setup and each record, if it was recorded
    names: dict[str, str] = {}  # from ids to entity names; empty if no activity was recorded


@attrs.frozen
class Parting:
    """The point at which two runs of the same intents begin to differ."""

    turn: int
    line: int
    difference: str = ""  # a description of the first difference; empty if it is unknown
    handler: str = ""  # the handler or observer that acted differently; empty if it is unknown
    seed: str = ""  # the hash seed of the other process; empty if one process ran the intents twice
    private: str = ""  # private fields that the handler may read, because runs do not compare them

    def __str__(self) -> str:
        again = "" if self.seed else " in one process"
        text = f"not deterministic: two runs{again} part on turn {self.turn} (line {self.line})"
        text += f": {self.difference}" if self.difference else ""
        is_named = not self.handler or f"{self.handler} " in self.difference
        text += "" if is_named else f", by {self.handler}"
        also = "; the cause may also be a handler that set a private field, such as "
        return text + (f"{also}{self.private}" if self.private else "")


def perform(source: Source, records: Sequence[Record], watch: int = -1) -> Course:
    """Play the records of a segment on a simulation that the source creates.

    Activity is recorded up to record number ``watch``, for which all components are read. Records
    are numbered from 1; 0 is the setup, and -1 records nothing.
    """
    taps: list[Activity] = []
    if records and records[0].is_upgrade:
        simulation = source.restore(unpack(decode_upgrade(records[0], 0).state))
    elif watch:
        simulation = source.begin()
    else:
        simulation = source.watched(lambda world: taps.append(Activity(world, source.name, None)))
    activity = taps[0] if taps else None
    digests = StateDigests(simulation.world, with_parts=True)
    course = Course([digests.whole(simulation.save())], [activity.take() if activity else []])
    for number, record in enumerate(records, 1):
        if activity is None and watch - LAST < number <= watch:
            activity = Activity(simulation.world, source.name)
        if activity is not None:
            course.names = activity.names
            activity.ids = None if number == watch else ()
            activity.take()  # reads all components before the intent changes them
        if record.is_intent:
            intent = simulation.decode(record.type, record.v, record.data)
            try:
                simulation.perform(intent)
            except Exception as error:  # a handler may raise any error
                course.digests.append(f"raises {crash_of(error)}")
                course.rows.append([])
                return course
        course.rows.append(activity.take() if activity and number <= watch else [])
        has_state = number > len(records) - LAST or watch - LAST < number <= watch
        state = digests.whole(simulation.save()) if has_state else ""
        course.digests.append(simulation.digest.seal() + state)
    return course


def perform_elsewhere(seed: str, *request: *Request) -> list[Course]:
    """Play records in a process with this hash seed. Raise JournalError if it cannot play them."""
    process = subprocess.run(
        [sys.executable, "-c", f"import {__name__} as module; module.{_answer.__name__}()"],
        input=msgspec.json.encode(request),
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True,  # Ctrl-C interrupts only this process
    )
    try:
        return msgspec.json.decode(process.stdout, type=list[Course])
    except msgspec.DecodeError:
        reason = process.stderr.decode(errors="replace").strip().rpartition("\n")[2] or "no answer"
        raise JournalError(f"another process could not run the intents: {reason}") from None


def find_parting(
    source: Source,
    journal: Journal,
    segment: Segment,
    seeds: Sequence[str] = SEEDS,
    *,
    twice: bool = False,
) -> Parting | None:
    """Perform a segment's intents several times. Return the first difference between two runs.

    The runs end shortly after the first difference from the recording. To use other processes,
    the source must have ``made_by``; ``seeds`` are the hash seeds of these processes. If ``twice``
    is true, run the intents twice in a single process instead, in a new one if possible.
    """
    wrong, end = segment.divergence or segment.raised, segment.end
    if wrong is not None:
        end = min(bisect_left(journal.lines, wrong.line or 0) + _BEYOND, end)
    records = journal.records[segment.start : end]
    if not records or not (twice or source.made_by):
        return None

    def run(records: list[Record], seed: str, watch: int) -> tuple[list[Course], int | None]:
        here = 1 if not twice else 0 if source.made_by else 2
        courses = [perform(source, records, watch) for _ in range(here)]
        if here < 2:
            request = source.made_by, journal.header, records, watch, 2 - here
            courses += perform_elsewhere(seed, *request)
        pairs = enumerate(zip_longest(*(course.digests for course in courses)))
        return courses, next((number for number, (a, b) in pairs if a != b), None)

    # If all runs share this process, only the first two may differ, so record their activity.
    watch = -1 if source.made_by else len(records)
    for seed in ("0",) if twice else seeds:
        courses, number = run(records, seed, watch)
        if number is None:
            continue
        for _ in range(_TRIES if source.made_by else 1):
            # In one process, play all records, because the first run may affect the second.
            watch, some = number, records if twice else records[: number or 1]
            again, differs = run(some, seed, watch)
            if differs is not None and watch - LAST < differs <= watch:
                courses, number = again, differs
                if number == watch:  # the run has already read all components
                    break
        at, world = segment.start + max(number - 1, 0), source.begin().world
        digests = [x.digests[number] for x in courses]
        mine, theirs = (x.rows[number] for x in courses)
        row, text = first_act(mine, theirs, courses[0].names | courses[1].names)
        if ends := [x for x in digests if x.startswith("raises ")]:  # such a run has no rows
            row, text = None, f"one {ends[0]}, the other {ends[1] if ends[1:] else 'does not'}"
        elif row is None:
            text = ", ".join(f"the state of {x}" for x in parts_that_differ(world, *digests))
        rows = chain(*perform(source, records, len(records)).rows)  # the activity of all records
        if kept := [x.by for x in rows if x.kind == "kept"]:
            text += f" (events are kept by {listed(kept)})"
        if number == 0:
            text = f"before the first intent: {text or 'an event, or state outside components'}"
        turn, by = (journal.records[at].turn, "") if row is None else (row.turn, row.by)
        event = "" if row is None else row.event
        near = {x.by.partition(".")[0] for x in (*mine, *theirs) if x.event == event}
        private = by and listed(private_fields(x for x in world.components if x.__name__ in near))
        if by and number != watch:  # an earlier change may have been missed
            text, by = f"{text}, seen in {by}", ""
        return Parting(turn, journal.lines[at], text, by, "" if twice else seed, private)
    return None


def first_act(
    mine: Sequence[Row], theirs: Sequence[Row], names: Mapping[str, str]
) -> tuple[Row | None, str]:
    """Return the first row that differs between two runs, and a description of the difference.

    If one run has already moved on to the next handler or the outer event, return the other's row.
    """
    for pair in zip_longest(mine, theirs):
        if pair[0] != pair[1]:
            rows = [row for row in pair if row is not None]
            acts = [row for row in rows if row.kind != "ran"]
            unknown = msgspec.structs.replace(rows[0], by="")
            acted = max(acts, key=lambda x: int(x.event.rpartition("#")[2] or 0), default=unknown)
            texts = [_act(row, names) if row else "nothing" for row in pair]
            if texts[0] != texts[1]:
                return acted, f"in one run, {texts[0]}; in the other, {texts[1]}"
            texts = [shorten(with_names(x.after, names), LONGEST) or "nothing" for x in rows]
            return acted, f"{field_of(acted.subject, names)} {' or '.join(texts)}"
    return None, ""


def _act(row: Row, names: Mapping[str, str]) -> str:
    subject = row.after if row.subject[:10] == "scheduled[" else field_of(row.subject, names)
    text = "was called" if row.kind == "ran" else f"{row.kind} {subject}"
    return f"{row.by or ('no handler' if row.event else 'code outside handlers')} {text}"


def _answer() -> None:
    with redirect_stdout(sys.stderr):  # keep the simulation's output out of the answer
        request = msgspec.json.decode(sys.stdin.buffer.read(), type=Request)
        made_by, header, records, watch, times = request
        source = source_from(resolve_name(made_by), Journal(header))
        courses = [perform(source, records, watch) for _ in range(times)]
    sys.stdout.buffer.write(encode(courses))
