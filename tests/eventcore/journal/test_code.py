"""The fingerprint of code changes if, and only if, a source file changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path

import pytest

from eventcore.journal.rules import code_fingerprint
from tests.cli.process import ROOT, run

MARKET = {
    "__init__.py": "",
    "stalls.py": "class Stall:\n    price = 3\n",
    "goods/__init__.py": "",
    "goods/weights.py": "TARE = 1\n",
    "notes.txt": "dear",
}
ASKED = count(1)

Fingerprint = Callable[..., str]


@pytest.fixture
def fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fingerprint]:
    """Return a function that returns the fingerprint of a package in which some files differ."""

    def forget() -> None:
        invalidate_caches()
        for name in [*sys.modules]:
            if name.partition(".")[0] == "market":
                del sys.modules[name]

    def give(files: dict[str, str]) -> str:
        forget()
        folder = tmp_path / str(next(ASKED))
        for name, text in (MARKET | files).items():
            path = folder / "market" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        with monkeypatch.context() as patch:
            patch.syspath_prepend(folder)
            return code_fingerprint(import_module("market.stalls").Stall)

    yield give
    forget()


def test_fingerprint_is_the_same_wherever_the_source_lies(fingerprint: Fingerprint) -> None:
    one = fingerprint({})
    assert len(one) == 16
    assert int(one, 16)
    assert fingerprint({}) == one


@pytest.mark.parametrize("name", ["stalls.py", "goods/weights.py", "new.py"])
def test_fingerprint_changes_with_each_source_file(fingerprint: Fingerprint, name: str) -> None:
    assert fingerprint({name: MARKET.get(name, "") + "# dear\n"}) != fingerprint({})


def test_code_fingerprint_ignores_files_of_other_types(fingerprint: Fingerprint) -> None:
    assert fingerprint({"notes.txt": "cheap"}) == fingerprint({})


def test_script_and_imported_module_have_the_same_code_fingerprint(tmp_path: Path) -> None:
    path = tmp_path / "walk.py"
    path.write_text(
        "from eventcore.journal.rules import code_fingerprint\nclass Walk:\n    pass\n"
        "print(code_fingerprint(Walk))\n"
    )
    script = run("-OO", path, PYTHONHASHSEED="2")
    imported = run("-c", "import walk", PYTHONPATH=f"{tmp_path}:{ROOT}", PYTHONHASHSEED="1")
    assert (script.err, imported.err) == ("", "")
    assert script.out == imported.out
    assert len(script.out.strip()) == 16
