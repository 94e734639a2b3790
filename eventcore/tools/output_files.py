"""Files that commands make: none is replaced unasked, and none is left half written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eventcore.tools.results import UsageError


def refuse_existing(target: Path, *, force: bool) -> None:
    """Refuse a target that is there already, unless it is a file that is to be replaced.

    Raises:
        UsageError: The target exists and is not to be replaced, or is no file.
    """
    if not os.path.lexists(target):
        return
    if not force:
        raise UsageError(f"{target}: exists already; name another file, or replace it with --force")
    if os.path.exists(target) and not os.path.isfile(target):
        raise UsageError(f"{target}: is no file, and is not replaced; name another")


@contextmanager
def atomic_write(target: Path, *, force: bool = True) -> Iterator[Path]:
    """Yield a file beside the target to write to; at the end it replaces the target.

    Args:
        target: The file to write.
        force: Whether an existing file is replaced.

    Raises:
        UsageError: The target exists and is not replaced, or cannot be written.
    """
    refuse_existing(target, force=force)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield part
        os.replace(part, target)
    except OSError as error:
        raise UsageError(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        # What became of the target is said already; nothing here may be said instead.
        with suppress(OSError, ValueError):
            part.unlink()
