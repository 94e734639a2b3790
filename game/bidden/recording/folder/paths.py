"""Paths in messages: ~ for the home, folders left out if necessary, and the full name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_ROOM: Final = 76


def told_path(path: Path, room: int = _ROOM) -> str:
    """Return a path shortened to a number of columns, always with its full name."""
    try:
        parts = ("~", *path.relative_to(Path.home()).parts)
    except (ValueError, RuntimeError):  # not below home, or without a home
        parts = path.parts
    told = str(Path(*parts))
    for n in range(1, len(parts) - 1):
        if len(told) <= room:
            return told
        told = str(Path(parts[0], "…", *parts[n + 1 :]))
    return told if len(told) <= room else f"…/{path.name}"
