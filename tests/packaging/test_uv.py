"""README's commands work with uv: the workspace has both projects."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bidden import __version__
from tests.packaging.scripts import ROOT

UV = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.slow
@pytest.mark.skipif(UV is None, reason="there is no uv")
@pytest.mark.parametrize(
    ("line", "told"),
    [("uv run --package bidden bidden", __version__), ("uv run --all-packages pytest", "pytest")],
)
def test_command_of_the_front_page_runs_with_uv(line: str, told: str) -> None:
    """Run in this environment: uv would fetch the same packages as pip."""
    assert f"\n{line} " in (ROOT / "README.md").read_text("utf-8")
    assert UV is not None
    done = subprocess.run(
        [UV, *line.split()[1:], "--version"],
        cwd=ROOT,
        env=os.environ
        | {"UV_NO_SYNC": "1", "UV_OFFLINE": "1", "UV_PROJECT_ENVIRONMENT": sys.prefix},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split()[0]) == (0, told), done.stderr
