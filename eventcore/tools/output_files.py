"""Write output files completely or not at all, and replace existing files only if allowed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eventcore.tools.results import UsageError


@contextmanager
def atomic_write(target: Path, *, force: bool = True) -> Iterator[Path]:
    """Yield a temporary path beside the target; at the end, the temporary file replaces the target.

    Raises:
        UsageError: The target exists and may not be replaced, or cannot be written.
    """
    if os.path.lexists(target):
        if not force:
            raise UsageError(
                f"{target}: already exists; choose another file, or replace this one with --force"
            )
        if os.path.exists(target) and not os.path.isfile(target):
            raise UsageError(f"{target}: is not a file, so it cannot be replaced; use another name")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield part
        os.replace(part, target)
    except OSError as error:
        raise UsageError(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError, ValueError):  # report only the first error
            part.unlink()
