"""Journals of games that were ended before anything was recorded: the name can be used anew."""

from __future__ import annotations

import os
from pathlib import Path

from eventcore import JournalError
from eventcore.journal import is_packed, lock


def remove_empty(path: Path, error: JournalError) -> None:
    """Remove a journal in which nothing was recorded, not even all of its header.

    Only a plain file that is empty or holds the beginning of a header is removed: of any
    other nobody can tell that it is a journal.

    Args:
        path: The file.
        error: What was wrong as it was read.

    Raises:
        JournalError: There is something in it, it cannot be removed, or another process is
            about to write to it.
    """
    if not path.is_file():
        raise error
    size = path.stat().st_size
    if size and not error.torn:
        raise error
    if path.is_symlink() or (size and is_packed(path)):
        raise JournalError(f"{error}; delete it, or name another file to begin a game")
    try:
        descriptor = os.open(path, os.O_WRONLY)
        lock(path, descriptor)
        try:
            if os.fstat(descriptor).st_size != size:
                raise JournalError(f"{path}: has changed since it was read; try again")
            path.unlink()
        finally:
            os.close(descriptor)
    except OSError as refusal:
        raise JournalError(f"{path}: cannot be written: {refusal.strerror or refusal}") from None
