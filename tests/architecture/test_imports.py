"""Rules about imports and calls that neither import-linter nor ruff can check."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = sorted((ROOT / "eventcore").rglob("*.py"))
GAME = sorted((ROOT / "game").rglob("*.py"))

DECLARED = {
    *("attr", "attrs", "blinker", "msgspec"),  # always installed
    *("cyclopts", "rich"),  # the extra cli
    "duckdb",  # the extra parquet
    "textual",  # the extra inspect
    *("textual_serve", "aiohttp", "jinja2"),  # the extra serve; the first requires the others
    *("hypothesis", "pytest"),  # the extra testing
}

MAY_HASH = {
    "eventcore/dispatch/preview.py",
    "eventcore/schema/fixed.py",
}
"""A memo of copies by id, the hash of a value within one process, and whether it has a hash."""


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]


def hashes(source: str) -> bool:
    """Return whether a source calls id() or hash(), or sorts by one of them."""
    return any(
        isinstance(found, ast.Name) and found.id in ("id", "hash")
        for node in ast.walk(ast.parse(source))
        for found in [getattr(node, "func", None), getattr(node, "value", None)]
        if isinstance(node, ast.Call) or (isinstance(node, ast.keyword) and node.arg == "key")
    )


def test_library_imports_only_packages_that_it_declares() -> None:
    allowed = DECLARED | sys.stdlib_module_names | {"eventcore"}
    extra = {path.name: {*imported(path.read_text("utf-8"))} - allowed for path in LIBRARY}
    assert {name: found for name, found in extra.items() if found} == {}


@pytest.mark.parametrize(
    "source", ["sorted(things, key=id)", "table = {hash(name): name}", "def f():\n    id(f)"]
)
def test_every_use_of_id_and_hash_is_seen(source: str) -> None:
    assert hashes(source)


def test_nothing_depends_on_addresses_or_the_hash_seed() -> None:
    texts = {path: path.read_text("utf-8") for path in [*LIBRARY, *GAME]}
    suspects = [path for path, text in texts.items() if re.search(r"\b(id|hash)\b[(),]", text)]
    found = [path for path in suspects if hashes(texts[path])]
    assert {path.relative_to(ROOT).as_posix() for path in found} == MAY_HASH


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that a source imports, also inside functions."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=other):
                for inner in other:
                    yield from imported_modules(inner)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case _:
                yield from imported_modules(node)


def circles(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules left after repeatedly removing those that need none of the rest."""
    left = dict(graph)
    while ready := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in ready:
            del left[name]
    return sorted(left)


def test_core_modules_have_no_import_cycles() -> None:
    rooms = ("cli", "dispatch", "journal", "replay", "schema", "state", "time", "tools")
    files = [path for path in LIBRARY if path.parent.name in ("eventcore", *rooms)]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in files}
    graph = {
        name.removesuffix(".__init__"): {*imported_modules(ast.parse(path.read_text("utf-8")))}
        for name, path in names.items()
        if name != "eventcore.__init__"
    }
    assert circles(graph) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["a", "b", "c"]
