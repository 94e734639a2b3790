"""Reading small files that a player may have named, and writing files atomically."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def read_file(path: Path, most: int = 1 << 26) -> bytes:
    """Read a file of up to ``most`` bytes. Pipes and devices might never end.

    Raises:
        OSError: The file cannot be read, is larger, or is a pipe or a device.
    """
    status = path.stat()
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")
    if status.st_size > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes")
    return path.read_bytes()


@contextmanager
def atomic_write(target: Path, *, force: bool = True) -> Iterator[Path]:
    """Yield a file beside the target to write to; at the end it replaces the target.

    Raises:
        UsageError: The target exists and may not be replaced, or cannot be written.
    """
    from eventcore.tools import UsageError

    if os.path.lexists(target) and not force:
        raise UsageError(f"{target}: already exists; choose another, or overwrite it with --force")
    if os.path.exists(target) and not os.path.isfile(target):
        raise UsageError(
            f"{target}: can't be overwritten, as it is not a regular file; choose another"
        )
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        yield part
        os.replace(part, target)
    except OSError as error:
        raise UsageError(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        with suppress(OSError, ValueError):  # the error above says enough
            part.unlink()
