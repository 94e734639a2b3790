"""The pages of the tutorial lead to the files of its steps, and commands print what is shown."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.determinism.pythons import OTHERS, THIS, environment

ROOT = Path(__file__).resolve().parents[2]
STEPS = ROOT / "examples" / "tutorial"
PAGES = [ROOT / "docs" / "tutorial" / "README.md"]
PAGES += sorted((ROOT / "docs" / "tutorial").glob("[0-9]*.md"))

FILE_OR_BLOCK = re.compile(
    r"[Pp]ut this into\s+`rogue/(\w+\.py)`|^```(sh|text|diff|python)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)

VARYING = [
    (r"code [0-9a-f]{16}", "code -"),
    (r"[\d,]+ turns/s", "- turns/s"),
    (r" in [\d.]+s(?: \(\d+:\d\d:\d\d\))?", ""),
]
"""Patterns of text that differs between runs or versions of the library, and replacements."""


def joined(blocks: list[str]) -> str:
    """Join blocks into a file: two blank lines at the top level, one within a class."""
    text = blocks[0]
    for block in blocks[1:]:
        text += ("\n" if block.startswith(" ") else "\n\n") + block
    return text


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def run(folder: Path, command: str, python: Path) -> subprocess.CompletedProcess[str]:
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # as in a terminal, keep the order of stdout and stderr
        text=True,
        check=False,
    )


def follow(folder: Path, page: Path, python: Path | None) -> str:
    """Follow a page in a folder, and return the page with the output of its commands.

    If ``python`` is None, only write the files.
    """
    blocks: dict[str, list[str]] = {}
    name = ""

    def block(match: re.Match[str]) -> str:
        nonlocal name
        name, kind, text = match[1] or name, match[2], match[3]
        if kind == "python":
            blocks.setdefault(name, []).append(text)
            (folder / "rogue" / name).write_text(joined(blocks[name]), "utf-8")
        elif kind == "diff":
            change(folder, text)
        elif python is None:
            return match[0]
        elif kind == "sh":
            assert run(folder, f"set -e\n{text}", python).returncode == 0, text
        elif kind == "text":
            commands = re.findall(r"^\$ (.*)$", text, re.MULTILINE)
            outputs = (run(folder, line, python).stdout.rstrip() for line in commands)
            printed = (f"$ {line}\n{out}\n" for line, out in zip(commands, outputs, strict=True))
            return "```text\n" + "".join(printed) + "```"
        return match[0]

    return FILE_OR_BLOCK.sub(block, page.read_text("utf-8"))


def change(folder: Path, diff: str) -> None:
    """Apply the lines of a diff to the file that contains them."""
    old, new = ([s[1:] for s in diff.splitlines() if s.startswith(mark)] for mark in "-+")
    has = [path for path in folder.rglob("*.py") if "\n".join(old) in path.read_text("utf-8")]
    assert [path.name for path in has] == ["cave.py"], diff
    text = has[0].read_text("utf-8")
    assert text.count("\n".join(old)) == 1
    has[0].write_text(text.replace("\n".join(old), "\n".join(new)), "utf-8")


def as_compared(text: str) -> list[str]:
    for varies, steady in VARYING:
        text = re.sub(varies, steady, text)
    return [line.rstrip() for line in text.splitlines()]


def files(folder: Path) -> dict[str, list[str]]:
    """Return the files of a folder's package, without blank lines."""
    paths = sorted((folder / "rogue").glob("*.py"))
    return {path.name: without_blank_lines(path.read_text("utf-8")) for path in paths}


def test_each_step_is_a_folder_as_its_page_leaves_it(tmp_path: Path) -> None:
    (tmp_path / "rogue").mkdir()
    (tmp_path / "rogue" / "__init__.py").touch()
    steps = PAGES[1:]
    assert len(steps) == len([*STEPS.glob("step_*")]) == 7
    for page in steps:
        follow(tmp_path, page, python=None)
        assert files(STEPS / f"step_{page.name[0]}") == files(tmp_path), page.name


def test_steps_import_public_names_only() -> None:
    public = {"eventcore", "eventcore.journal", "eventcore.replay", "eventcore.testing"}
    public |= {"eventcore.time"}
    for path in STEPS.glob("step_*/rogue/*.py"):
        text = path.read_text("utf-8")
        assert {*re.findall(r"^from (eventcore\S*)", text, re.MULTILINE)} <= public, path.name


@pytest.mark.slow
@pytest.mark.parametrize("version", [THIS, *OTHERS])
def test_tutorial_output_matches_its_pages_from_start_to_end(tmp_path: Path, version: str) -> None:
    python = Path(sys.executable) if version == THIS else environment(version)
    for page in PAGES:
        told, does = page.read_text("utf-8"), follow(tmp_path, page, python)
        assert as_compared(told) == as_compared(does), page.name
