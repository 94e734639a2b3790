"""docs/tracing.md: its commands and its program print the output on the page."""

import contextlib
import io
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from examples import caravan
from tests.examples.printed import ROOT, read
from tests.examples.test_hunting import BLOCK, run

PROGRAM = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", re.MULTILINE | re.DOTALL)


def traced(folder: Path, page: str) -> str:
    """Return the page with the output of its commands."""

    def block(found: re.Match[str]) -> str:
        kind, text = found[1], found[2]
        if kind == "sh":
            for code in re.findall(r'^python -c "(.*)"$', text, re.MULTILINE):
                subprocess.run([sys.executable, "-B", "-c", code], cwd=folder, check=True)
            return found[0]
        commands = re.findall(r"^\$ (.*)$", text, re.MULTILINE)
        shown = "".join(f"$ {line}\n{run(folder, line)}" for line in commands)
        return f"```{kind}\n{shown}```" if commands else found[0]

    return BLOCK.sub(block, page)


@pytest.mark.slow
def test_each_command_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    for name in ("caravan.py", "emergency_room.py"):
        shutil.copy(ROOT / "examples" / name, tmp_path)
    caravan.record(tmp_path / "week.jsonl", seed=4)
    page = read("docs/tracing.md")
    assert traced(tmp_path, page) == page


def test_programs_print_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = caravan.Caravan(4)
    names: dict[str, Any] = {**vars(caravan), "world": made.world, "wagon": made.wagon}
    made.world.publish(caravan.Travel(made.wagon, 20))
    monkeypatch.chdir(tmp_path)
    caravan.record(Path("week.jsonl"), seed=4)
    programs = PROGRAM.findall(read("docs/tracing.md"))
    assert len(programs) == 2
    for program, output in programs:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(program, names)
        assert printed.getvalue() == output
