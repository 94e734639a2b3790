"""The fingerprint of the game's code, for its journals, found once for the same sources."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bidden.cache import keep, program, recall
from eventcore.journal import Header

_FILE: Final = "code"


@lru_cache(maxsize=1)
def code_fingerprint(*classes: type) -> str:
    """Hash the code of the modules some classes are from, as ``Header.code_of`` of the library."""
    names = " ".join(f"{cls.__module__}" for cls in classes)
    key = program()
    kept = recall(_FILE, key) if key else None
    place, _, found = (kept or b"").decode(errors="replace").partition("\n")
    if place == names and found:
        return found
    found = Header.code_of(*classes)
    if key and found:
        keep(_FILE, key, f"{names}\n{found}".encode())
    return found
