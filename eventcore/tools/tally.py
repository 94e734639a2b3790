"""Find the journals to verify, count their results, and remember journals that were the same."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import attrs
import msgspec

from eventcore.errors import JournalError
from eventcore.journal.files import STDIN, opened
from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, Result, UsageError, counted

_SUFFIX: Final = ".jsonl"
"""The ending of the journals in a folder; other files are ignored."""


@attrs.define
class Tally:
    """Counts the results of verified journals.

    Attributes:
        total: The number of journals to check.
        codes: The exit codes of the journals counted so far.
        passed_over: How many journals were skipped because an earlier check found no difference.
    """

    total: int
    codes: list[int] = attrs.field(factory=list)
    passed_over: int = 0

    def add(self, result: Result | None) -> None:
        """Count the result of a journal; None stands for a skipped journal."""
        self.codes.append(SAME if result is None else result.code)
        self.passed_over += result is None

    @property
    def code(self) -> int:
        """The highest exit code so far."""
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
    """A line of a file of results: a journal that replayed without a difference."""

    content: str
    rules: str
    path: str


class Results:
    """A file that lists journals without differences, so that they are not checked again.

    A line is valid as long as neither the content of the journal nor the rules change.
    """

    def __init__(self, path: Path, rules: str) -> None:
        """Read the file, if it exists; ``rules`` contains the hashes of the present rules.

        Raises:
            UsageError: The file cannot be read, or is not a file of results.
        """
        self._path, self._rules = path, rules
        try:
            whole = b""
            if os.path.lexists(path):
                with opened(path) as file:
                    whole = file.read()
        except (OSError, JournalError) as error:
            raise self._refusal(error, "read") from None
        self._torn = bool(whole) and not whole.endswith(b"\n")
        found = [one for line in whole.splitlines() if (one := _decoded(line)) is not None]
        if b"\n" in whole and not found:
            raise UsageError(f"{path}: is not a file of results: name another file")
        self._known = {one.content for one in found if one.rules == rules}

    def has(self, journal: Path) -> bool:
        """Return whether a journal with the same content is in the file."""
        return self._content(journal) in self._known

    def add(self, journal: Path) -> None:
        """Add a journal that replayed without a difference.

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

    def _refusal(self, error: Exception, done: str) -> UsageError:
        reason = getattr(error, "strerror", None) or error
        return UsageError(f"{self._path}: cannot be {done}: {reason}")

    @staticmethod
    def _content(journal: Path) -> str:
        if journal == STDIN:
            return ""
        try:
            with opened(journal) as file:
                return hashlib.sha256(file.read()).hexdigest()
        except (OSError, JournalError):
            return ""  # the error is reported when the journal is checked


def _decoded(line: bytes) -> _Checked | None:
    try:
        return msgspec.json.decode(line, type=_Checked)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # a process was killed while it wrote the line


def journals_of(paths: Iterable[Path]) -> list[Path]:
    """Return the paths, but replace each folder with its journals, sorted by name.

    Raises:
        UsageError: A folder cannot be read or contains no journals.
    """
    found = list[Path]()
    for path in paths:
        if not os.path.isdir(path):  # path.is_dir() would raise an error for a long name
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
