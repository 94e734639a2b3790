"""Public names: few, each used by somebody, and all that the game, examples and pages import."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = [
    "eventcore",
    "eventcore.blame",
    "eventcore.cli",
    "eventcore.journal",
    "eventcore.replay",
    "eventcore.serving",
    "eventcore.testing",
    "eventcore.testing.order",
    "eventcore.testing.properties",
    "eventcore.time",
    "eventcore.tools",
    "eventcore.trace",
]
MOST = 45
"""So many names at the top can be held in the head."""

PROGRAMS = sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("examples/*.py")])
PAGES = sorted([ROOT / "README.md", *ROOT.glob("docs/**/*.md"), *ROOT.glob("game/*.md")])
USERS = {path: path.read_text("utf-8") for path in [*PROGRAMS, *PAGES]}
CODE = re.compile(r"^ *(```+).*?\n(.*?)^ *\1|`([^`]+)`", re.MULTILINE | re.DOTALL)
SHOWN = {
    word
    for path in PAGES
    for _, block, span in CODE.findall(USERS[path])
    for word in re.findall(r"\w+", block + span)
}
"""What stands in the pages as code, in blocks or in spans."""
FROM = re.compile(r"^ *from (eventcore[\w.]*) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)


def imported(path: Path) -> set[tuple[str, str]]:
    """What a program or the code in a page imports of the library, and where from."""
    if path.suffix == ".md":
        found = [(room, long or short) for room, long, short in FROM.findall(USERS[path])]
        return {(room, name.strip()) for room, names in found for name in names.split(",")}
    nodes = list(ast.walk(ast.parse(USERS[path])))
    lines = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    pairs = [(line.module or "", alias.name) for line in lines for alias in line.names]
    return {
        pair
        for pair in [*pairs, *((name, "") for name in plain)]
        if pair[0].partition(".")[0] == "eventcore"
    }


TAKEN = {pair for path in PROGRAMS for pair in imported(path)}


def show(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_top_offers_few_names() -> None:
    assert len(import_module("eventcore").__all__) <= MOST


@pytest.mark.parametrize("room", ROOMS)
def test_a_public_name_is_there_and_somebody_uses_it(room: str) -> None:
    module = import_module(room)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    used = SHOWN | {name for taken, name in TAKEN if taken == room}
    assert [name for name in module.__all__ if name not in used] == []
    assert list(module.__all__) == sorted(
        module.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )


@pytest.mark.parametrize("path", USERS, ids=show)
def test_the_library_is_used_by_its_public_names(path: Path) -> None:
    for room, name in sorted(imported(path)):
        assert room in ROOMS, f"{room} is no room of the library, or inside one"
        assert name in {"", "__version__", *import_module(room).__all__}, f"{room} has no {name}"


def test_prose_uses_no_public_name() -> None:
    found = CODE.findall("A call of `Span`s.\n```python\nTree()\n```\nWho, `Name`.")
    assert [block + span for _, block, span in found] == ["Span", "Tree()\n", "Name"]


def test_imports_are_seen_in_programs_and_in_pages() -> None:
    told = {pair for path in PAGES for pair in imported(path)}
    assert ("eventcore", "World") in TAKEN & told
