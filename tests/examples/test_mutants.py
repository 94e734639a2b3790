"""What docs/mutation.md says of mutmut: of one module, whose every change a test notices."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.process import ROOT

PAGE = (ROOT / "docs" / "mutation.md").read_text("utf-8")
MODULE, TESTS = "eventcore/journal/lines.py", "tests/eventcore/journal/test_lines.py"
COPIED = ("eventcore", "tests", "examples", "game", "docs", "README.md", "pyproject.toml")
ONLY = {"only_mutate": MODULE, "pytest_add_cli_args_test_selection": TESTS}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project in which mutmut is to change one module, and to run its own tests."""
    left = shutil.ignore_patterns("__pycache__", ".hypothesis", "*.jsonl.gz", "pictures")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=left)
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    settings = tmp_path / "pyproject.toml"
    text = settings.read_text("utf-8")
    for key, only in ONLY.items():
        text, times = re.subn(rf"^{key} = \[.*?^\]", f'{key} = ["{only}"]', text, flags=re.M | re.S)
        assert times == 1
    settings.write_text(text, "utf-8")
    return tmp_path


def say(command: str, folder: Path) -> str:
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    around = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command.split(), cwd=folder, env=around | {"PATH": beside}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_each_change_of_a_module_is_noticed(project: Path) -> None:
    commands = re.findall(r"^(mutmut \w+)", PAGE, re.MULTILINE)
    assert commands == ["mutmut run", "mutmut results"]
    told = [say(command, project) for command in commands]
    counted = re.findall(r"(\d+)/(\d+)  🎉 (\d+)", told[0])[-1]
    assert len({*counted}) == 1, told
    assert re.search(rf"^\| `{MODULE}` \| {counted[0]} \| {counted[0]} \|", PAGE, re.MULTILINE)
    assert MODULE.rpartition("/")[2] not in told[1]
