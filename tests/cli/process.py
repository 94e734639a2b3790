"""Run the commands in separate processes, as a shell would."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Mapping
from pathlib import Path

import attrs

from tests.warm import Warm

ROOT = Path(__file__).resolve().parents[2]


@attrs.frozen
class Finished:
    code: int
    out: str
    err: str


def run(
    *arguments: str | Path, python: str | Path = sys.executable, **environment: str
) -> Finished:
    """Run Python without a terminal, with the project's folder on its path."""
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


def run_warm(module: str, *arguments: str | Path, **environment: str) -> Finished:
    """Run a module without a terminal like ``run("-m", …)``, but in a forked, warm process."""
    return run_warm_in(Path.cwd(), module, *arguments, **environment)


def run_warm_in(folder: Path, module: str, *arguments: str | Path, **environment: str) -> Finished:
    with (
        open(os.devnull, "rb") as nothing,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        done = Warm(
            module,
            arguments,
            env=env(environment),
            stdin=nothing.fileno(),
            stdout=out.fileno(),
            stderr=err.fileno(),
            cwd=folder,
        )
        try:
            code = done.wait(timeout=300)
        finally:
            done.kill()
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read().decode("utf-8", "surrogateescape"))
    return Finished(code, *said)


def is_running(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def all_end(numbers: Collection[int], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while any(map(is_running, numbers)):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def env(changes: Mapping[str, str], but: Collection[str] = ()) -> dict[str, str]:
    """Return the environment for a child process, with only the project's folders on its path."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not (name.startswith("PYTHON") or name in but)
    }
    return {**kept, "PYTHONPATH": f"{ROOT}:{ROOT / 'game'}", **changes}
