"""Mods installed for a test: what an installation writes into an environment, in a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from bidden.modding import forget_mods

Install: TypeAlias = Callable[..., Path]
"""Installs a mod for the length of a test: its name, and its files by name."""


def installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Give what installs mods for a test.

    ``at`` is what the entry point of content names, ``points`` what those of several groups do.
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
        forget_mods()  # of a test before this
        for module in [*sys.modules]:
            if module.partition(".")[0] == package.name:  # of a test before this
                monkeypatch.delitem(sys.modules, module)
        return package

    return install
