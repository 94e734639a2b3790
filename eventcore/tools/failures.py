"""Check whether the intents of a recording fail, and in which way."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs
import msgspec

from eventcore.diagnose.nondeterminism import find_parting, first_difference
from eventcore.diagnose.performing import Intents, perform, perform_elsewhere
from eventcore.errors import JournalError
from eventcore.journal import Journal
from eventcore.journal.format import INTENT, UPGRADE
from eventcore.replay import Source
from eventcore.replay.segments import Segment
from eventcore.replay.shrinking import Check, crash_of, up_to_crash, up_to_divergence
from eventcore.schema.values import encode
from eventcore.tools.results import UsageError, one_line


@attrs.frozen
class Failure:
    """The way in which a recording fails, and the error that a handler raised, if any."""

    summary: str
    check: Check[Any]
    error: Exception | None = None


def play_again(source: Source, journal: Journal, path: Path, how: str) -> None:
    """Play the intents of a journal, and raise an AssertionError if they fail.

    The intents fail if the command ``how`` exits with 1. Instead of a command, ``how`` may be
    ``error`` (a handler raises an error), ``replay`` (two replays differ), ``debug`` (a replay in
    debug mode differs) or ``process`` (a replay in another process differs).
    """
    if how in FAILURES:
        failure = FAILURES[how](source, journal, intents_of(source, journal, path))
        if failure is not None:
            raise AssertionError(failure.summary) from failure.error
    elif exit_code(words_of(how), path) == 1:
        raise AssertionError(f"{how} exits with 1")


def intents_of(source: Source, journal: Journal, path: Path) -> list[Any]:
    """Return the intents of a journal; raise JournalError if it switches to other rules."""
    simulation, intents = source.begin(), list[Any]()
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


def _error(source: Source, journal: Journal, intents: Sequence[Any]) -> Failure | None:
    simulation = source.begin()
    for intent in intents:
        try:
            simulation.perform(intent)
        except Exception as error:  # a handler may raise any error
            crash = crash_of(error)
            return Failure(f"{crash}: {one_line(error)}", up_to_crash(source.begin, crash), error)
    return None


def _replay(source: Source, journal: Journal, intents: Sequence[Any]) -> Failure | None:
    check = up_to_divergence(source.begin, source.begin)
    return Failure("two replays differ", check) if check(intents) else None


def _debug(source: Source, journal: Journal, intents: Sequence[Any]) -> Failure | None:
    if source.begin_varied is None:
        return None
    debug = partial(source.begin_varied, debug=True)
    check = up_to_divergence(source.begin, debug)
    if not check(intents):
        return None
    crash = _error(attrs.evolve(source, begin=debug), journal, intents)
    said = "differs" if crash is None else f"raises {crash.summary}"
    return Failure(f"debug mode {said}", check, None if crash is None else crash.error)


def _process(source: Source, journal: Journal, intents: Sequence[Any]) -> Failure | None:
    whole = Segment(0, len(journal.records), journal.header, 0)
    parting = find_parting(source, journal, whole)
    if parting is None:
        return None

    simulation = source.begin()

    def check(intents: Sequence[Any]) -> int:
        encoded = [simulation.encode(intent) for intent in intents]
        records = [(name, v, msgspec.Raw(encode(data))) for name, v, data in encoded]
        if not records:
            return 0
        some, header = Intents(records), journal.header
        (there,) = perform_elsewhere(source.made_by, header, some, parting.seed)
        number = first_difference(perform(source, some), there)
        return 0 if number is None else number + 1

    return Failure("two processes differ", check)


FAILURES: Final = {"error": _error, "replay": _replay, "debug": _debug, "process": _process}


def words_of(command: str) -> list[str]:
    """Split a command into words, in which ``{}`` stands for the path of a journal."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--check {command!r}: {error}") from None
    return words if not words or any("{}" in word for word in words) else [*words, "{}"]


def exit_code(words: Sequence[str], path: Path, patience: int | None = None) -> int | None:
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
