"""Verifying many journals: their files, the count of their results, and what is known already."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import attrs
import msgspec

from eventcore.journal.files import read_file, require_file
from eventcore.tools.results import DIVERGED, SAME, UNREADABLE, Result, UsageError, counted

_SUFFIX: Final = ".jsonl"
"""The ending of the files in a folder that are journals."""
_MOST_RESULTS: Final = 1 << 30
"""The limit of a file of results in bytes: about a million journals."""


@attrs.define
class Tally:
    """Counts the results of journals.

    Attributes:
        total: The number of journals to check.
        codes: The exit codes of the journals that are checked.
        passed_over: The number of those that were known to be the same.
    """

    total: int
    codes: list[int] = attrs.field(factory=list)
    passed_over: int = 0

    def add(self, result: Result | None) -> None:
        """Count a result; None stands for a journal that was known to be the same."""
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


class Results:
    """A file of the journals that were the same, so that they are not checked again.

    A line counts as long as the content of the journal and the rules are the same as then.
    """

    def __init__(self, path: Path, rules: str) -> None:
        """Read the file, if it exists; ``rules`` are the hashes of the present rules.

        Raises:
            UsageError: The file cannot be read, or is not a file of results.
        """
        self._path, self._rules = path, rules
        try:
            whole = read_file(path, _MOST_RESULTS) if os.path.lexists(path) else b""
        except OSError as error:
            raise self._refusal(error, "read") from None
        self._torn = bool(whole) and not whole.endswith(b"\n")
        found = [one for line in whole.splitlines() if (one := _decoded(line)) is not None]
        if b"\n" in whole and not found:
            raise UsageError(f"{path}: is not a file of results: name another")
        self._known = {one.content for one in found if one.rules == rules}

    def has(self, journal: Path) -> bool:
        """Return whether the file has the journal's content."""
        return self._content(journal) in self._known

    def add(self, journal: Path) -> None:
        """Add a journal that was the same.

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
            return ""  # the check itself reports why it cannot be read


def _decoded(line: bytes) -> _Checked | None:
    try:
        return msgspec.json.decode(line, type=_Checked)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # torn: a process was killed while it wrote the line


def journals_of(paths: Iterable[Path]) -> list[Path]:
    """Replace each folder by the journals in it, sorted by name.

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
