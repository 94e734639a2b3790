"""Reading small files that a player may have named."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def read_file(path: Path, most: int = 1 << 26) -> bytes:
    """Read a whole file, unless that would not end.

    Args:
        path: The file.
        most: The limit of bytes.

    Raises:
        OSError: The file cannot be read, is larger, or is a pipe or a device.
    """
    status = path.stat()
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        raise OSError(errno.EINVAL, "this is a pipe or a device; name a file")
    if status.st_size > most:
        raise OSError(errno.EFBIG, f"this is larger than {most:,} bytes")
    return path.read_bytes()
