"""The code blocks of the pages, their commands, and the commands that sentences mention."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

ROOT: Final = Path(__file__).resolve().parents[2]
TOP: Final = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "game/README.md")
"""The pages outside docs/. The changelog is left out: it mentions former commands."""
SHELLS: Final = ("sh", "bash", "shell", "console")

FENCE: Final = re.compile(r"^[ >]*(`{3,}|~{3,})\s*([\w+-]*)")
REMARK: Final = re.compile(r"(^|\s+)#(\s.*)?$")
PROMPT: Final = "$ "
CODE: Final = re.compile(r"(?<!`)`([^`]+)`(?!`)")


@attrs.frozen
class Script:
    """The commands of one block, without the comments beside them."""

    page: str
    commands: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page}: {self.commands[0]}"


def read(page: str) -> str:
    """Return the text of a page."""
    return (ROOT / page).read_text("utf-8")


def blocks(page: str, language: str) -> list[str]:
    """Return the code blocks of a language in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", read(page), re.MULTILINE | re.DOTALL)


def pages() -> list[str]:
    """List all pages; the pages in docs/ come last."""
    found = sorted((ROOT / "docs").rglob("*.md"))
    return [*TOP, *(path.relative_to(ROOT).as_posix() for path in found)]


def scripts() -> list[Script]:
    """Collect the blocks that contain commands, page by page."""
    return [script for page in pages() for script in scripts_in(page, ROOT / page)]


def scripts_in(page: str, path: Path) -> Iterator[Script]:
    """Yield the blocks of a page that contain commands."""
    for language, lines in _parts(path):
        commands = (_command(line.strip(" >"), language) for line in lines if language is not None)
        if found := tuple(command for command in commands if command):
            yield Script(page, found)


def mentioned() -> list[tuple[str, str]]:
    """Return each piece of code that the sentences of a page mention, once per page."""
    found = dict[tuple[str, str], None]()
    for page in pages():
        for language, lines in _parts(ROOT / page):
            if language is None:
                code = CODE.findall("\n".join(line.lstrip("> ") for line in lines))
                found |= {(page, " ".join(words.split())): None for words in code}
    return [*found]


def _parts(path: Path) -> Iterator[tuple[str | None, list[str]]]:
    """Yield the lines of each block with its language, and the lines between blocks with None."""
    fence, language, lines = "", "", list[str]()
    for line in path.read_text("utf-8").splitlines():
        mark = FENCE.match(line)
        if not fence and mark:
            yield None, lines
            fence, language, lines = mark[1], mark[2].lower(), []
        elif fence and mark and mark[1].startswith(fence) and not mark[2]:
            yield language, lines
            fence, lines = "", []
        else:
            lines.append(line)
    yield language if fence else None, lines


def _command(line: str, language: str) -> str:
    if line.startswith(PROMPT):
        return line.removeprefix(PROMPT)
    if language not in SHELLS or language == "console":
        return ""
    assert not line.endswith("\\"), f"a command must be on one line to be copied: {line}"
    return REMARK.sub("", line)
