"""In a real terminal no more colours are written than it has, and without any all is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal import Terminal

pytestmark = pytest.mark.slow


def written(folder: Path) -> set[str]:
    """The parameters of all colours that a game writes until it is drawn and a key was pressed."""
    with Terminal("tests.frontend.play_fake", "play", folder / "count") as terminal:
        terminal.wait_for("? help")
        terminal.press("l")
        terminal.wait_for("Turn 1 ")
        terminal.wait_until(lambda: terminal.rows[4] == "   #..@....+")
        found = re.findall(rb"\x1b\[([0-9;]*)m", terminal.output)
    return {parameters.decode() for parameters in found}


@pytest.mark.parametrize(
    ("environment", "has", "has_not"),
    [
        ({"COLORTERM": "truecolor"}, r"38;2;", r"38;5;"),
        ({"COLORTERM": ""}, r"38;5;", r"38;2;"),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, r"\b2\b", r"\b[349][0-8]\b"),
    ],
)
def test_no_more_colours_are_written_than_the_terminal_has(
    environment: dict[str, str],
    has: str,
    has_not: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    colours = written(tmp_path)
    assert any(re.search(has, one) for one in colours)
    assert {one for one in colours if re.search(has_not, one)} == set()
