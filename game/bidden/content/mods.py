"""Mods: other packages that add content, found by their entry points.

A package says in its ``pyproject.toml``, under ``[project.entry-points."bidden.content"]``,
``name = "package"``: its folder holds files of content, named as the game's own are.
``name = "module:attribute"`` names a folder instead, as a path.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from bidden.content.datafiles import ContentError, read
from bidden.content.tables import FILES, Addition, tables_of
from eventcore.journal import Header

GROUP: Final = "bidden.content"
"""The group of entry points that name content."""

FIRST: Final = "first"
"""The level a game begins on where nothing else is said: the journey, a land and three levels of a
place below it."""

RUN: Final = "run"
"""The level that people begin on, unless it is a scenario: the circle, where a run starts."""

_PREFIX: Final = "content:"


def installed() -> tuple[str, ...]:
    """Give the names of all mods there are, in the order in which they are added."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


def additions(names: Sequence[str]) -> tuple[Addition, ...]:
    """Read the content of mods.

    Raises:
        ContentError: A mod is missing, cannot be read, or is named twice.
    """
    return tuple(_addition(_point(name)) for name in names)


def addition_in(folder: Traversable, name: str) -> Addition:
    """Read the files of content in a folder.

    Args:
        folder: The folder.
        name: What the addition is called.

    Raises:
        ContentError: The folder holds no such file, or one that cannot be read or has a name that
            none can have.
    """
    tables = {}
    try:
        files = sorted(one.name for one in folder.iterdir() if one.name.endswith(".toml"))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise ContentError(name, "", f"cannot be read: {reason}") from None
    for file in files:
        label = f"{name}/{file}"
        if file not in FILES:
            raise ContentError(label, "", f"there is no such file, only {', '.join(FILES)}")
        tables[file] = tables_of(read(file, folder, label), label)
    if not tables:
        raise ContentError(name, "", f"has no file of content: none of {', '.join(FILES)}")
    return Addition(name, tables)


def header_mods(level: str, mods: Sequence[str]) -> list[str]:
    """Give what a journal's header has as its mods: the scenario, if it is one, and the mods."""
    return ([] if level == FIRST else [level]) + [f"{_PREFIX}{name}" for name in mods]


def level_of(header: Header) -> str:
    """Give the level that a game begins on."""
    return next((one for one in header.mods if not one.startswith(_PREFIX)), FIRST)


def mods_of(header: Header) -> tuple[str, ...]:
    """Give the names of the mods that a game was begun with."""
    return tuple(one.removeprefix(_PREFIX) for one in header.mods if one.startswith(_PREFIX))


def missing_from(header: Header) -> tuple[str, ...]:
    """Give the names of the mods that a game was begun with and that are not installed."""
    mods = mods_of(header)
    there = installed() if mods else ()  # reads a file of each package there is
    return tuple(mod for mod in mods if mod not in there)


def _point(name: str) -> EntryPoint:
    points = sorted({(point.value, point) for point in entry_points(group=GROUP, name=name)})
    if not points:
        raise ContentError(f"the mod {name}", "", "is not installed")
    if len(points) > 1:
        where = " and ".join(value for value, _ in points)
        raise ContentError(f"the mod {name}", "", f"is there twice, in {where}")
    return points[0][1]


def _addition(point: EntryPoint) -> Addition:
    try:
        found: Any = point.load()
        folder = _folder(found)
    except (Exception, SystemExit) as error:  # whatever a stranger's module does on import
        reason = f"cannot be loaded from {point.value}: {type(error).__name__}: {error}"
        raise ContentError(f"the mod {point.name}", "", reason) from None
    return addition_in(folder, point.name)


def _folder(found: Any) -> Traversable:
    if isinstance(found, str):
        return Path(found)
    if isinstance(found, Traversable):
        return found
    return resources.files(found)
