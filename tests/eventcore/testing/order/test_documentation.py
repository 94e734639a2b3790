"""The example in the documentation of the order checker prints what is shown."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[4] / "docs" / "ordering.md"


def block(language: str) -> str:
    """The first block of a language in the page."""
    text = PAGE.read_text("utf-8")
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found[0]


def run(source: str, capsys: pytest.CaptureFixture[str]) -> str:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(source, names)
    return capsys.readouterr().out


def test_the_example_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(block("python"), capsys) == block("text")


def test_with_another_priority_nothing_is_left_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    before, postage, after = block("python").partition("class Postage")
    mended = before + postage + after.replace("(Pay, MODIFY)", "(Pay, MODIFY + 10)", 1)
    assert run(mended, capsys) == "the order among equals decides nothing (played 3 times)\n"
