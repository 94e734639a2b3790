"""The command shrink: reduce a failing recording to a few intents, and write a test of them."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, Final

import attrs
import msgspec

from eventcore.diagnose.nondeterminism import (
    find_parting,
    first_difference,
    run_here_and_elsewhere,
)
from eventcore.diagnose.performing import Intents
from eventcore.errors import JournalError
from eventcore.journal.format import INTENT, UPGRADE
from eventcore.replay.segments import Segment
from eventcore.replay.shrinking import (
    Check,
    Shrinking,
    crash_of,
    record_again,
    up_to_crash,
    up_to_divergence,
)
from eventcore.replay.simulation import Headed, Restorable
from eventcore.schema.encoding import encode
from eventcore.text import printable
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.results import Result, UsageError, counted, one_line

_MOST_SHOWN: Final = 12
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_FEW: Final = 5
"""How often a failure is repeated to find out whether it is flaky."""
_MANY: Final = 20
"""How often the test of a flaky failure plays the intents."""
_TEST: Final = """\
{docstring!r}

from pathlib import Path

from eventcore.tools import Simulations

JOURNAL = Path(__file__).with_name({name!r})


def test_the_intents_that_failed_can_be_played() -> None:
    for _ in range({times}):
        Simulations.of({place!r}).play_again(JOURNAL, {how!r})
