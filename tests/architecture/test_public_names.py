"""The game, the examples and the docs use only the public names of the library."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = [
    "eventcore",
    "eventcore.cli",
    "eventcore.journal",
    "eventcore.replay",
    "eventcore.resources",
    "eventcore.testing",
    "eventcore.time",
    "eventcore.tools",
    "eventcore.trace",
]
MOST_PACKAGES = 9
MOST_NAMES = 90
USERS = sorted(
    [
        *ROOT.glob("game/**/*.py"),
        *ROOT.glob("examples/*.py"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("game/*.md"),
        ROOT / "README.md",
    ]
)
REFERENCE = (ROOT / "docs/api.md").read_text("utf-8")
IN_A_PAGE = re.compile(r"^ *from (eventcore[\w.]*) import (?:\(([^)]*)\)|(.*))", re.MULTILINE)


def imported(path: Path) -> set[tuple[str, str]]:
    """Return the names that a program, or the code on a page, imports from each package."""
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        found = [(package, long or short) for package, long, short in IN_A_PAGE.findall(text)]
        return {(package, name.strip()) for package, names in found for name in names.split(",")}
    pairs = set[tuple[str, str]]()
    for node in ast.walk(ast.parse(text)) if "eventcore" in text else ():
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                pairs |= {(module, one.name) for one in names}
            case ast.Import(names=names):
                pairs |= {(one.name, "") for one in names}
    return {pair for pair in pairs if pair[0].partition(".")[0] == "eventcore"}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_exists(package: str) -> None:
    module = import_module(package)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_number_of_public_names_stays_within_the_limit() -> None:
    assert len(PACKAGES) <= MOST_PACKAGES
    assert sum(len(import_module(package).__all__) for package in PACKAGES) <= MOST_NAMES


def test_no_other_module_declares_public_names() -> None:
    declaring = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in ROOT.glob("eventcore/**/*.py")
        if re.search(r"^__all__\b", path.read_text("utf-8"), re.MULTILINE)
    }
    assert declaring == set(PACKAGES)


def test_reference_lists_all_public_names() -> None:
    listed, package = dict[str, list[str]](), ""
    _, _, table = REFERENCE.partition("\n## Public names\n")
    for module, names in re.findall(r"^\| (?:`([\w.]+)` )?\| (`.*?`) \|", table, re.MULTILINE):
        package = module or package
        listed.setdefault(package, []).extend(re.findall(r"`(\w+)`", names))
    public = {name: sorted(import_module(name).__all__) for name in PACKAGES}
    assert {name: sorted(names) for name, names in listed.items()} == public


def test_other_code_imports_only_public_names_of_the_packages() -> None:
    public = {name: {"", "__version__", *import_module(name).__all__} for name in PACKAGES}
    wrong = {
        (path.relative_to(ROOT).as_posix(), package, name)
        for path in USERS
        for package, name in imported(path)
        if name not in public.get(package, ())
    }
    assert wrong == set()


def test_import_scan_reads_python_files_and_documentation_pages() -> None:
    assert ("eventcore", "World") in imported(ROOT / "README.md")
    assert ("eventcore", "World") in imported(ROOT / "game/bidden/session.py")
