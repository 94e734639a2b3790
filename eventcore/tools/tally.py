"""Verifying many journals: a few at a time, counted, and gone on with after an interrupt."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs
import msgspec

from eventcore.journal.files import STDIN, read_file, require_file
from eventcore.tools.opening import Simulations
from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, Result, UsageError, counted
from eventcore.tools.verifying import check

Check = Callable[[Path], Result]

_SUFFIX: Final = ".jsonl"
"""How the files in a folder end that are taken for journals."""


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
        journals = counted(self.total, "journal")
        of = journals if whole else f"{len(self.codes)} of {journals}"
        same, diverged, unreadable = map(self.codes.count, (SAME, DIVERGED, UNREADABLE))
        over = f", {self.passed_over} of them as checked before" if self.passed_over else ""
        return f"{of}: {same} the same, {diverged} diverged, {unreadable} not readable{over}"


@attrs.frozen
class _Checked:
    """A line of a file of results: a journal that was the same."""

    content: str
    rules: str
    path: str


_MOST_RESULTS: Final = 1 << 30
"""A file of results has at most so many bytes: those of some million journals."""


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
            whole = read_file(path, _MOST_RESULTS) if os.path.lexists(path) else b""
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
            require_file(journal)
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


def journals_of(paths: Iterable[Path]) -> list[Path]:
    """Give journals for paths: in place of a folder those that lie in it, by name.

    Raises:
        UsageError: A folder cannot be read or holds no journals.
    """
    found = list[Path]()
    for path in paths:
        if not os.path.isdir(path):  # path.is_dir() raises for a name that is too long
            found.append(path)
            continue
        try:
            inside = sorted(one for one in path.glob(f"*{_SUFFIX}") if one.is_file())
        except OSError as error:
            raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
        if not inside:
            raise UsageError(f"{path}: this folder holds no journals (files named *{_SUFFIX})")
        found += inside
    return found


def verify_many(
    simulations: Simulations,
    paths: Sequence[Path],
    *,
    executor: Executor | None = None,
    results: Results | None = None,
    one: Check | None = None,
    twice: bool = False,
    hash_seeds: int = 0,
) -> Generator[Result | None]:
    """Check journals, in the order given; None stands for one that was found the same before.

    Args:
        simulations: What makes their simulations.
        paths: The journals.
        executor: Who checks many at the same time; without one, this process does one by one.
        results: What is known already; what is found is added.
        one: Checks a single one in this process.
        twice: As for ``check``.
        hash_seeds: As for ``check``.

    Raises:
        UsageError: What makes the simulations raises, or results cannot be written.
    """
    more: dict[str, Any] = {"twice": twice, "hash_seeds": hash_seeds}
    known = [results is not None and path != STDIN and results.has(path) for path in paths]
    todo = [path for path, there in zip(paths, known, strict=True) if not there]
    # Standard input is this process's alone.
    found: Iterator[Result]
    if executor is None or STDIN in paths or len(todo) < 2:
        found = map(one or partial(check, simulations, **more), todo)
    else:
        found = _at_once(partial(check, simulations, **more), todo, executor)
    for path, there in zip(paths, known, strict=True):
        if there:
            yield None
            continue
        result = next(found)
        if results is not None and result.code == SAME and path != STDIN:
            results.add(path)
        yield result


def _at_once(check: Check, paths: Sequence[Path], executor: Executor) -> Iterator[Result]:
    futures = [executor.submit(check, path) for path in paths]
    for path, future in zip(paths, futures, strict=True):
        yield _result(path, future)


def _result(path: Path, future: Future[Result]) -> Result:
    try:
        return future.result()
    except BrokenExecutor:
        return Result(UNREADABLE, warnings=[f"{path}: the process that checked it was killed"])
