"""Open and lock journal files."""

from __future__ import annotations

import errno
import os
import stat
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from eventcore.errors import JournalError

STDIN: Final = Path("-")  # the path that stands for standard input

IMPORTING: Final = ContextVar("IMPORTING", default=False)  # while True, nothing may be recorded


def check_not_importing(path: Path) -> None:
    """Raise JournalError if a tool is importing the module that records this journal."""
    if IMPORTING.get():
        raise JournalError(
            f"{path}: this recording begins whenever its module is imported, even by a tool; "
            'put the code that records under `if __name__ == "__main__":`'
        )


def not_written(path: Path, error: Exception) -> JournalError:
    """Return the JournalError to raise when a file cannot be opened or written."""
    reason = getattr(error, "strerror", None) or error
    return JournalError(f"{path}: cannot be written: {reason}")


def open_plain(path: Path, flags: int) -> int:
    """Open a regular file. Raise OSError for a link, a pipe, a device or a folder."""
    if path == STDIN:
        raise OSError(errno.EINVAL, "name a file instead of standard input")
    if path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link")
    unasked = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags | unasked, 0o644)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file")
    return descriptor


def lock(path: Path, descriptor: int) -> None:
    """Lock a file against other writers until it is closed or this process ends.

    If the file is already locked, close the descriptor and raise JournalError.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise JournalError(
            f"{path}: a simulation in this program or in another process is still recording to "
            "this file; close that simulation"
        ) from None
    except (ImportError, OSError):
        pass  # Windows and some file systems do not support these locks
