"""The commands that pages print in blocks: those of a shell, and lines that begin with a prompt."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

ROOT: Final = Path(__file__).resolve().parents[2]
TOP: Final = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "game/README.md")
"""The pages that are not in docs/; what changed is told of commands as they were."""
SHELLS: Final = ("sh", "bash", "shell", "console")

FENCE: Final = re.compile(r"^[ >]*(`{3,}|~{3,})\s*([\w+-]*)")
REMARK: Final = re.compile(r"(^|\s+)#(\s.*)?$")
PROMPT: Final = "$ "


@attrs.frozen
class Script:
    """The commands of one block, which may go on from each other.

    Attributes:
        page: The page that prints them, from the top of the project.
        commands: What is to be typed, without what is remarked beside it.
    """

    page: str
    commands: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page}: {self.commands[0]}"


def pages() -> list[str]:
    """Name all pages, those in docs/ last."""
    found = sorted((ROOT / "docs").rglob("*.md"))
    return [*TOP, *(path.relative_to(ROOT).as_posix() for path in found)]


def scripts() -> list[Script]:
    """Collect what is printed, page by page."""
    return [script for page in pages() for script in scripts_in(page, ROOT / page)]


def scripts_in(page: str, path: Path) -> Iterator[Script]:
    """Yield the blocks of a page that have commands."""
    fence, language, found = "", "", list[str]()
    for line in [*path.read_text("utf-8").splitlines(), "```"]:
        mark = FENCE.match(line)
        if not fence and mark:
            fence, language, found = mark[1], mark[2].lower(), []
        elif fence and mark and mark[1].startswith(fence) and not mark[2]:
            if found:
                yield Script(page, tuple(found))
            fence = ""
        elif fence and (command := _command(line.strip(" >"), language)):
            found.append(command)


def _command(line: str, language: str) -> str:
    if line.startswith(PROMPT):
        return line.removeprefix(PROMPT)
    if language not in SHELLS or language == "console":
        return ""
    assert not line.endswith("\\"), f"a command on one line is one that can be copied: {line}"
    return REMARK.sub("", line)
