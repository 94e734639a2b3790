"""`.ci/install` prints its progress while it sets up an environment, and pip's errors.

A script replaces Python and pip, so nothing is downloaded.
"""

import subprocess
from pathlib import Path

from tests.packaging.scripts import ROOT

PYTHON = """#!/bin/sh
case $* in
-c*print*) echo 3.11 ;;
'-m venv'*) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" && cp "$0" "$4/bin/python3.11" ;;
*show*) exit 1 ;;
*install*./game*) {pip} ;;
esac
"""


def install(folder: Path, pip: str) -> subprocess.CompletedProcess[str]:
    python = folder / "python"
    python.write_text(PYTHON.format(pip=pip), "utf-8")
    python.chmod(0o755)
    return subprocess.run(
        [ROOT / ".ci" / "install", folder / "env", "play", python],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_install_says_what_it_does_and_leaves_stdout_alone(tmp_path: Path) -> None:
    done = install(tmp_path, "true")
    assert (done.returncode, done.stdout) == (0, "")
    first, *_, last = done.stderr.splitlines()
    assert f"{tmp_path / 'env'} for the game" in first
    assert str(tmp_path / "env") in last
    assert (tmp_path / "env" / ".play").exists()


def test_errors_of_pip_are_shown_and_the_environment_is_not_marked_ready(tmp_path: Path) -> None:
    said = "ERROR: no matching distribution"
    done = install(tmp_path, f"echo '{said}' >&2; exit 1")
    assert done.returncode == 1
    *_, shown, last = done.stderr.splitlines()
    assert shown == said
    assert last.startswith("install: ")
    assert not (tmp_path / "env" / ".play").exists()
