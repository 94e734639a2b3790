"""Shrink a failing recording to a few intents that still fail, and write a test."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Final

import attrs

from eventcore.diagnose.nondeterminism import find_parting
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.journal.format import INTENT, UPGRADE
from eventcore.replay.playback import verify
from eventcore.replay.segments import Segment
from eventcore.replay.shrinking import Shrinking
from eventcore.replay.simulation import Simulation
from eventcore.tools.failures import (
    Failure,
    failing_command,
    failure_elsewhere,
    failure_of,
    repeat,
    write_small,
)
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import Result, UsageError, counted

_MOST_SHOWN: Final = 12
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _Stopped(BaseException):
    """A signal asked the process to end; the message is the name of the signal."""


@attrs.define
class _Stop:
    """The exit code after a signal, as a shell returns it; 0 if no signal came."""

    code: int = 0


def shrink(
    simulations: Simulations,
    recording: Recording,
    *,
    command: str | None = None,
    out: Path | None = None,
    patience: int = 60,
    progressed: Callable[[int, int], None] | None = None,
) -> Result:
    """Shrink a failing journal, and write a small journal and a test that plays it.

    A candidate fails if the command exits with 1 within ``patience`` seconds. Without a command, it
    fails if a handler raises an error, or if two replays differ, even if only in another process.
    ``progressed`` is called with the number of intents left and the number of checks.

    Raises:
        UsageError: The recording does not fail, or an output file already exists.
        JournalError: The journal cannot be shrunk, or the small journal cannot be written.
    """
    journal = recording.journal
    small, test = _files(recording.path, out)
    intents = _intents(recording.path, journal, recording.first)
    warnings = [] if journal.problem is None else recording.notes("used")[-1:]
    repeats = None
    with _stoppable() as stop:
        try:
            failure = _failure(simulations, recording, intents, command, patience)
        except _Stopped as stopped:
            said = f"stopped by {stopped} before a failure was found; nothing is written"
            return Result(stop.code, warnings=[*warnings, f"{recording.path}: {said}"])
        search = Shrinking(intents, failure.check, progressed)
        try:
            _search(search)
            repeats = repeat(failure, search.best)
        except _Stopped:
            pass  # use the shortest candidate so far
        best = search.best
        write_small(recording, best, small)
        text = failure.test_of(simulations.place, small.name, len(best), repeats)
        try:
            with test.open("x", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
        except OSError as error:
            raise UsageError(f"{test}: cannot be written: {error.strerror or error}") from None
    still = "so far " if stop.code else ""
    counts = f"{counted(len(intents), 'intent')} to {len(best)}, {counted(search.checks, 'check')}"
    more = len(best) - _MOST_SHOWN
    lines = [
        f"{failure.summary}: {still}shrunk from {counts}",
        *(f"  {intent}" for intent in best[:_MOST_SHOWN]),
        *([f"  and {more} more"] if more > 0 else []),
        f"written: {small} and {test}",
    ]
    if repeats is not None and repeats.flaky:
        warnings.append(f"{recording.path}: {repeats}")
    return Result(stop.code, lines, warnings)


@contextmanager
def _stoppable() -> Iterator[_Stop]:
    """Raise ``_Stopped`` at the first signal, unless the process ignores that signal."""
    stop = _Stop()
    if current_thread() is not main_thread():
        yield stop
        return

    def end(number: int, _: FrameType | None) -> None:
        if not stop.code:
            stop.code = 128 + number
            raise _Stopped(signal.Signals(number).name)

    heard = [one for one in _SIGNALS if signal.getsignal(one) is not signal.SIG_IGN]
    before = {one: signal.signal(one, end) for one in heard}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _files(path: Path, out: Path | None) -> tuple[Path, Path]:
    """Return the paths of the small journal and its test."""
    if out is not None and not out.name:
        raise UsageError("--out: this is not a file name; try --out small.jsonl")
    small = out or path.with_name(f"{path.name.partition('.')[0]}.small.jsonl")
    test = small.with_name(f"test_{re.sub('[^a-z0-9]+', '_', small.name.lower()).strip('_')}.py")
    for file in (small, test):
        if os.path.lexists(file):
            raise UsageError(f"{file}: exists already; name another file with --out")
    return small, test


def _intents(path: Path, journal: Journal, simulation: Simulation) -> list[Any]:
    intents: list[Any] = []
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            raise JournalError(
                f"{path}: has other rules from line {line} on: its intents do not lead from the "
                "beginning to the end, so it cannot be shrunk"
            )
        if record.kind == INTENT:
            try:
                intents.append(simulation.decode(record.type, record.v, record.data))
            except JournalError as error:
                raise JournalError(f"line {line}: {error}", line=line) from None
    if not intents:
        raise UsageError(f"{path}: there is nothing to shrink: it has no intents")
    return intents


def _failure(
    simulations: Simulations,
    recording: Recording,
    intents: Sequence[Any],
    command: str | None,
    patience: int,
) -> Failure:
    """Find out how a recording fails, or raise UsageError if it does not fail."""
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
        found = failure_elsewhere(recording, parting, intents)
        if found is None:
            raise UsageError(f"{parting}; they did not differ again: try again")
        return found
    divergence = verify(recording.source.begin(), journal)
    verifies = f"{simulations.call('verify')} {quote(str(recording.path))}"
    see = f" Its replay {divergence}; see {verifies}." if divergence else ""
    varied = recording.source.begin_varied
    debug = " and debug mode is too" if varied else " and debug mode was not tried"
    raise UsageError(
        "there is nothing to shrink: no handler raises an error, two replays are the same,"
        f"{debug}; name a command that fails with --check COMMAND.{see}"
    )


def _search(search: Shrinking[Any]) -> None:
    try:
        search.run()
    except JournalError:
        raise
    except ValueError:
        raise UsageError(
            f"the check is flaky: all {counted(len(search.best), 'intent')} failed on the first "
            "run and passed on the second; try again, or make the check run them several times"
        ) from None
