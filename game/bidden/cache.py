"""The cache: what takes long to work out of the game's own files, kept for the next start.

It lies in the platform's folder for such, and nothing hangs on it: a file that is missing, torn, of
other sources, or that cannot be written is as if there was none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkstemp
from typing import Final

from platformdirs import user_cache_path

_SIZE: Final = 16
_PACKAGES: Final = ("bidden", "eventcore")
_MOST: Final = 1 << 24
"""No file of the cache has more bytes."""


def hash_of(*parts: bytes) -> bytes:
    """Hash some data, each with its length."""
    whole = blake2b(digest_size=_SIZE)
    for part in parts:
        whole.update(b"%d\n" % len(part))
        whole.update(part)
    return whole.digest()


def recall(name: str, key: bytes) -> bytes | None:
    """Give what was kept under a name, if it was for the same key and is whole."""
    try:
        path = _folder() / name
        if not path.is_file() or path.stat().st_size > _MOST:  # it may be a pipe by now
            return None
        kept = path.read_bytes()
    except OSError:
        return None
    check, made_for, data = kept[:_SIZE], kept[_SIZE : 2 * _SIZE], kept[2 * _SIZE :]
    return data if made_for == key and check == hash_of(key, data) else None


def keep(name: str, key: bytes, data: bytes) -> None:
    """Keep data under a name in place of what was there, if that can be done.

    Args:
        name: That of the file.
        key: A hash of all that the data follow from, as ``hash_of`` gives it.
        data: What is kept.
    """
    with suppress(OSError):
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        descriptor, part = mkstemp(prefix=f"{name}-", dir=folder)
        try:
            with open(descriptor, "wb") as file:
                file.write(hash_of(key, data) + key + data)
            os.replace(part, folder / name)
        except OSError:
            os.unlink(part)
            raise


@lru_cache(maxsize=1)
def program() -> bytes:
    """Name the program by where its sources are, how large each is and when it was last changed.

    By no more than that Python takes its compiled code for that of a source. Empty where the
    sources are no plain files.
    """
    seen = [repr(sys.version_info[:3])]
    for package in _PACKAGES:
        spec = find_spec(package)
        for place in (spec and spec.submodule_search_locations) or ():
            if not os.path.isdir(place):
                return b""
            seen.extend(_sources(place))
    return hash_of("\n".join(seen).encode(errors="surrogateescape"))


def _sources(folder: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _sources(entry.path)
        elif entry.name.endswith(".py"):
            about = entry.stat()
            yield f"{entry.path} {about.st_size} {about.st_mtime_ns}"


def _folder() -> Path:
    return user_cache_path("bidden", appauthor=False)
