"""What the documentation shows and names: Python that compiles, and files that there are.

For the pages at the top, the game's and every docs/**/*.md: each block of Python compiles, each
path in backticks from the top of the project is there, and no line names the host of a package
registry (readers install from wherever their own tools are set up to). docs/index.md leads to all
pages of its folder, and README.md stays short. That links and anchors lead
somewhere is seen to by `mkdocs build --strict`, the other half of `make docs`.
"""

from __future__ import annotations

import ast
import doctest
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LONGEST_README = 90
"""In lines: what one takes in at a glance or two; all else has a page that it leads to."""

TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "game/README.md")

FENCE = re.compile(r"^[ >]*(`{3,}|~{3,})\s*([\w+-]*)")
PATH = re.compile(r"`((?:\.ci|benchmarks|docs|eventcore|examples|game|tests)/[\w./-]*)`")
REGISTRIES = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|anaconda|crates|rubygems)\.(?:org|com|io|net)\b", re.IGNORECASE
)


class Block(NamedTuple):
    line: int
    text: str


def python_blocks(lines: list[str]) -> Iterator[Block]:
    """Yield the fenced blocks of Python; one that is never closed goes on to the end."""
    fence, language, start, code = "", "", 0, []
    for number, line in enumerate([*lines, "```"], 1):
        found = FENCE.match(line)
        ends = found and found[1].startswith(fence) and not found[2]
        if not fence and found:
            fence, language, start, code = found[1], found[2].lower(), number, []
        elif fence and (ends or number > len(lines)):
            if language in ("python", "py"):
                yield Block(start, "\n".join(code))
            fence = ""
        elif fence:
            code.append(line)


def wrong_code(path: Path, lines: list[str]) -> Iterator[tuple[int, str]]:
    for block in python_blocks(lines):
        text = textwrap.dedent(block.text)
        if text.lstrip().startswith(">>>"):
            examples = doctest.DocTestParser().get_examples(text)
            text = "".join("\n" * (e.lineno - i) + e.source for i, e in counted(examples))
        try:
            compile(text, str(path), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except SyntaxError as error:
            yield block.line + (error.lineno or 1), f"does not compile: {error.msg}"


def counted(examples: list[doctest.Example]) -> Iterator[tuple[int, doctest.Example]]:
    """Each example with the number of source lines before it, so that line numbers stay true."""
    line = 0
    for example in examples:
        yield line, example
        line = example.lineno + example.source.count("\n")


def wrong_paths(root: Path, lines: list[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        for path in PATH.findall(line):
            if not (root / path).exists():
                yield number, f"{path}: no such file"


def wrong_hosts(lines: list[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if REGISTRIES.search(line):
            yield number, "names the host of a package registry"


def unlisted(root: Path) -> Iterator[str]:
    """Each page of docs/ that docs/index.md does not lead to."""
    index = root / "docs" / "index.md"
    text = index.read_text("utf-8") if index.exists() else ""
    for path in sorted((root / "docs").glob("*.md")):
        if path != index and f"]({path.name})" not in text:
            yield f"docs/index.md: does not lead to docs/{path.name}"


def too_long(root: Path) -> Iterator[str]:
    """README.md, where it has grown into a manual."""
    readme = root / "README.md"
    lines = len(readme.read_text("utf-8").splitlines()) if readme.exists() else 0
    if lines > LONGEST_README:
        yield f"README.md: {lines} lines, of {LONGEST_README} at most: lead to a page instead"


def main(root: Path) -> int:
    paths = [root / name for name in TOP] + sorted((root / "docs").rglob("*.md"))
    wrong = [*unlisted(root), *too_long(root)]
    for path in paths:
        shown = path.relative_to(root)
        if not path.exists():
            wrong.append(f"{shown}: no such file")
            continue
        lines = path.read_text("utf-8").splitlines()
        found = (*wrong_code(path, lines), *wrong_paths(root, lines), *wrong_hosts(lines))
        for number, what in found:
            wrong.append(f"{shown}:{number}: {what}")
    for line in wrong:
        print(line)
    print(f"docs: {len(paths)} pages, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent.parent))
