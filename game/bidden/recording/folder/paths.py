"""Paths as they are told: the home as ~, folders left out for want of room, the name whole."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_ROOM: Final = 76


def told_path(path: Path, room: int = _ROOM) -> str:
    """Tell a path in so many columns; its name is whole in any case.

    Args:
        path: The path.
        room: How many columns there are.
    """
    try:
        parts = ("~", *path.relative_to(Path.home()).parts)
    except (ValueError, RuntimeError):  # it is elsewhere, or nobody has a home
        parts = path.parts
    told = str(Path(*parts))
    for n in range(1, len(parts) - 1):
        if len(told) <= room:
            return told
        told = str(Path(parts[0], "…", *parts[n + 1 :]))
    return told if len(told) <= room else f"…/{path.name}"
