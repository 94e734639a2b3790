"""docs/hunting.md: its commands print the output on the page, with the planted faults."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.printed import ROOT, read

BLOCK = re.compile(r"^```(sh|diff|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(folder: Path, line: str) -> str:
    words = shlex.split(line)
    words[0] = str(Path(sys.executable).with_name(words[0]))
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr  # a terminal shows both


def hunted(folder: Path, page: str) -> str:
    """Plant the faults of the page one by one; return the page with the output of its commands."""
    caravan = ROOT / "examples" / "caravan.py"

    def block(found: re.Match[str]) -> str:
        kind, text = found[1], found[2]
        if kind == "sh":
            shutil.copy(caravan, folder)
            (code,) = re.findall(r'^python -c "(.*)"$', text, re.MULTILINE)
            subprocess.run([sys.executable, "-B", "-c", code], cwd=folder, check=True)
        elif kind == "diff":
            old, new = (line[1:] for line in text.splitlines())
            assert caravan.read_text("utf-8").count(old) == 1
            (folder / "caravan.py").write_text(caravan.read_text("utf-8").replace(old, new))
        else:
            commands = re.findall(r"^\$ (.*)$", text, re.MULTILINE)
            shown = "".join(f"$ {line}\n{run(folder, line)}" for line in commands)
            return f"```{kind}\n{shown}```"
        return found[0]

    return BLOCK.sub(block, page)


def without_hashes(page: str) -> str:
    """Return the page without the code hashes, which change with the library."""
    return re.sub("code [0-9a-f]{16}", "code -", page)


@pytest.mark.slow
def test_each_bug_hunt_gives_the_output_shown_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # bytecode would be stale
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    page = read("docs/hunting.md")
    assert without_hashes(hunted(tmp_path, page)) == without_hashes(page)
