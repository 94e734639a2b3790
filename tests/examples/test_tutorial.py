"""The tutorial, from an empty folder: its pages show the files, and what the commands print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.determinism.pythons import OTHERS, THIS, environment

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "examples" / "tutorial" / "rogue"
PAGES = [ROOT / "docs" / "tutorial" / "README.md"]
PAGES += sorted((ROOT / "docs" / "tutorial").glob("[0-9]*.md"))

FILE_OR_BLOCK = re.compile(
    r"[Pp]ut this into\s+`rogue/(\w+\.py)`|^```(sh|text|diff|python)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)

VARYING = [(r"code [0-9a-f]{16}", "code -"), (r"[\d,]+ turns/s", "- turns/s"), (r" in [\d.]+s", "")]
"""What is another in each run, or with each change of the library."""


def shown(page: Path) -> dict[str, list[str]]:
    """The blocks of Python that a page has, by the file it puts them into."""
    found: dict[str, list[str]] = {}
    name = ""
    for match in FILE_OR_BLOCK.finditer(page.read_text("utf-8")):
        name = match[1] or name
        if match[2] == "python":
            found.setdefault(name, []).append(match[3])
    return found


def joined(blocks: list[str]) -> str:
    """A file made of blocks: two lines between what is at the top, one within a class."""
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
        stderr=subprocess.STDOUT,  # at a terminal the two come as they are written
        text=True,
        check=False,
    )


def follow(folder: Path, page: Path, python: Path) -> str:
    """Do what a page says, in a folder, and give it back with what its commands print."""
    blocks: dict[str, list[str]] = {}
    name = ""

    def block(match: re.Match[str]) -> str:
        nonlocal name
        name, kind, text = match[1] or name, match[2], match[3]
        if kind == "python":
            blocks.setdefault(name, []).append(text)
            (folder / "rogue" / name).write_text(joined(blocks[name]), "utf-8")
        elif kind == "sh":
            assert run(folder, f"set -e\n{text}", python).returncode == 0, text
        elif kind == "diff":
            change(folder, text)
        elif kind == "text":
            commands = re.findall(r"^\$ (.*)$", text, re.MULTILINE)
            outputs = (run(folder, line, python).stdout.rstrip() for line in commands)
            printed = (f"$ {line}\n{out}\n" for line, out in zip(commands, outputs, strict=True))
            return "```text\n" + "".join(printed) + "```"
        return match[0]

    return FILE_OR_BLOCK.sub(block, page.read_text("utf-8"))


def change(folder: Path, diff: str) -> None:
    """Replace the lines of a diff in the one file that has them."""
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


def test_the_pages_show_every_file_as_it_is() -> None:
    files = {name: text for page in PAGES for name, text in shown(page).items()}
    there = {path.name for path in FILES.glob("*.py")} - {"__init__.py"}
    assert {*files} == there
    for name, blocks in files.items():
        text = (FILES / name).read_text("utf-8")
        assert without_blank_lines(joined(blocks)) == without_blank_lines(text), name


def test_a_step_is_short_and_knows_public_names_only() -> None:
    public = {"eventcore", "eventcore.journal", "eventcore.replay", "eventcore.testing"}
    public |= {"eventcore.time"}
    for path in FILES.glob("*.py"):
        text = path.read_text("utf-8")
        assert len(text.splitlines()) < 150, path.name
        assert {*re.findall(r"^from (eventcore\S*)", text, re.MULTILINE)} <= public, path.name


@pytest.mark.slow
@pytest.mark.parametrize("version", [THIS, *OTHERS])
def test_from_an_empty_folder_to_a_game_with_a_component_of_ones_own(
    tmp_path: Path, version: str
) -> None:
    python = Path(sys.executable) if version == THIS else environment(version)
    for page in PAGES:
        told, does = page.read_text("utf-8"), follow(tmp_path, page, python)
        assert as_compared(told) == as_compared(does), page.name
    assert "spiked.jsonl: same" in told
    assert "(owner)   Spikes     prick" in told
