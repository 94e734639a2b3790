"""The rows of a batch in one file, a line of JSON each.

A line is appended as soon as its run ends, so an interrupt costs no run; the run of a torn line is
played again. At the end the lines are sorted, so the file depends only on the jobs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from bidden.batches.row import RunRow
from bidden.files import atomic_write, read_file
from eventcore import JournalError
from eventcore.journal import Journal
from eventcore.tools import UsageError

_BEGIN: Final = b'{"achieved":['
_MOST: Final = 1 << 30
"""The maximum size of a file in bytes, for some million runs."""


class RowFile:
    """The file with the rows of a batch while it is played.

    Attributes:
        path: The file.
        rows: Its rows.
        torn: The number of lines that could not be read: their runs are missing.
    """

    def __init__(self, path: Path, rules: str, most: int) -> None:
        """Read a file to continue it, if it exists, with these rules and intents per run.

        Raises:
            UsageError: The file cannot be read or has other contents, other rules, or runs with
                another maximum.
        """
        self.path = path
        self.rows: list[RunRow] = []
        self.torn: int = 0
        if path.exists():
            self.rows, self.torn = rows_and_torn(path)
        if any(row.rules != rules for row in self.rows):
            raise UsageError(
                f"{path}: its runs were played with different rules; name another file"
            )
        other = next((row.most for row in self.rows if row.most != most), most)
        if other != most:
            raise UsageError(
                f"{path}: its runs were played with --most {other:,}, not {most:,}; name another "
                "file"
            )

    @contextmanager
    def appending(self) -> Iterator[Callable[[RunRow], None]]:
        """Yield a function that appends a row; the row is safe when it returns.

        Raises:
            UsageError: The file cannot be written, or another process is writing it.
        """
        with self._writing():
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        _lock(self.path, descriptor)
        file = os.fdopen(descriptor, "a+b")
        try:
            with self._writing():
                if file.tell():  # the last line may be torn
                    file.seek(-1, os.SEEK_END)
                    file.write(b"" if file.read() == b"\n" else b"\n")

            def keep(row: RunRow) -> None:
                with self._writing():
                    file.write(msgspec.json.encode(row) + b"\n")
                    file.flush()
                self.rows.append(row)

            yield keep
        finally:
            with self._writing():
                file.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UsageError(
                f"{self.path}: cannot be written: {error.strerror or error}; fix that, then "
                "run the same command again to continue"
            ) from None

    def settle(self) -> None:
        """Sort the rows in the file and drop duplicates, including rows from other processes.

        Raises:
            UsageError: The file cannot be written.
        """
        others = read_rows(self.path) if self.path.exists() else []
        once = {row.job: row for row in (*others, *self.rows)}
        self.rows = [once[job] for job in sorted(once)]
        with atomic_write(self.path) as part:
            part.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in self.rows))


def _lock(path: Path, descriptor: int) -> None:
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:  # Windows has no such lock
        return
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise UsageError(f"{path}: is being written by another process") from None
    except OSError:
        pass  # a file system without locks


def read_rows(path: Path) -> list[RunRow]:
    """Read the rows of a file, without its torn lines. For errors, see ``rows_and_torn``."""
    return rows_and_torn(path)[0]


def rows_and_torn(path: Path) -> tuple[list[RunRow], int]:
    """Read the rows of a file, and count its torn lines.

    Raises:
        UsageError: The file cannot be read, or holds something else.
    """
    try:
        text = read_file(path, _MOST)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    lines = [line for line in text.splitlines() if line.strip()]
    found = list(_decoded(lines))
    if lines and not found and not _is_begun(text):
        with suppress(JournalError):
            Journal.read_header(path)
            raise UsageError(f"{path} is a journal; choose another file")
        raise UsageError(f"{path} has no runs; make some with: bidden simulate --to FILE.jsonl")
    return found, len(lines) - len(found)


def _is_begun(text: bytes) -> bool:
    """Return whether this is a part of the first row, left by a killed process."""
    return _BEGIN.startswith(text) or (text.startswith(_BEGIN) and b"\n" not in text)


def _decoded(lines: Iterable[bytes]) -> Iterator[RunRow]:
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=RunRow)
        except (msgspec.DecodeError, UnicodeDecodeError):  # torn by a killed process
            continue
