"""A mod in a folder, as if it were installed: its pyproject.toml has its entry points."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bidden.content.datafiles import ContentError, parse, read
from bidden.content.mods import CODE, GROUP
from bidden.worldgen.places import GROUP as PLACES

_FILE: Final = "pyproject.toml"
_SOURCES: Final = ("", "src")
"""The folders of packages in a project."""


@contextmanager
def as_installed(folder: Path) -> Iterator[tuple[str, ...]]:
    """Make the game find the mods of a project's folder, or of the package with its content.

    Yields:
        The names of the mods; none if the folder belongs to no project with mods.

    Raises:
        ContentError: The project's file cannot be read.
    """
    root, points = _project_of(folder.resolve())
    if not points:
        yield ()
        return
    with TemporaryDirectory() as site:
        _write_metadata(Path(site), root, points)
        paths = [site, *(str(root / place) for place in _SOURCES)]
        sys.path[:0] = paths
        invalidate_caches()
        try:
            yield tuple(sorted({name for group in (GROUP, CODE) for name in points.get(group, ())}))
        finally:
            for path in paths:
                sys.path.remove(path)


def _project_of(folder: Path) -> tuple[Path, Mapping[str, Mapping[str, str]]]:
    root = next((one for one in (folder, *folder.parents) if (one / _FILE).is_file()), folder)
    if not (root / _FILE).is_file():
        return root, {}
    label = str(root / _FILE)
    project = parse(read(_FILE, root, label), label).get("project")
    groups = _table(_table(project).get("entry-points"))
    points = {group: _texts(label, group, groups.get(group)) for group in (GROUP, CODE, PLACES)}
    packages = {value.partition(":")[0] for group in points.values() for value in group.values()}
    homes = [root, *(root / place / name.split(".")[0] for place in _SOURCES for name in packages)]
    return root, points if folder in homes and packages else {}


def _table(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, dict) else {}


def _texts(label: str, group: str, found: object) -> Mapping[str, str]:
    for name, value in _table(found).items():
        if not isinstance(value, str):
            key = f'project.entry-points."{group}".{name}'
            raise ContentError(label, key, 'must be text such as "package:MOD"')
    return _table(found)


def _write_metadata(site: Path, root: Path, points: Mapping[str, Mapping[str, str]]) -> None:
    """Write the metadata of an installation under the project's name, so that it comes first."""
    project = parse(read(_FILE, root), _FILE)["project"]
    name, version = str(project.get("name", root.name)), str(project.get("version", "0"))
    info = site / "folder.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (info / "METADATA").write_text(metadata, "utf-8")
    lines = [
        f"[{group}]\n" + "".join(f"{one} = {value}\n" for one, value in named.items())
        for group, named in points.items()
    ]
    (info / "entry_points.txt").write_text("".join(lines), "utf-8")
