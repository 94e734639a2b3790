"""docs/building.md: its commands accept the class of a simulation, and its checks pass."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from eventcore import save_world
from eventcore.cli import main
from examples import clinic
from examples.clinic import record_a_day
from tests.examples.printed import ROOT, blocks


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("chain examples.clinic:Clinic Arrive", 0),
        ("verify examples.clinic:Clinic JOURNAL", 0),
        ("explain examples.clinic:Clinic JOURNAL --changes Ward.patients", 0),
        ("what-if examples.clinic:Clinic JOURNAL --set beds=1", 0),
        ("what-if examples.clinic:Clinic JOURNAL --set bed=1", 2),
    ],
)
def test_command_accepts_a_simulation_class(
    command: str,
    code: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    snapshot: SnapshotAssertion,
) -> None:
    path = tmp_path / "day.jsonl"
    record_a_day(path)
    capsys.readouterr()
    arguments = command.replace("JOURNAL", str(path)).split()
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert [line.rstrip() for line in (printed.out + printed.err).splitlines()] == snapshot


def test_page_shows_how_to_run_many_seeds(tmp_path: Path) -> None:
    (shown,) = (code for code in blocks("docs/building.md", "python") if "run_jobs" in code)
    (tmp_path / "many.py").write_text(shown)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "examples")])}
    done = subprocess.run(
        [sys.executable, "many.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert re.fullmatch(r"1\d\.\d+ patients a day found no bed\n", done.stdout)


def test_checks_of_the_page_pass() -> None:
    names: dict[str, Any] = {**vars(clinic), "save_world": save_world}
    shown = [code for code in blocks("docs/building.md", "python") if "assert" in code]
    assert len(shown) == 2
    for code in shown:
        exec(code, names)
    names["test_third_patient_is_refused"]()
