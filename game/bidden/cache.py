"""The cache: results from the game's own files that take long to compute, for the next start.

It is in the platform's cache folder. The game works without it: a file that is missing, torn, from
other sources or not writable is ignored.
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

from eventcore.journal import Header

_SIZE: Final = 16
_PACKAGES: Final = ("bidden", "eventcore")
_MOST: Final = 1 << 24
"""The maximum size of a file of the cache, in bytes."""
_CODE: Final = "code"
"""The file with the fingerprint of the code."""


def hash_of(*parts: bytes) -> bytes:
    """Hash some data, each with its length."""
    whole = blake2b(digest_size=_SIZE)
    for part in parts:
        whole.update(b"%d\n" % len(part))
        whole.update(part)
    return whole.digest()


def recall(name: str, key: bytes) -> bytes | None:
    """Return the data kept under a name, if they have the same key and are complete."""
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
    """Keep data in a file of the cache, if it can be written.

    The key is a hash from ``hash_of`` of everything that the data depend on.
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
    """Return a hash of the paths, sizes and modification times of the program's sources.

    Python itself recognises stale bytecode by the same facts. Return nothing if the sources are not
    plain files.
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


@lru_cache(maxsize=1)
def code_fingerprint(*classes: type) -> str:
    """Return the library's ``Header.code_of`` for the modules of some classes, from the cache."""
    names = " ".join(cls.__module__ for cls in classes)
    key = program()
    kept = recall(_CODE, key) if key else None
    modules, _, fingerprint = (kept or b"").decode(errors="replace").partition("\n")
    if modules == names and fingerprint:
        return fingerprint
    fingerprint = Header.code_of(*classes)
    if key and fingerprint:
        keep(_CODE, key, f"{names}\n{fingerprint}".encode())
    return fingerprint
