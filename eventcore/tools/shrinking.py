"""The ``shrink`` command, which reduces a failing journal to a few intents."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from subprocess import DEVNULL
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs

from eventcore.errors import JournalError
from eventcore.journal.format import Record
from eventcore.replay.shrinking import (
    Check,
    crash_of,
    decoded,
    record_again,
    shrink_list,
    up_to_crash,
)
from eventcore.replay.simulation import Simulation
from eventcore.text import one_line
from eventcore.tools.opening import Recording
from eventcore.tools.results import Result, UsageError, counted, first_lines

_MOST_SHOWN: Final = 12
_INTERRUPTED: Final = 130


def shrink(
    recording: Recording,
    progressed: Callable[[int, None], None] = lambda left, total: None,
    *,
    command: str | None = None,
    out: Path | None = None,
) -> Result:
    """Reduce a failing journal to a few intents, and write them to a small journal.

    A candidate fails if the command exits with 1. Without a command, it fails if a handler raises
    an error. After each check, ``progressed`` is called with the number of intents left.
    """
    code = 0
    if out is not None and not out.name:
        raise UsageError("--out needs the name of a file, such as --out small.jsonl")
    path = recording.path
    small = out or path.with_name(f"{path.name.partition('.')[0]}.small.jsonl")
    if os.path.lexists(small):
        raise UsageError(f"{small}: already exists; choose another file with --out")
    intents = [*recording.intents().values()]
    if not intents:
        raise UsageError(f"{path}: nothing to shrink, because the journal has no intents")
    warnings = [] if recording.journal.problem is None else recording.notes("used")[-1:]
    if command is None:
        failure = _error(recording, intents, recording.source.begin)
        if failure is None and recording.source.begin_varied is not None:
            failure = _error(recording, intents, partial(recording.source.begin_varied, debug=True))
    else:
        failure = _failing_command(recording, intents, command)
    if failure is None:
        said = "no handler raises an error, even in debug mode; to check for another failure"
        raise UsageError(f"nothing to shrink: {said}, name a command with --check COMMAND")
    (summary, check), checks = failure, 0
    best = intents  # the shortest candidate that failed
    try:
        for best in shrink_list(intents, check):
            checks += 1
            progressed(len(best), None)
    except JournalError:
        raise
    except ValueError:
        run = f"the run of {counted(len(intents), 'intent')} first failed and then passed"
        remedy = "try again, or make the check run the intents several times"
        raise UsageError(f"the check is flaky: {run}; {remedy}") from None
    except KeyboardInterrupt:
        code = _INTERRUPTED
    _record(recording, best, small)
    broken = "interrupted; " if code else ""
    shown = [f"{intent.type} {bytes(intent.data).decode()}" for intent in best]
    counts = f"{counted(len(intents), 'intent')} to {len(best)}, {counted(checks, 'check')}"
    lines = [
        f"{summary}: {broken}shrunk from {counts}",
        *first_lines(shown, _MOST_SHOWN),
        f"written: {small}",
    ]
    return Result(code, lines, warnings)


def _error(
    recording: Recording, intents: Sequence[Record], begin: Callable[[], Simulation]
) -> tuple[str, Check[Any]] | None:
    simulation = begin()
    for record in intents:
        with recording.journal.errors_named():
            intent = decoded(simulation, record)
        try:
            simulation.perform(intent)
        except Exception as error:  # a handler may raise any error
            crash = crash_of(error)
            return f"{crash}: {one_line(error)}", up_to_crash(begin, crash)
    return None


def _failing_command(
    recording: Recording, intents: Sequence[Any], command: str
) -> tuple[str, Check[Any]]:
    """Return a description of a command's failure, and a check that detects it."""
    line = command if "{}" in command else f"{command} {{}}"

    def code(some: Sequence[Any]) -> int:
        with TemporaryDirectory(prefix="eventcore-") as folder:
            path = Path(folder, "candidate.jsonl")
            _record(recording, some, path)
            shell = line.replace("{}", quote(str(path)))
            return subprocess.run(shell, shell=True, stdin=DEVNULL, capture_output=True).returncode

    ended = code(intents)
    if ended != 1:
        given = f"with all {counted(len(intents), 'intent')}, the command exits with {ended}, but "
        given += "only exit code 1 means that the intents fail"
    elif code([]) == 1:
        given = "the command exits with 1 even for a journal without intents"
    else:
        return f"{command!r} exits with 1", lambda some: len(some) * (code(some) == 1)
    raise UsageError(f"nothing to shrink: {given}")


def _record(recording: Recording, intents: Sequence[Any], path: Path) -> None:
    simulation = recording.source.begin()
    header = getattr(simulation, "header", recording.journal.header)
    record_again(simulation, attrs.evolve(header, events=False, names={}), intents, path)
