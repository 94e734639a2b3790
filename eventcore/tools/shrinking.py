"""The command shrink: reduce a failing journal to few intents, and write a test to replay them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs

from eventcore.diagnose.nondeterminism import (
    find_parting,
    first_difference,
    perform,
    perform_elsewhere,
)
from eventcore.errors import JournalError
from eventcore.journal.format import UPGRADE, Record
from eventcore.replay.segments import Segment
from eventcore.replay.shrinking import (
    Check,
    crash_of,
    decoded,
    record_again,
    shrink_list,
    up_to_crash,
    up_to_divergence,
)
from eventcore.text import printable
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.output_files import atomic_write
from eventcore.tools.results import Result, UsageError, counted, first_lines, one_line

_MOST_SHOWN: Final = 12
_INTERRUPTED: Final = 130
_FEW: Final = 5
"""How often a failure is repeated to find out whether it is flaky."""
_MANY: Final = 20
"""How often the test of a flaky failure plays the intents."""
_TEST: Final = """\
{docstring!r}

from pathlib import Path

from eventcore.tools.shrinking import play_again

JOURNAL = Path(__file__).with_name({name!r})


def test_the_intents_that_failed_can_be_played() -> None:
    for _ in range({times}):
        play_again({place!r}, JOURNAL, {how!r})
"""


@attrs.frozen
class Failure:
    """The way in which a recording fails, and the error that a handler raised, if any."""

    summary: str
    check: Check[Any]
    error: Exception | None = None


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
    fails if a handler raises an error, or if two replays differ, in one process or in two.
    ``progressed`` is called with the number of intents left and the number of checks.
    """
    path, code, again = recording.path, 0, _FEW
    small, test = _files(path, out)
    intents = _intents_of(recording)
    warnings = [] if recording.journal.problem is None else recording.notes("used")[-1:]
    if command is None:
        kinds = ((how, find(recording, intents)) for how, find in _FAILURES.items())
        how, failure = next((kind for kind in kinds if kind[1] is not None), ("", None))
    else:
        how, failure = command, _failing_command(recording, intents, command, patience)
    if failure is None:
        raise UsageError(
            "there is nothing to shrink: no handler raises an error, and replays are the same, "
            "even in debug mode and in another process, as far as this simulation supports them; "
            "name a command that fails with --check COMMAND"
        )
    best, checks = intents, 0  # after an interrupt, the shortest candidate so far
    try:
        for best in shrink_list(intents, failure.check):
            checks += 1
            if progressed is not None:
                progressed(len(best), checks)
        again = sum(failure.check(best) > 0 for _ in range(_FEW))
    except JournalError:
        raise
    except ValueError:
        raise UsageError(
            f"the check is flaky: all {counted(len(intents), 'intent')} failed on the first run "
            "and passed on the second; try again, or make the check run them several times"
        ) from None
    except KeyboardInterrupt:
        code = _INTERRUPTED
    _record(recording, best, small)
    times = 1 if again == _FEW else _MANY
    docstring = printable(f"{counted(len(best), 'intent')} that failed: {failure.summary}.")
    with atomic_write(test) as part:
        text = _TEST.format(
            docstring=docstring, name=small.name, times=times, place=simulations.place, how=how
        )
        part.write_text(text, "utf-8", "backslashreplace")
    still = "so far " if code else ""
    shown = [f"{intent.type} {bytes(intent.data).decode()}" for intent in best]
    counts = f"{counted(len(intents), 'intent')} to {len(best)}, {counted(checks, 'check')}"
    lines = [
        f"{failure.summary}: {still}shrunk from {counts}",
        *first_lines(shown, _MOST_SHOWN),
        f"written: {small} and {test}",
    ]
    if again < _FEW:
        warnings.append(
            f"{path}: the check is flaky: the result failed {again} of {_FEW} times when it was "
            f"played again, so it may be longer than needed; the test plays it {times} times"
        )
    return Result(code, lines, warnings)


def play_again(simulation: str, path: Path, how: str) -> None:
    """Play the intents of a journal, and raise an AssertionError if they fail.

    The tests that ``shrink`` writes call this, with the name of the simulation as module:Class.
    The intents fail if the command ``how`` exits with 1. Instead of a command, ``how`` may be
    ``error`` (a handler raises an error), ``replay`` (two replays differ), ``debug`` (a replay in
    debug mode differs) or ``process`` (a replay in another process differs).
    """
    recording = Simulations.of(simulation).open(path)
    if how not in _FAILURES:
        if _exit_code(_words_of(how), path) == 1:
            raise AssertionError(f"{how} exits with 1")
    elif failure := _FAILURES[how](recording, _intents_of(recording)):
        raise AssertionError(failure.summary) from failure.error


