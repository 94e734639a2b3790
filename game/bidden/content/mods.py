"""Mods: other packages that add content, found by their entry points.

A package writes in its ``pyproject.toml``, under ``[project.entry-points."bidden.content"]``,
``name = "package"``: the package's folder has files of content, named like the game's own.
``name = "module:attribute"`` names a folder instead, as a path. ``bidden.modding`` finds code.
Content and code with the same name are one mod.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, TypeVar

from bidden.content.datafiles import ContentError, Faults, ModError, instead, read
from bidden.content.tables import FILES, Addition, Tables, tables_of
from eventcore.journal import Header

T = TypeVar("T")

GROUP: Final = "bidden.content"
"""The entry point group for content."""

CODE: Final = "bidden.mods"
"""The entry point group for code."""

FIRST: Final = "first"
"""The default first level: the journey, a land and three levels of a place below it."""

RUN: Final = "run"
"""The first level of a run: the circle."""

_PREFIX: Final = "content:"


def installed() -> tuple[str, ...]:
    """Return the names of all mods, in the order in which they are added."""
    groups = (entry_points(group=group) for group in (GROUP, CODE))
    return tuple(sorted({point.name for points in groups for point in points}))


def additions(names: Sequence[str], found: Faults | None = None) -> tuple[Addition, ...]:
    """Read the content of mods; a mod with only code adds none.

    ``found`` collects the errors, each of which leaves a file or a mod out; None to raise them.

    Raises:
        ContentError: A mod is missing, cannot be read, or exists twice.
    """
    added, faults = list[Addition](), found or Faults()
    for name in names:
        with faults.part():
            added.append(_addition(name, found))
    if found is None:
        faults.tell()
    return tuple(added)


def addition_in(folder: Traversable, name: str, found: Faults | None = None) -> Addition:
    """Read the files of content in a folder.

    ``found`` collects the errors, each of which leaves a file out; None to raise them.

    Raises:
        ContentError: The folder has no such file, or a file cannot be read or has an unknown name.
    """
    tables, unread, faults = dict[str, Tables](), list[str](), found or Faults()
    try:
        files = sorted(one.name for one in folder.iterdir() if one.name.endswith(".toml"))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or error
        raise ContentError(name, "", f"cannot be read: {reason}") from None
    for file in files:
        label = f"{name}/{file}"
        if file not in FILES:
            faults.add(label, "", f"is not a known content file{instead(file, FILES)}")
            continue
        with faults.part():
            try:
                tables[file] = tables_of(read(file, folder, label), label)
            except ContentError:
                unread.append(file)
                raise
    if found is None:
        faults.tell()
    if not tables and not unread:
        raise ContentError(name, "", f"has no content file; add one of {', '.join(FILES)}")
    return Addition(name, tables, tuple(unread))


def header_mods(level: str, mods: Sequence[str]) -> list[str]:
    """Return the mods for a journal's header: a scenario, and each mod with its version."""
    named = (f"{_PREFIX}{name} {_version_of(name)}".rstrip() for name in mods)
    return ([] if level == FIRST else [level]) + [*named]


def level_of(header: Header) -> str:
    """Return the first level of a game."""
    return next((one for one in header.mods if not one.startswith(_PREFIX)), FIRST)


def mods_of(header: Header) -> tuple[str, ...]:
    """Return the names of a game's mods."""
    return tuple(name for name, _ in _named(header))


def missing_from(header: Header) -> tuple[str, ...]:
    """Return the names and versions of a game's mods that are not installed."""
    named = _named(header)
    there = installed() if named else ()  # reads a file of each package there is
    return tuple(f"{name} {version}".rstrip() for name, version in named if name not in there)


def mods_there(header: Header) -> tuple[str, ...]:
    """Return the names of a game's mods that are installed."""
    named = mods_of(header)
    there = installed() if named else ()
    return tuple(name for name in named if name in there)


def point_of(name: str, group: str) -> EntryPoint | None:
    """Return the entry point of a name in a group, or None.

    Raises:
        ContentError: Two packages have such an entry point.
    """
    points = sorted({(point.value, point) for point in entry_points(group=group, name=name)})
    if len(points) > 1:
        where = " and ".join(value for value, _ in points)
        raise ModError(name, f"is declared twice, as {where}: remove one of them")
    return points[0][1] if points else None


def _named(header: Header) -> list[tuple[str, str]]:
    """Return name and version of each mod of a game; the version may be empty."""
    mods = (one.removeprefix(_PREFIX) for one in header.mods if one.startswith(_PREFIX))
    return [(name, version) for name, _, version in (mod.partition(" ") for mod in mods)]


def _version_of(name: str) -> str:
    for group in (GROUP, CODE):
        for point in entry_points(group=group, name=name):
            if point.dist is not None:
                return point.dist.version
    return ""


def load(point: EntryPoint, use: Callable[[Any], T]) -> T:
    """Load the object of an entry point, and use it.

    Raises:
        ContentError: Loading or using it fails.
    """
    where = point.module
    try:
        import_module(where)
        where = point.value
        return use(point.load())
    except (Exception, SystemExit) as error:  # whatever a stranger's module does on import
        # Content and code of a mod often share a module: its error is the same for both.
        reason = f"cannot be loaded from {where}: {type(error).__name__}: {error}"
        raise ModError(point.name, reason) from None


def _addition(name: str, found: Faults | None) -> Addition:
    point = point_of(name, GROUP)
    if point is not None:
        return addition_in(load(point, _folder), name, found)
    if point_of(name, CODE) is None:
        raise ModError(name, "is not installed")
    return Addition(name, {})


def _folder(found: Any) -> Traversable:
    if isinstance(found, str):
        return Path(found)
    if isinstance(found, Traversable):
        return found
    return resources.files(found)
