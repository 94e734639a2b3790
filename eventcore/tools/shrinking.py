"""The command shrink: reduce a failing recording to a few intents, and write a test of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import attrs

from eventcore.errors import JournalError
from eventcore.replay.shrinking import Shrinking, record_again
from eventcore.text import printable
from eventcore.tools.failures import FAILURES, Failure, exit_code, intents_of, words_of
from eventcore.tools.opening import Recording, Simulations
from eventcore.tools.output_files import atomic_write
from eventcore.tools.results import Result, UsageError, counted, first_lines

_MOST_SHOWN: Final = 12
_INTERRUPTED: Final = 130
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
    intents = intents_of(recording.source, recording.journal, path)
    warnings = [] if recording.journal.problem is None else recording.notes("used")[-1:]
    if command is None:
        how, failure = _failure(recording, intents)
    else:
        how = command
        failure = _failing_command(
            recording, intents, command, patience, simulations.call("verify")
        )
    search = Shrinking(intents, failure.check, progressed)
    try:
        search.run()
        again = sum(failure.check(search.best) > 0 for _ in range(_FEW))
    except JournalError:
        raise
    except ValueError:
        raise UsageError(
            f"the check is flaky: all {counted(len(intents), 'intent')} failed on the first run "
            "and passed on the second; try again, or make the check run them several times"
        ) from None
    except KeyboardInterrupt:
        code = _INTERRUPTED
    best = search.best  # after an interrupt, the shortest candidate so far
    _record(recording, best, small)
    times = 1 if again == _FEW else _MANY
    docstring = printable(f"{counted(len(best), 'intent')} that failed: {failure.summary}.")
    text = _TEST.format(
        docstring=docstring, name=small.name, times=times, place=simulations.place, how=how
    )
    with atomic_write(test) as part:
        part.write_text(text, "utf-8", "backslashreplace")
    still = "so far " if code else ""
    counts = f"{counted(len(intents), 'intent')} to {len(best)}, {counted(search.checks, 'check')}"
    lines = [
        f"{failure.summary}: {still}shrunk from {counts}",
        *first_lines([str(intent) for intent in best], _MOST_SHOWN),
        f"written: {small} and {test}",
    ]
    if again < _FEW:
        warnings.append(
            f"{path}: the check is flaky: the result failed {again} of {_FEW} times when it was "
            f"played again, so it may be longer than needed; the test plays it {times} times"
        )
    return Result(code, lines, warnings)


def _files(path: Path, out: Path | None) -> tuple[Path, Path]:
    if out is not None and not out.name:
        raise UsageError("--out: this is not a file name; try --out small.jsonl")
    small = out or path.with_name(f"{path.name.partition('.')[0]}.small.jsonl")
    test = small.with_name(f"test_{re.sub('[^a-z0-9]+', '_', small.name.lower()).strip('_')}.py")
    for file in (small, test):
        if os.path.lexists(file):
            raise UsageError(f"{file}: exists already; name another file with --out")
    return small, test


def _failure(recording: Recording, intents: Sequence[Any]) -> tuple[str, Failure]:
    """Return how a recording fails, or raise UsageError if it does not fail."""
    for how, find in FAILURES.items():
        failure = find(recording.source, recording.journal, intents)
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
    words = words_of(command)
    if not words:
        raise UsageError(f"--check needs a command, such as {verifies!r}")

    def code(some: Sequence[Any]) -> int | None:
        with TemporaryDirectory(prefix="eventcore-") as folder:
            path = Path(folder, "candidate.jsonl")
            _record(recording, some, path)
            return exit_code(words, path, patience)

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


def _record(recording: Recording, intents: Sequence[Any], path: Path) -> None:
    """Record some intents in a new journal with the present rules."""
    simulation = recording.source.begin()
    header = getattr(simulation, "header", recording.journal.header)
    record_again(simulation, attrs.evolve(header, events=False, names={}), intents, path)
