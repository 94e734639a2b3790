"""The commands in processes of their own, as a shell would run them."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import attrs

ROOT = Path(__file__).resolve().parents[2]


@attrs.frozen
class Finished:
    """How a process ended."""

    code: int
    out: str
    err: str


def run(
    *arguments: str | Path, python: str | Path = sys.executable, **environment: str
) -> Finished:
    """Run a Python without a terminal, the project's folder on its path."""
    done = subprocess.run(
        [python, *arguments],
        env=env(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=300,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def env(changes: Mapping[str, str]) -> dict[str, str]:
    """The environment of a child: this one's, with the project's folder alone on the path."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": str(ROOT), **changes}
