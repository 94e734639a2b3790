"""Install mods for a test: write into a folder what an installation would write."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from bidden.modding import forget_mods

Install: TypeAlias = Callable[..., Path]
"""Installs a mod for the duration of a test: its name, and its files by name."""


def installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that installs mods for a test.

    ``at`` is the entry point of content, ``points`` the entry points of several groups.
    """

    def install(
        name: str,
        files: Mapping[str, str] | None = None,
        *,
        at: str = "",
        project: str = "",
        points: Mapping[str, str] | None = None,
    ) -> Path:
        root = tmp_path / f"site-{project or name}"
        package = root / f"mod_{name}"
        package.mkdir(parents=True)
        for file, text in (files or {}).items():
            (package / file).write_text(text, "utf-8")
        info = root / f"{project or name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project or name}\nVersion: 1.0\n", "utf-8"
        )
        groups = points or {"bidden.content": at or package.name}
        (info / "entry_points.txt").write_text(
            "".join(f"[{group}]\n{name} = {place}\n" for group, place in groups.items()), "utf-8"
        )
        monkeypatch.syspath_prepend(root)
        forget_mods()  # of a previous test
        for module in [*sys.modules]:
            if module.partition(".")[0] == package.name:  # of a previous test
                monkeypatch.delitem(sys.modules, module)
        return package

    return install
