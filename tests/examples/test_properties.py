"""docs/properties.md: its tests pass, and the errors on the page are raised."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from eventcore import Digest
from eventcore.replay import Source
from eventcore.testing import check_simulation
from examples import clinic
from tests.examples.printed import blocks, read

PAGE = "docs/properties.md"
CARAVAN = read("examples/caravan.py")


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Import the caravan with a part of its code replaced, as if it were in the test's folder."""
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)

    def rewritten(old: str = "", new: str = "") -> Any:
        assert old in CARAVAN
        (tmp_path / "caravan.py").write_text(CARAVAN.replace(old, new) if old else CARAVAN, "utf-8")
        sys.modules.pop("caravan", None)
        importlib.invalidate_caches()
        return importlib.import_module("caravan")

    yield rewritten
    sys.modules.pop("caravan", None)


def test_caravan_passes(changed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    changed()
    run_tests(0, monkeypatch)


def test_clinic_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clinic", clinic)
    run_tests(1, monkeypatch)


def run_tests(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("shown")
    monkeypatch.setitem(sys.modules, "shown", module)
    exec(blocks(PAGE, "python")[block], vars(module))
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    assert tests
    for test in tests:
        test()


def test_property_check_raises_the_errors_shown_on_the_page(changed: Callable[..., Any]) -> None:
    lines = "".join(blocks(PAGE, "text")).splitlines()
    act = "    def act("
    restored = f"    def restored(self) -> None:\n        {{}}\n\n{act}"
    for line, old, new in (
        (lines[0], act, restored.format("self.digest = Digest(self.world)")),
        (lines[1], act, restored.format("self.wagon[Wagon].log.clear()")),
        ("".join(lines[2:]), "road.roll(1, 20)", "next(DICE)"),
    ):
        caravan = changed(old, new)
        caravan.DICE, caravan.Digest = count(2), Digest
        source = Source(partial(caravan.Caravan, 4), caravan.Caravan.restore)
        with pytest.raises(AssertionError) as caught:
            check_simulation(source, [caravan.Go(20), caravan.Go(12), caravan.Go(0)])
        assert plain(str(caught.value)) == plain(line)


def plain(said: str) -> str:
    """Return the text without digests and white space."""
    said = re.sub(r"[0-9a-f]{16}", "…", said)
    return "".join(said.split())
