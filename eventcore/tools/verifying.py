"""Verifying a journal: it is replayed, and what is not the same is told, and on whose account."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from time import perf_counter

import attrs

from eventcore.blame.report import account_of
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.journal.versions import code_change
from eventcore.replay import Keyframes
from eventcore.replay.segments import Segment, verify_segments
from eventcore.tools.closer import closer
from eventcore.tools.naming import Named
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, Result, counted, with_place

Progressed = Callable[[int, int], None]
"""Is told how many records are checked, of how many."""


def check(simulations: Simulations, path: Path, progressed: Progressed | None = None) -> Result:
    """Replay a journal, and say where it differs and on whose account.

    Args:
        simulations: What makes its simulations.
        path: The journal.
        progressed: Is told how far it is.

    Raises:
        UsageError: What makes the simulations raises.
    """
    try:
        recording = simulations.open(path, events=True)
        problems = recording.changes()
        with recording.journal.errors_named():
            start = perf_counter()
            segments = verify_segments(recording.source, recording.journal, progressed)
            seconds = perf_counter() - start
            code, found = _complaints(segments, recording, simulations)
    except JournalError as error:
        return Result(UNREADABLE, warnings=[str(error)])
    problems += found
    problem = recording.journal.problem
    if problem is not None:
        whole = "; what is whole is the same" if code == SAME else ""
        # Where only the end is torn, that it went another way before that weighs more.
        diverged = code == DIVERGED and problem.torn
        problems.append(f"{path}: {problem}{whole}")
        return Result(DIVERGED if diverged else UNREADABLE, warnings=problems)
    if code != SAME:
        return Result(code, warnings=problems)
    journal, turns = recording.journal, segments[-1].turn
    rate = turns / seconds if seconds else 0.0
    records = counted(len(journal.records), "record")
    extent = f"{records}, {_events(journal)}{counted(turns, 'turn')}"
    return Result(SAME, [f"{path}: same: {extent}, {rate:,.0f} turns/s"], problems)


def _events(journal: Journal) -> str:
    return f"{counted(sum(map(len, journal.events)), 'event')}, " if journal.header.events else ""


def _complaints(
    segments: list[Segment], recording: Recording, simulations: Simulations
) -> tuple[int, list[str]]:
    """Say in lines what is not the same, segment by segment, and give the exit code."""
    code, lines, path = SAME, list[str](), recording.path
    for number, segment in enumerate(segments, 1):
        of = f"segment {number} of {len(segments)}: " if len(segments) > 1 else ""
        found = _of_segment(segment, recording, simulations)
        if found:
            code = max(code, UNREADABLE if segment.unreadable else DIVERGED)
            lines += [f"{path}: {of}{found[0]}", *found[1:]]
        elif of:
            lines.append(f"{path}: {of}same, {counted(segment.end - segment.start, 'record')}")
    return code, lines


def _of_segment(segment: Segment, recording: Recording, simulations: Simulations) -> list[str]:
    journal, found = recording.journal, segment.divergence
    if segment.same:
        return []
    named = Named(recording, found.line if found is not None else 0)
    if found is not None:
        segment = attrs.evolve(segment, divergence=named.difference(found))
    keyframes = Keyframes.beside(recording.path, write=False)
    account = account_of(
        segment, journal, recording.source, keyframes, named.names(), named.difference
    )
    lines = account.lines
    if segment.raised is not None:
        shrink = f"{simulations.call('shrink')} {quote(str(recording.path))}"
        lines[0] = (
            f"{with_place(segment.raised)}; the fewest intents that raise it, finds: {shrink}"
        )
    changed = code_change(segment.header, recording.header)
    if changed and segment.unreadable is None:
        lines.append(f"  {changed}")
    return lines + closer(segment, account, recording, simulations)
