"""The example in the documentation of the order checker prints what is shown."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[4] / "docs" / "ordering.md"


def test_example_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)[::-1])
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(blocks["python"], names)
    assert capsys.readouterr().out == blocks["text"]
