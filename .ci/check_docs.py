"""Whatever the documentation points at is there, and whatever Python it shows compiles.

For README.md, CHANGELOG.md, CONTRIBUTING.md and every docs/**/*.md: each relative link leads to a
file of the project, each anchor to a heading, each ```python block compiles, and no line names the
host of a package registry (readers install from wherever their own tools are set up to).
"""

from __future__ import annotations

import ast
import doctest
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")

FENCE = re.compile(r"^[ >]*(`{3,}|~{3,})\s*([\w+-]*)")
HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$")
UNDERLINE = re.compile(r"^ {0,3}(=+|-{2,})\s*$")
NAMED = re.compile(r"<\w+[^>]*\s(?:id|name)=[\"']([^\"']+)[\"']")
LINKS = (
    re.compile(r"\]\(\s*(?:<([^>]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)*))"),  # [text](target)
    re.compile(r"^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)>?"),  # [label]: target
    re.compile(r"<\w+[^>]*\s(?:href|src)=[\"']([^\"']+)[\"']"),  # html
)
ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)
REGISTRIES = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|anaconda|crates|rubygems)\.(?:org|com|io|net)\b", re.IGNORECASE
)


class Block(NamedTuple):
    line: int
    language: str
    text: str


class Page:
    """One Markdown file: its prose line by line, its code blocks, its anchors."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = path.read_text("utf-8").splitlines()
        self.prose: list[tuple[int, str]] = []
        self.blocks: list[Block] = []
        self._split()

    def _split(self) -> None:
        fence, language, start, code = "", "", 0, []
        for number, line in enumerate(self.lines, 1):
            found = FENCE.match(line)
            if not fence and found:
                fence, language, start, code = found[1], found[2].lower(), number, []
            elif fence and found and found[1].startswith(fence) and not found[2]:
                self.blocks.append(Block(start, language, "\n".join(code)))
                fence = ""
            elif fence:
                code.append(line)
            else:
                self.prose.append((number, line))
        if fence:
            self.blocks.append(Block(start, language, "\n".join(code)))

    def anchors(self) -> set[str]:
        """The anchors a forge gives to this page's headings, and those written out in html."""
        seen: Counter[str] = Counter()
        anchors: set[str] = set()
        before = ""
        for _, line in self.prose:
            anchors.update(NAMED.findall(line))
            found = HEADING.match(line)
            title = found[1] if found else before if UNDERLINE.match(line) else ""
            before = line.strip()
            if not title:
                continue
            slug = slugify(title)
            anchors.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
            seen[slug] += 1
        return anchors

    def links(self) -> Iterator[tuple[int, str]]:
        for number, line in self.prose:
            plain = re.sub(r"(`+).*?\1", "", line)  # a link inside code is only shown
            for pattern in LINKS:
                for found in pattern.finditer(plain):
                    yield number, next(filter(None, found.groups()), "")


def slugify(title: str) -> str:
    title = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1", title)  # a link's text stays
    title = re.sub(r"<[^>]+>", "", title).lower()
    return re.sub(r"[^\w\- ]", "", title).replace(" ", "-")


def wrong_links(root: Path, page: Page) -> Iterator[tuple[int, str]]:
    for number, link in page.links():
        if not link or ELSEWHERE.match(link):
            continue
        name, _, anchor = unquote(link).partition("#")
        if name.startswith("/"):
            target = (root / name.lstrip("/")).resolve()
        else:
            target = (page.path.parent / name).resolve() if name else page.path.resolve()
        if root.resolve() not in (target, *target.parents):
            yield number, f"{link}: leads out of the project"
        elif not target.exists():
            yield number, f"{link}: no such file"
        elif anchor and target.suffix == ".md" and anchor not in Page(target).anchors():
            yield number, f"{link}: no such heading"


def wrong_code(page: Page) -> Iterator[tuple[int, str]]:
    for block in page.blocks:
        if block.language not in ("python", "py"):
            continue
        text = textwrap.dedent(block.text)
        if text.lstrip().startswith(">>>"):
            examples = doctest.DocTestParser().get_examples(text)
            text = "".join("\n" * (e.lineno - i) + e.source for i, e in counted(examples))
        try:
            compile(text, str(page.path), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        except SyntaxError as error:
            yield block.line + (error.lineno or 1), f"does not compile: {error.msg}"


def counted(examples: list[doctest.Example]) -> Iterator[tuple[int, doctest.Example]]:
    """Each example with the number of source lines before it, so that line numbers stay true."""
    line = 0
    for example in examples:
        yield line, example
        line = example.lineno + example.source.count("\n")


def wrong_hosts(page: Page) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(page.lines, 1):
        if REGISTRIES.search(line):
            yield number, "names the host of a package registry"


def main(root: Path) -> int:
    paths = [root / name for name in TOP] + sorted((root / "docs").rglob("*.md"))
    wrong: list[str] = []
    links = blocks = 0
    for path in paths:
        shown = path.relative_to(root)
        if not path.exists():
            wrong.append(f"{shown}: no such file")
            continue
        page = Page(path)
        links += sum(1 for _ in page.links())
        blocks += sum(block.language in ("python", "py") for block in page.blocks)
        for number, what in (*wrong_links(root, page), *wrong_code(page), *wrong_hosts(page)):
            wrong.append(f"{shown}:{number}: {what}")
    for line in wrong:
        print(line)
    print(f"docs: {len(paths)} files, {links} links, {blocks} Python blocks, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent.parent))
