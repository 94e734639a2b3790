"""Docstrings: an error has a subject and a fault, and a public name says what it is."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted([*ROOT.glob("eventcore/**/*.py"), *ROOT.glob("game/**/*.py")])
ROOMS = ["eventcore"] + [
    f"eventcore.{path.parent.relative_to(ROOT / 'eventcore').as_posix().replace('/', '.')}"
    for path in sorted(ROOT.glob("eventcore/*/**/__init__.py"))
]
EMPTY = re.compile(r"Error: (It|They|One|That|There)\b[^.]{0,40}\.$|^ *(\w+: )?As for\b", re.M)
FEWEST_WORDS = 4
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def empty_lines(source: str) -> list[str]:
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, DOCUMENTED)]
    texts = [ast.get_docstring(node) or "" for node in nodes]
    return [match.group() for text in texts for match in EMPTY.finditer(text)]


def is_sentence(line: str) -> bool:
    return len(line.split()) >= FEWEST_WORDS and line.endswith((".", ":", "?"))


def test_docstrings_name_who_is_at_fault() -> None:
    empty = {path.relative_to(ROOT).as_posix(): empty_lines(path.read_text()) for path in PROGRAMS}
    assert {path: lines for path, lines in empty.items() if lines} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_a_public_name_is_explained_in_a_sentence(room: str) -> None:
    module = import_module(room)
    named = [(name, getattr(module, name)) for name in getattr(module, "__all__", ())]
    first = {
        name: (inspect.getdoc(value) or "").partition("\n")[0]
        for name, value in named
        if inspect.isclass(value) or inspect.isfunction(value)
    }
    assert {name: line for name, line in first.items() if not is_sentence(line)} == {}


def test_empty_lines_are_seen() -> None:
    assert empty_lines('"""Read.\n\nContentError: It is none.\n"""') == ["Error: It is none."]
    assert empty_lines('"""Load.\n\nmute: As for World.\n"""') == ["mute: As for"]
    assert not is_sentence("A whole state.")