"""


class _Stopped(BaseException):
    """Raised if a signal asks the process to end; the argument is the number of the signal."""


@attrs.frozen
class Failure:
    """The way in which a recording fails.

    Attributes:
        summary: A short description of the failure.
        check: A function that returns how many intents are needed for the failure; 0 if they pass.
        error: The error that a handler raised, if any.
    """

    summary: str
    check: Check[Any]
    error: Exception | None = None


def play_again(recording: Recording, how: str) -> None:
    """Play the intents of a recording, and raise an AssertionError if they fail.

    They fail if the command ``how`` exits with 1. It may also be the name of a check: with
    ``error``, they fail if a handler raises an error; with ``replay``, ``debug`` and ``process``,
    if two replays differ, one of them in debug mode or in another process.
    """
    if how in _FAILURES:
        failure = _FAILURES[how](recording, _intents(recording))
        if failure is not None:
            raise AssertionError(failure.summary) from failure.error
    elif _exit_code(_words_of(how), recording.path) == 1:
        raise AssertionError(f"{how} exits with 1")


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
    """
    path, code, again = recording.path, 0, _FEW
    small, test = _files(path, out)
    intents = _intents(recording)
    warnings = [] if recording.journal.problem is None else recording.notes("used")[-1:]
    search: Shrinking[Any] | None = None
    with _stoppable():
        try:
            if command is None:
                how, failure = _failure(recording, intents)
            else:
                verifies = simulations.call("verify")
                how = command
                failure = _failing_command(recording, intents, command, patience, verifies)
            search = Shrinking(intents, failure.check, progressed)
            try:
                search.run()
            except ValueError:
                raise UsageError(
                    f"the check is flaky: all {counted(len(intents), 'intent')} failed on the "
                    "first run and passed on the second; try again, or make the check run them "
                    "several times"
                ) from None
            again = sum(failure.check(search.best) > 0 for _ in range(_FEW))
        except _Stopped as stopped:
            number = stopped.args[0]
            code = 128 + number  # as a shell returns it
            if search is None:
                name = signal.Signals(number).name
                said = f"stopped by {name} before a failure was found; nothing is written"
                return Result(code, warnings=[*warnings, f"{path}: {said}"])
        best = search.best  # after a signal, the shortest candidate so far
        _record(recording, best, small)
        times = 1 if again == _FEW else _MANY
        docstring = printable(f"{counted(len(best), 'intent')} that failed: {failure.summary}.")
        text = _TEST.format(
            docstring=docstring, name=small.name, times=times, place=simulations.place, how=how
        )
        try:
            with test.open("x", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
        except OSError as error:
            raise UsageError(f"{test}: cannot be written: {error.strerror or error}") from None
    still = "so far " if code else ""
    counts = f"{counted(len(intents), 'intent')} to {len(best)}, {counted(search.checks, 'check')}"
    more = len(best) - _MOST_SHOWN
    lines = [
        f"{failure.summary}: {still}shrunk from {counts}",
        *(f"  {intent}" for intent in best[:_MOST_SHOWN]),
        *([f"  and {more} more"] if more > 0 else []),
        f"written: {small} and {test}",
    ]
    if again < _FEW:
        warnings.append(
            f"{path}: the check is flaky: the result failed {again} of {_FEW} times when it was "
            f"played again, so it may be longer than needed; the test plays it {times} times"
        )
    return Result(code, lines, warnings)


@contextmanager
def _stoppable() -> Iterator[None]:
    """Raise ``_Stopped`` at the first signal, unless the process ignores that signal."""

    def end(number: int, _: FrameType | None) -> None:
        for one in before:
            signal.signal(one, signal.SIG_IGN)  # the result so far is still to be written
        raise _Stopped(number)

    heard = [one for one in _SIGNALS if signal.getsignal(one) is not signal.SIG_IGN]
    before = {one: signal.signal(one, end) for one in heard}
    try:
        yield
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


def _intents(recording: Recording) -> list[Any]:
    path, journal, intents = recording.path, recording.journal, list[Any]()
    for record, line in zip(journal.records, journal.lines, strict=True):
        if record.type == UPGRADE:
            raise JournalError(
                f"{path}: has other rules from line {line} on: its intents do not lead from the "
                "beginning to the end, so it cannot be shrunk"
            )
        if record.kind == INTENT:
            try:
                intents.append(recording.first.decode(record.type, record.v, record.data))
            except JournalError as error:
                raise JournalError(f"line {line}: {error}", line=line) from None
    if not intents:
        raise UsageError(f"{path}: there is nothing to shrink: it has no intents")
    return intents


def _error(
    recording: Recording, intents: Sequence[Any], begin: Callable[[], Restorable] | None = None
) -> Failure | None:
    begin = begin or recording.source.begin
    simulation = begin()
    for intent in intents:
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
    if recording.source.begin_varied is None:
        return None
    debug = partial(recording.source.begin_varied, debug=True)
    check = up_to_divergence(recording.source.begin, debug)
    if not check(intents):
        return None
    crash = _error(recording, intents, debug)
    said = "differs" if crash is None else f"raises {crash.summary}"
    return Failure(f"debug mode {said}", check, None if crash is None else crash.error)


def _process(recording: Recording, intents: Sequence[Any]) -> Failure | None:
    source, journal = recording.source, recording.journal
    whole = Segment(0, len(journal.records), journal.header, 0)
    parting = find_parting(source, journal, whole)
    if parting is None:
        return None

    def check(intents: Sequence[Any]) -> int:
        encoded = [recording.first.encode(intent) for intent in intents]
        records = [(name, v, msgspec.Raw(encode(data))) for name, v, data in encoded]
        if not records:
            return 0
        runs = run_here_and_elsewhere(source, journal.header, Intents(records), parting.seed)
        number = first_difference(*runs)
        return 0 if number is None else number + 1

    return Failure("two processes differ", check)


_FAILURES: Final = {"error": _error, "replay": _replay, "debug": _debug, "process": _process}


def _failure(recording: Recording, intents: Sequence[Any]) -> tuple[str, Failure]:
    """Return how a recording fails, or raise UsageError if it does not fail."""
    for how, find in _FAILURES.items():
        failure = find(recording, intents)
        if failure is not None:
            return how, failure
    raise UsageError(
        "there is nothing to shrink: no handler raises an error, and replays are the same, even "
        "in debug mode and in another process, as far as this simulation supports them; name a "
        "command that fails with --check COMMAND"
    )


def _failing_command(
    recording: Recording, intents: Sequence[Any], command: str, patience: int, verifies: str
) -> Failure:
    """Return a failure whose check is a command, or raise UsageError if the command passes."""
    words = _words_of(command)
    if not words:
        raise UsageError(f"--check needs a command, such as {verifies!r}")

    def code(some: Sequence[Any]) -> int | None:
        with TemporaryDirectory(prefix="eventcore-") as folder:
            path = Path(folder, "candidate.jsonl")
            _record(recording, some, path)
            return _exit_code(words, path, patience)

    ended, nothing = code(intents), "there is nothing to shrink:"
    given = f"with all {counted(len(intents), 'intent')} the command"
    if ended is None:
        raise UsageError(
            f"{nothing} {given} had not ended after {counted(patience, 'second')}; give it more "
            "time with --timeout"
        )
    if ended != 1:
        raise UsageError(f"{nothing} {given} exits with {ended}, but only 1 means that it fails")
    if code([]) == 1:
        raise UsageError(f"{nothing} the command exits with 1 even for a journal without intents")
    return Failure(f"{words[0]!r} exits with 1", lambda some: len(some) * (code(some) == 1))


def _words_of(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--check {command!r}: {error}") from None
    return words if not words or any("{}" in word for word in words) else [*words, "{}"]


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
    """Record some intents in a new journal with the present rules."""
    simulation = recording.source.begin()
    header = simulation.header if isinstance(simulation, Headed) else recording.journal.header
    record_again(simulation, attrs.evolve(header, events=False, names={}), intents, path)
