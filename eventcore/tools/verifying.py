"""Verifying a journal: it is replayed, and what is not the same is told, and on whose account."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from time import perf_counter

from eventcore.diagnose.nondeterminism import Parting, find_parting
from eventcore.diagnose.report import account_of
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.journal.format import code_change
from eventcore.replay import Keyframes
from eventcore.replay.segments import Segment, verify_segments
from eventcore.tools.closer import closer
from eventcore.tools.naming import Named
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import (
    DIVERGED,
    SAME,
    UNREADABLE,
    Result,
    UsageError,
    counted,
    with_place,
)

Progressed = Callable[[int, int], None]
"""Is told how many records are checked, of how many."""


def check(
    simulations: Simulations,
    path: Path,
    progressed: Progressed | None = None,
    *,
    twice: bool = False,
    hash_seeds: int = 0,
) -> Result:
    """Replay a journal, and report where it differs and which handlers may be the cause.

    Args:
        simulations: The function that makes its simulations.
        path: The journal.
        progressed: Called with how many records are checked, and of how many.
        twice: Whether to run the intents twice in this process too, to find state outside of the
            world.
        hash_seeds: The number of other processes to run them in, each with another hash seed, to
            find what depends on the order of a set, a clock or chance.

    Raises:
        UsageError: The function raises, or other processes cannot call it.
    """
    if hash_seeds < 0:
        raise UsageError("--hash-seeds is the number of processes: 0 or more")
    try:
        recording = simulations.open(path, events=True)
        problems = recording.changes()
        with recording.journal.errors_named():
            start = perf_counter()
            segments = verify_segments(recording.source, recording.journal, progressed)
            seconds = perf_counter() - start
            code, found = _complaints(segments, recording, simulations)
            if code == SAME and (twice or hash_seeds):
                found += _partings(segments, recording, simulations, twice, hash_seeds)
                code = DIVERGED if found else SAME
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
    extent += ", the same twice" if twice else ""
    extent += f", the same with {counted(hash_seeds, 'other hash seed')}" if hash_seeds else ""
    return Result(SAME, [f"{path}: same: {extent}, {rate:,.0f} turns/s"], problems)


def _events(journal: Journal) -> str:
    return f"{counted(sum(map(len, journal.events)), 'event')}, " if journal.header.events else ""


def _partings(
    segments: list[Segment],
    recording: Recording,
    simulations: Simulations,
    twice: bool,
    hash_seeds: int,
) -> list[str]:
    """Return a line for each segment that goes another way when it runs again, and what to type."""
    path, source, lines = recording.path, recording.source, list[str]()
    if hash_seeds and not source.made_by:
        raise UsageError(
            "--hash-seeds: other processes cannot make these simulations; give their Source "
            "made_by, as package.module:callable"
        )
    seeds = [str(number) for number in range(1, hash_seeds + 1)]
    names = Named(recording, 0).names()
    for segment in segments:
        found: Parting | None = None
        if twice:
            found = find_parting(source, recording.journal, segment, names, twice=True)
        if found is None and seeds:
            found = find_parting(source, recording.journal, segment, names, seeds)
        if found is not None:
            explain = f"{simulations.call('explain')} {quote(str(path))} --turn {found.turn}"
            lines += [
                f"{path}: the same as recorded, but {found}",
                f"  look closer with: {explain}",
            ]
    return lines


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
    keyframes = Keyframes.beside(recording.path, write=False)
    account = account_of(segment, journal, recording.source, keyframes, named.names(), named.value)
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
