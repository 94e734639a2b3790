"""What the map of the code says is to be read first is there, and as short as it says."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
PATH = PAGE.partition("## What happens when you publish")[2].partition("What these are about")[0]
STOP = re.compile(r"^\d\. `([\w/]+\.py)`:?(.*?)\((\d+) lines\)", re.MULTILINE | re.DOTALL)


def length(file: str, names: list[str]) -> int:
    """So many lines have these functions, or the whole file where none is named."""
    text = (ROOT / file).read_text("utf-8")
    found = {n.name: n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef)}
    ends = [(found[name].lineno, found[name].end_lineno or 0) for name in names]
    return sum(last - first + 1 for first, last in ends) or len(text.splitlines())


def test_what_happens_when_you_publish_is_read_in_so_many_lines() -> None:
    said = [(file, re.findall(r"`(\w+)`", names), int(n)) for file, names, n in STOP.findall(PATH)]
    assert [length(file, names) for file, names, _ in said] == [lines for *_, lines in said]
    total = sum(lines for *_, lines in said)
    assert len(said) == 3
    assert f"These {total} lines are all of it" in PATH
    assert total <= 250
