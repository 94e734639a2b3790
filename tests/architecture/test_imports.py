"""Which file may import what: the rules that import-linter cannot see.

It knows another distribution only as a whole, so rules on single parts of tcod are held here, and
so is the list of all that the library may import, which would need every other name forbidden.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = sorted((ROOT / "eventcore").rglob("*.py"))
GAME = sorted((ROOT / "game").rglob("*.py"))

SCREEN = {"tcod.console", "tcod.context", "tcod.event", "tcod.tileset"}
NEEDED = {"attr", "attrs", "blinker", "msgspec"}
NEEDED_BY_CLI = {"cyclopts", "rich"}
NEEDED_BY_CLUSTERS = {"distributed"}
NEEDED_BY_INSPECTOR = {"textual"}
NEEDED_BY_PROPERTIES = {"hypothesis"}
NEEDED_BY_SERVING = {"aiohttp", "jinja2", "textual_serve"}
"""The last one brings the others along."""

INSPECTORS_SCREEN = [f"eventcore.inspector.{name}" for name in ("app", "pane", "screens")]
"""What is shown of a journal is made by the rest of the inspector, which knows no screen."""


def show(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_in(path: Path, *modules: str) -> bool:
    """Whether a file is one of these modules, each a file or a folder."""
    parts = path.relative_to(ROOT if path in LIBRARY else ROOT / "game").with_suffix("").parts
    return any(parts[: len(name.split("."))] == tuple(name.split(".")) for name in modules)


def uses(source: str) -> Iterator[str]:
    """Every other module that a source imports, or reaches as an attribute of one it imports."""
    tops: set[str] = set()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
                tops.update(alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=top), attr=name) if top in tops:
                yield f"{top}.{name}"


def uses_of(path: Path) -> set[str]:
    return set(uses(path.read_text("utf-8")))


def test_there_are_files_to_look_at() -> None:
    assert LIBRARY
    assert GAME


@pytest.mark.parametrize(
    ("source", "use"),
    [
        ("import tcod.event", "tcod.event"),
        ("import tcod.event as e", "tcod.event"),
        ("from tcod import event", "tcod.event"),
        ("from tcod.event import KeyDown", "tcod.event"),
        ("import tcod.bsp\ntcod.event.get()", "tcod.event"),
        ("def f():\n    import tcod.event", "tcod.event"),
    ],
)
def test_every_way_to_a_module_is_seen(source: str, use: str) -> None:
    assert use in set(uses(source))


@pytest.mark.parametrize("path", GAME, ids=show)
def test_only_the_front_end_has_a_screen(path: Path) -> None:
    if not is_in(path, "bidden.frontend"):
        assert uses_of(path) & SCREEN == set()


@pytest.mark.parametrize("path", LIBRARY, ids=show)
def test_the_library_imports_only_what_it_declares(path: Path) -> None:
    allowed = {"eventcore"} | NEEDED
    if is_in(path, "eventcore.cli"):
        allowed |= NEEDED_BY_CLI
    if is_in(path, "eventcore.tools.executors"):
        allowed |= NEEDED_BY_CLUSTERS
    if is_in(path, *INSPECTORS_SCREEN):
        allowed |= NEEDED_BY_INSPECTOR
    if is_in(path, "eventcore.serving.server"):
        allowed |= NEEDED_BY_SERVING
    if is_in(path, "eventcore.testing"):
        allowed |= {"pytest"}
    if is_in(path, "eventcore.testing.properties"):
        allowed |= NEEDED_BY_PROPERTIES
    tops = {name.partition(".")[0] for name in uses_of(path)}
    assert tops - sys.stdlib_module_names - allowed == set()
