"""Shrinking a failing recording: the fewest intents that still fail, and a test that plays them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

import attrs

from eventcore.diagnose.nondeterminism import find_parting
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.journal.format import INTENT, UPGRADE
from eventcore.replay.playback import verify
from eventcore.replay.segments import Segment
from eventcore.replay.shrinking import Shrinking
from eventcore.replay.simulation import Simulation
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import Result, UsageError, counted
from eventcore.tools.shrinking.elsewhere import parting_elsewhere
from eventcore.tools.shrinking.failures import (
    Failure,
    Repeats,
    failing_command,
    failure_of,
    repeat,
    write_small,
)
from eventcore.tools.shrinking.stopping import Stopped, stoppable

_MOST_SHOWN = 12

Progressed = Callable[[int, int], None]
"""Is told how many intents are left, and after how many checks."""


@attrs.frozen
class _Files:
    """What is written: the small journal, and the test of it."""

    small: Path
    test: Path


def shrink(
    simulations: Simulations,
    recording: Recording,
    *,
    command: str | None = None,
    out: Path | None = None,
    patience: int = 60,
    progressed: Progressed | None = None,
) -> Result:
    """Reduce a failing journal, and write the small one and a test that plays it.

    Args:
        simulations: What makes its simulations.
        recording: The journal.
        command: What is run with a candidate to see whether it fails, which exit code 1 says.
            Without one it fails if a handler raises, or if two replays of it differ, here or in
            another process with another hash seed.
        out: The small journal; by default its name is that of the journal with ``.small``.
        patience: How many seconds the command may take; one that takes longer is ended, and
            says that the candidate does not fail.
        progressed: Is told how far it is.

    Raises:
        UsageError: The recording does not fail, or the files are there already.
        JournalError: The journal cannot be shrunk, or the small one not be written.
    """
    journal = recording.journal
    _refuse_upgrades(recording)
    files = _files(recording.path, out)
    intents = _intents(journal, recording.first)
    if not intents:
        raise UsageError(f"{recording.path}: there is nothing to shrink: it holds no intent")
    warnings = [] if journal.problem is None else recording.notes("taken")[-1:]
    repeats = None
    with stoppable() as stopped:
        try:
            failure = _failure(simulations, recording, intents, command, patience)
        except Stopped as stop:
            said = f"stopped by {stop} before it was known how it fails; nothing is written"
            return Result(stopped.code, warnings=[*warnings, f"{recording.path}: {said}"])
        search = Shrinking(intents, failure.check, progressed)
        try:
            _search(search, failure)
            repeats = repeat(failure, search.best)
        except Stopped:
            pass  # what is found so far is kept
        best = search.best
        _write(simulations, recording, failure, best, files, repeats)
    still = "so far " if stopped.code else ""
    counts = f"{counted(len(intents), 'intent')} to {len(best)}, {counted(search.checks, 'check')}"
    more = len(best) - _MOST_SHOWN
    lines = [
        f"{failure.summary}: {still}shrunk from {counts}",
        *(f"  {intent}" for intent in best[:_MOST_SHOWN]),
        *([f"  and {more} more"] if more > 0 else []),
        f"written: {files.small} and {files.test}",
    ]
    if repeats is not None and repeats.flickers:
        warnings.append(f"{recording.path}: {repeats}")
    return Result(stopped.code, lines, warnings)


def _files(path: Path, out: Path | None) -> _Files:
    if out is not None and not out.name:
        raise UsageError("--out: this is no name of a file; name one, as in --out small.jsonl")
    small = out or path.with_name(f"{path.name.partition('.')[0]}.small.jsonl")
    test = small.with_name(f"test_{re.sub('[^a-z0-9]+', '_', small.name.lower()).strip('_')}.py")
    for file in (small, test):
        if os.path.lexists(file):
            raise UsageError(f"{file}: exists already; name another file with --out")
    return _Files(small, test)


def _refuse_upgrades(recording: Recording) -> None:
    journal = recording.journal
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            raise JournalError(
                f"{recording.path}: goes over to other rules in line {line}: its intents do not "
                "lead from the beginning to the end, and cannot be shrunk"
            )


def _intents(journal: Journal, simulation: Simulation) -> list[Any]:
    intents: list[Any] = []
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.kind == INTENT:
            try:
                intents.append(simulation.decode(record.type, record.v, record.data))
            except JournalError as error:
                raise JournalError(f"line {line}: {error}", line=line) from None
    return intents


def _failure(
    simulations: Simulations,
    recording: Recording,
    intents: Sequence[Any],
    command: str | None,
    patience: int,
) -> Failure:
    """Find out how a recording fails.

    Raises:
        UsageError: The recording does not fail.
    """
    if command is not None:
        verifies = simulations.call("verify")
        return failing_command(recording, intents, command, patience, verifies)
    found = failure_of(recording.source, intents)
    if found is not None:
        return found
    journal = recording.journal
    whole = Segment(0, len(journal.records), journal.header, 0)
    parting = find_parting(recording.source, journal, whole)
    if parting is not None:
        found = parting_elsewhere(recording, parting, intents)
        if found is None:
            raise UsageError(f"{parting}; it is not shrunk, as they part no more; try again")
        return found
    divergence = verify(recording.source.begin(), journal)
    verifies = f"{simulations.call('verify')} {quote(str(recording.path))}"
    see = f" Its replay {divergence}; see {verifies}." if divergence else ""
    varied = recording.source.begin_varied
    debug = " and debug mode is too" if varied else " and debug mode was not tried"
    raise UsageError(
        "there is nothing to shrink: no handler raises, two replays are the same,"
        f"{debug}; say with --check COMMAND what fails.{see}"
    )


def _search(search: Shrinking[Any], failure: Failure) -> None:
    try:
        search.run()
    except JournalError:
        raise
    except ValueError:
        raise UsageError(
            f"the check flickers: all {len(search.best)} intents failed when they were played "
            "first and not when they were played again; try again, or make the check run them "
            "several times"
        ) from None


def _write(
    simulations: Simulations,
    recording: Recording,
    failure: Failure,
    best: Sequence[Any],
    files: _Files,
    repeats: Repeats | None,
) -> None:
    write_small(recording, best, files.small)
    text = failure.test_of(simulations.place, files.small.name, len(best), repeats)
    try:
        with files.test.open("x", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"{files.test}: cannot be written: {error.strerror or error}") from None
