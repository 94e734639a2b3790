"""The command ``shrink``, which reduces a failing journal to few intents and writes a test."""

from __future__ import annotations

import os
import re
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
from eventcore.replay.simulation import Restorable
from eventcore.text import printable
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.output_files import atomic_write
from eventcore.tools.results import Result, UsageError, counted, first_lines, one_line

_MOST_SHOWN: Final = 12
_INTERRUPTED: Final = 130
_MODES: Final = ("error", "debug")
"""The checks that need no command: a handler raises an error, perhaps only in debug mode."""
_TEST: Final = """\
{docstring!r}

from pathlib import Path

from eventcore.tools.shrinking import play_again

JOURNAL = Path(__file__).with_name({name!r})


def test_the_intents_that_failed_can_be_played() -> None:
    play_again({place!r}, JOURNAL, {how!r})
"""


@attrs.frozen
class Failure:
    """A description of how a recording fails, a check for this, and the handler's error, if any."""

    summary: str
    check: Check[Any]
    error: Exception | None = None


def shrink(
    recording: Recording,
    *,
    command: str | None = None,
    out: Path | None = None,
    progressed: Callable[[int, int], None] | None = None,
) -> Result:
    """Shrink a failing journal, and write the small journal and a test that plays it.

    A candidate fails if the command exits with 1. Without a command, it fails if a handler raises
    an error. ``progressed`` is called with the numbers of intents left and of checks made.
    """
    code = 0
    small, test = _files(recording.path, out)
    intents = [*recording.intents().values()]
    if not intents:
        raise UsageError(f"{recording.path}: nothing to shrink: the journal has no intents")
    warnings = [] if recording.journal.problem is None else recording.notes("used")[-1:]
    if command is None:
        errors = ((how, _error(recording, intents, how)) for how in _MODES)
        how, failure = next((pair for pair in errors if pair[1] is not None), ("", None))
    else:
        how, failure = command, _failing_command(recording, intents, command)
    if failure is None:
        raise UsageError(
            "nothing to shrink: no handler raises an error, even in debug mode; to check for "
            "another failure, name a command with --check COMMAND"
        )
    best, checks = intents, 0  # best: the shortest failing candidate so far
    try:
        for best in shrink_list(intents, failure.check):
            checks += 1
            if progressed is not None:
                progressed(len(best), checks)
    except JournalError:
        raise
    except ValueError:
        raise UsageError(
            f"the check is flaky: all {counted(len(intents), 'intent')} failed on the first run "
            "and passed on the second; try again, or make the check run the intents several times"
        ) from None
    except KeyboardInterrupt:
        code = _INTERRUPTED
    _record(recording, best, small)
    docstring = printable(f"{counted(len(best), 'intent')} that failed: {failure.summary}.")
    with atomic_write(test) as part:
        place = recording.simulations.place
        text = _TEST.format(docstring=docstring, name=small.name, place=place, how=how)
        part.write_text(text, "utf-8", "backslashreplace")
    still = "so far " if code else ""
    shown = [f"{intent.type} {bytes(intent.data).decode()}" for intent in best]
    counts = f"{counted(len(intents), 'intent')} to {len(best)}, {counted(checks, 'check')}"
    lines = [
        f"{failure.summary}: {still}shrunk from {counts}",
        *first_lines(shown, _MOST_SHOWN),
        f"written: {small} and {test}",
    ]
    return Result(code, lines, warnings)


def play_again(simulation: str, path: Path, how: str) -> None:
    """Play the intents of a journal, and raise an AssertionError if they fail.

    The tests that ``shrink`` writes call this function and name the simulation as module:Class.
    The intents fail if the command ``how`` exits with 1. Instead of a command, ``how`` may be
    ``error`` (a handler raises an error) or ``debug`` (a handler raises an error in debug mode).
    """
    recording = Simulations.of(simulation).open(path)
    if how not in _MODES:
        if _exit_code(how, path) == 1:
            raise AssertionError(f"{how} exits with 1")
    elif failure := _error(recording, [*recording.intents().values()], how):
        raise AssertionError(failure.summary) from failure.error


def _files(path: Path, out: Path | None) -> tuple[Path, Path]:
    if out is not None and not out.name:
        raise UsageError("--out needs the name of a file, such as --out small.jsonl")
    small = out or path.with_name(f"{path.name.partition('.')[0]}.small.jsonl")
    test = small.with_name(f"test_{re.sub('[^a-z0-9]+', '_', small.name.lower()).strip('_')}.py")
    for file in (small, test):
        if os.path.lexists(file):
            raise UsageError(f"{file}: already exists; choose another file with --out")
    return small, test


def _error(recording: Recording, intents: Sequence[Record], how: str) -> Failure | None:
    begin: Callable[[], Restorable] = recording.source.begin
    if how == "debug":
        if recording.source.begin_varied is None:
            return None
        begin = partial(recording.source.begin_varied, debug=True)
    simulation = begin()
    for record in intents:
        with recording.journal.errors_named():
            intent = decoded(simulation, record)
        try:
            simulation.perform(intent)
        except Exception as error:  # a handler may raise any error
            crash = crash_of(error)
            return Failure(f"{crash}: {one_line(error)}", up_to_crash(begin, crash), error)
    return None


def _failing_command(recording: Recording, intents: Sequence[Any], command: str) -> Failure:
    """Return a failure whose check runs the command; raise UsageError if the command succeeds."""

    def code(some: Sequence[Any]) -> int:
        with TemporaryDirectory(prefix="eventcore-") as folder:
            path = Path(folder, "candidate.jsonl")
            _record(recording, some, path)
            return _exit_code(command, path)

    ended = code(intents)
    if ended != 1:
        given = f"with all {counted(len(intents), 'intent')}, the command exits with {ended}, but "
        given += "only exit code 1 means that the intents fail"
    elif code([]) == 1:
        given = "the command exits with 1 even for a journal without intents"
    else:
        return Failure(f"{command!r} exits with 1", lambda some: len(some) * (code(some) == 1))
    raise UsageError(f"nothing to shrink: {given}")


def _exit_code(command: str, path: Path) -> int:
    """Run a command in a shell, with the path of a journal, and return its exit code."""
    line = command if "{}" in command else f"{command} {{}}"
    line = line.replace("{}", quote(str(path)))
    run = subprocess.run(line, shell=True, stdin=DEVNULL, capture_output=True, check=False)
    return run.returncode


def _record(recording: Recording, intents: Sequence[Any], path: Path) -> None:
    simulation = recording.source.begin()
    header = getattr(simulation, "header", recording.journal.header)
    record_again(simulation, attrs.evolve(header, events=False, names={}), intents, path)
