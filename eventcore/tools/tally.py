"""Verifying many journals: a few at a time, counted, and gone on with after an interrupt."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

import attrs
import msgspec

from eventcore.journal import STDIN
from eventcore.tools.opening import Simulations
from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, Result, UsageError
from eventcore.tools.verifying import check

Check = Callable[[Path], Result]


@attrs.define
class Tally:
    """Counts what journals came to.

    Attributes:
        total: How many there are to check.
        codes: What those that are checked came to.
        passed_over: How many of these were not checked anew.
    """

    total: int
    codes: list[int] = attrs.field(factory=list)
    passed_over: int = 0

    def add(self, result: Result | None) -> None:
        """Count a result; None stands for a journal that was found the same before."""
        self.codes.append(SAME if result is None else result.code)
        self.passed_over += result is None

    @property
    def code(self) -> int:
        """The worst exit code."""
        return max(self.codes, default=SAME)

    def __str__(self) -> str:
        whole = len(self.codes) == self.total
        of = f"{self.total} journals" if whole else f"{len(self.codes)} of {self.total} journals"
        same, diverged, unreadable = map(self.codes.count, (SAME, DIVERGED, UNREADABLE))
        over = f", {self.passed_over} of them as checked before" if self.passed_over else ""
        return f"{of}: {same} the same, {diverged} diverged, {unreadable} not readable{over}"


@attrs.frozen
class _Checked:
    """A line of a file of results: a journal that was the same."""

    content: str
    rules: str
    path: str


class Results:
    """A file of the journals that were found the same, so that they are not checked again.

    One counts as long as its content is what it was, and so are the rules it was checked by.
    """

    def __init__(self, path: Path, rules: str) -> None:
        """Read what is there, as far as it can be read.

        Args:
            path: The file; it is made where it is missing.
            rules: What names the rules that journals are checked by now.

        Raises:
            UsageError: The file cannot be read, or holds something else.
        """
        self._path, self._rules = path, rules
        try:
            whole = path.read_bytes() if os.path.lexists(path) else b""
        except OSError as error:
            raise self._refusal(error, "read") from None
        self._torn = bool(whole) and not whole.endswith(b"\n")
        found = [one for line in whole.splitlines() if (one := _decoded(line)) is not None]
        if b"\n" in whole and not found:
            raise UsageError(f"{path}: is no file of results: name another")
        self._known = {one.content for one in found if one.rules == rules}

    def has(self, journal: Path) -> bool:
        """Say whether a journal was found the same."""
        return self._content(journal) in self._known

    def add(self, journal: Path) -> None:
        """Note that a journal was found the same.

        Raises:
            UsageError: The file cannot be written.
        """
        shown = str(journal).encode(errors="backslashreplace").decode()
        line = msgspec.json.encode(_Checked(self._content(journal), self._rules, shown))
        try:
            with self._path.open("ab") as file:
                file.write(b"\n" * self._torn + line + b"\n")
        except OSError as error:
            raise self._refusal(error, "written") from None
        self._torn = False

    def _refusal(self, error: OSError, done: str) -> UsageError:
        return UsageError(f"{self._path}: cannot be {done}: {error.strerror or error}")

    @staticmethod
    def _content(journal: Path) -> str:
        try:
            with journal.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            return ""  # whoever checks it says why


def _decoded(line: bytes) -> _Checked | None:
    """Read a line; None for one that a process was killed at."""
    try:
        return msgspec.json.decode(line, type=_Checked)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def verify_many(
    simulations: Simulations,
    paths: Sequence[Path],
    *,
    jobs: int = 1,
    results: Results | None = None,
    one: Check | None = None,
) -> Generator[Result | None]:
    """Check journals, in the order given; None stands for one that was found the same before.

    Args:
        simulations: What makes their simulations.
        paths: The journals.
        jobs: How many processes check them at the same time.
        results: What is known already; what is found is added.
        one: Checks a single one in this process.

    Raises:
        UsageError: What makes the simulations raises, or results cannot be written.
    """
    known = [results is not None and path != STDIN and results.has(path) for path in paths]
    todo = [path for path, there in zip(paths, known, strict=True) if not there]
    # Standard input is this process's alone.
    found: Iterator[Result]
    if jobs == 1 or STDIN in paths or len(todo) < 2:
        found = map(one or (lambda path: check(simulations, path)), todo)
    else:
        found = _at_once(simulations, todo, jobs)
    for path, there in zip(paths, known, strict=True):
        if there:
            yield None
            continue
        result = next(found)
        if results is not None and result.code == SAME and path != STDIN:
            results.add(path)
        yield result


def _at_once(simulations: Simulations, paths: Sequence[Path], jobs: int) -> Iterator[Result]:
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(paths)), mp_context=fresh)
    try:
        with _interrupts_held():
            futures = [pool.submit(check, simulations, path) for path in paths]
        for path, future in zip(paths, futures, strict=True):
            yield _result(path, future)
    finally:
        # Those that work on still, after an interrupt, are not waited for.
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)


def _result(path: Path, future: Future[Result]) -> Result:
    try:
        return future.result()
    except BrokenProcessPool:
        return Result(UNREADABLE, warnings=[f"{path}: the process that checked it was killed"])


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: this one ends them."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
