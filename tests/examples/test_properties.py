"""What the page on properties shows runs as it is written there, on a small simulation."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from eventcore.replay import Source
from eventcore.testing import properties
from tests.eventcore.testing.arena import Arena, Left, Poked, source_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "properties.md").read_text("utf-8")


class Caravan:
    """The arena by the names of the page."""

    restore = staticmethod(source_of().restore)

    def __new__(cls) -> Any:
        return source_of().begin()


def run(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    module = ModuleType("shown")
    monkeypatch.setitem(sys.modules, "shown", module)
    names = vars(module)
    names.update(Caravan=Caravan, Go=Poked, Rest=Left, Source=Source, settings=settings, st=st)
    exec(code, names)
    return names


def test_the_machine_it_shows_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    names = run(monkeypatch)
    assert isinstance(names["Walks"].source.begin(), Arena)
    names["TestWalks"]("runTest").runTest()


def test_every_function_is_in_the_table() -> None:
    shown = set(re.findall(r"^\| `(check_\w+)`", PAGE, re.MULTILINE))
    assert shown == {name for name in properties.__all__ if name.startswith("check_")}