def _files(path: Path, out: Path | None) -> tuple[Path, Path]:
    if out is not None and not out.name:
        raise UsageError("--out: this is not a file name; try --out small.jsonl")
    small = out or path.with_name(f"{path.name.partition('.')[0]}.small.jsonl")
    test = small.with_name(f"test_{re.sub('[^a-z0-9]+', '_', small.name.lower()).strip('_')}.py")
    for file in (small, test):
        if os.path.lexists(file):
            raise UsageError(f"{file}: exists already; name another file with --out")
    return small, test


def _intents_of(recording: Recording) -> list[Record]:
    """Return a journal's intents; raise JournalError if the rules change within the journal."""
    journal, intents = recording.journal, list[Record]()
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            raise JournalError(
                f"{recording.path}: line {line}: the rules change here, so the intents do not lead "
                "from the beginning to the end, and cannot be shrunk"
            )
        if record.is_intent:
            intents.append(record)
    if not intents:
        raise UsageError(f"{recording.path}: there is nothing to shrink: it has no intents")
    return intents


def _error(recording: Recording, intents: Sequence[Record]) -> Failure | None:
    begin = recording.source.begin
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


def _replay(recording: Recording, intents: Sequence[Any]) -> Failure | None:
    check = up_to_divergence(recording.source.begin, recording.source.begin)
    return Failure("two replays differ", check) if check(intents) else None


def _debug(recording: Recording, intents: Sequence[Any]) -> Failure | None:
    source = recording.source
    if source.begin_varied is None:
        return None
    debug = partial(source.begin_varied, debug=True)
    check = up_to_divergence(source.begin, debug)
    if not check(intents):
        return None
    there = attrs.evolve(recording, source=attrs.evolve(source, begin=debug))
    crash = _error(there, intents)
    said = "differs" if crash is None else f"raises {crash.summary}"
    return Failure(f"debug mode {said}", check, None if crash is None else crash.error)


def _process(recording: Recording, intents: Sequence[Any]) -> Failure | None:
    source, journal = recording.source, recording.journal
    parting = find_parting(source, journal, Segment(0, len(journal.records), journal.header, 0))
    if parting is None:
        return None

    def check(intents: Sequence[Record]) -> int:
        request = source.made_by, journal.header, [*intents], -1, 1
        try:
            (there,) = perform_elsewhere(parting.seed, *request)
            number = first_difference(perform(source, intents), there)
        except JournalError:  # the candidate lacks an earlier intent that created an entity
            return 0
        return 0 if number is None else number + 1

    return Failure("two processes differ", check)


_FAILURES: Final = {"error": _error, "replay": _replay, "debug": _debug, "process": _process}


def _failing_command(
    recording: Recording, intents: Sequence[Any], command: str, patience: int
) -> Failure:
    """Return a failure whose check is a command, or raise UsageError if the command passes."""
    words = _words_of(command)

    def code(some: Sequence[Any]) -> int | None:
        with TemporaryDirectory(prefix="eventcore-") as folder:
            path = Path(folder, "candidate.jsonl")
            _record(recording, some, path)
            return _exit_code(words, path, patience)

    ended, given = code(intents), f"with all {counted(len(intents), 'intent')} the command"
    if ended is None:
        given += f" had not ended after {counted(patience, 'second')}; give it more --timeout"
    elif ended != 1:
        given += f" exits with {ended}, but only 1 means that it fails"
    elif code([]) == 1:
        given = "the command exits with 1 even for a journal without intents"
    else:
        return Failure(f"{words[0]!r} exits with 1", lambda some: len(some) * (code(some) == 1))
    raise UsageError(f"there is nothing to shrink: {given}")


def _words_of(command: str) -> list[str]:
    """Split a command into words, in which ``{}`` stands for the path of a journal."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--check {command!r}: {error}") from None
    if not words:
        raise UsageError("--check needs a command, such as 'pytest tests/test_week.py'")
    return words if any("{}" in word for word in words) else [*words, "{}"]


def _exit_code(words: Sequence[str], path: Path, patience: int | None = None) -> int | None:
    """Run a command on a journal; return its exit code, or None if it takes too long."""
    command, nowhere = [word.replace("{}", str(path)) for word in words], subprocess.DEVNULL
    try:
        return subprocess.run(
            command, stdin=nowhere, stdout=nowhere, stderr=nowhere, timeout=patience, check=False
        ).returncode
    except subprocess.TimeoutExpired:
        return None
    except (OSError, ValueError) as error:  # ValueError: a word contains a NUL character
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"--check {words[0]!r} cannot be run: {reason}") from None


def _record(recording: Recording, intents: Sequence[Any], path: Path) -> None:
    simulation = recording.source.begin()
    header = getattr(simulation, "header", recording.journal.header)
    record_again(simulation, attrs.evolve(header, events=False, names={}), intents, path)
