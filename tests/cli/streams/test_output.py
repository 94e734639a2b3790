"""Output that cannot be written, streams that are closed, names a terminal would obey."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.process import ROOT, env

pytestmark = pytest.mark.slow


def shell(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the game's command as ``$B`` in a shell."""
    return subprocess.run(
        ["/bin/sh", "-c", f'B="{sys.executable} -m bidden"; {script}', "sh", *map(str, arguments)],
        cwd=ROOT,
        env=env({}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["verify $1", "chain Move"])
def test_a_full_disk_under_the_output_is_one_line(journal: Path, command: str) -> None:
    done = shell(f"$B {command} >/dev/full", journal)
    assert done.returncode == 2
    assert done.stderr == "bidden: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-"])
def test_a_closed_stream_is_no_error(journal: Path, closed: str) -> None:
    done = shell(f"$B verify $1 {closed}", journal)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_standard_input_there_is_no_terminal(data_folder: Path) -> None:
    done = shell("$B play --seed 111 <&- | head -1")
    assert done.stdout == "There is no terminal to play in: running the demo instead.\n"


def test_what_a_terminal_would_obey_is_shown(bidden: Command, tmp_path: Path) -> None:
    outcome = bidden("verify", tmp_path / "\x1b[31mred\nline")
    assert outcome.code == 2
    assert outcome.err == (f"bidden: {tmp_path}/\\x1b[31mred\\nline: there is no such file\n")
    outcome = bidden("replay", tmp_path / "\x1b[31mred")
    assert outcome.err == f"bidden: {tmp_path}/\\x1b[31mred: there is no such file\n"
