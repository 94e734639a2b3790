"""Find other versions of Python on this machine, and create environments with the game for them.

``python -m tests.determinism.pythons``, or ``make pythons``, creates all environments. The tests
create missing environments, so the first run takes a minute longer.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.cli.process import ROOT

KNOWN = ("3.11", "3.12", "3.13", "3.14", "3.15")
THIS = "{}.{}".format(*sys.version_info)
OTHERS = [version for version in KNOWN if version != THIS]
"""The other versions of Python, which are tested if they are installed."""

# Error messages that show that there is no network. Any other error fails the test.
NO_NETWORK = re.compile(
    r"NewConnectionError|ConnectionError|ConnectTimeout|ProxyError|Temporary failure in name"
    r"|Name or service not known|Failed to resolve|Network is unreachable|Failed to fetch"
    r"|dns error|timed out",
    re.IGNORECASE,
)


def _candidates(version: str) -> Iterator[Path]:
    """Yield possible interpreters of a Python version, beginning with those on PATH."""
    for folder in map(Path, os.environ.get("PATH", "").split(os.pathsep)):
        yield from folder.glob(f"python{version}")
    for root in ("~/.pyenv/versions", "~/.local/share/uv/python", "~/.local/share/mise/installs"):
        for within in ("*", "*/*"):
            yield from sorted(Path(root).expanduser().glob(f"{within}/bin/python{version}"))


@cache
def interpreter(version: str) -> Path | None:
    """Return the path of an interpreter of a Python version, such as 3.12, or None."""
    # The packages support neither free-threaded builds nor implementations other than CPython.
    probe = "import sys; print(sys.implementation.name, *sys.version_info[:2], sys.abiflags)"
    wanted = f"cpython {version.replace('.', ' ')} "
    for path in _candidates(version):
        said = subprocess.run([path, "-c", probe], capture_output=True, text=True, check=False)
        if said.stdout.strip("\n") == wanted:
            return path
    return None


def environment(version: str) -> Path:
    """Create an environment for a Python version, and return its interpreter, or skip the test."""
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    folder = f".venv-{version}"
    done = subprocess.run(
        ["make", f"{folder}/.kit", f"VENV={folder}", f"PYTHON={python}"],
        cwd=ROOT,
        env={**os.environ, "PIP_RETRIES": "1"},  # five retries without a network would take minutes
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode and NO_NETWORK.search(done.stdout):
        pytest.skip(f"the packages for Python {version} cannot be fetched: there is no network")
    if done.returncode and version not in declared():
        pytest.skip(f"the packages cannot be installed for Python {version}, not yet declared")
    assert done.returncode == 0, done.stdout
    return ROOT / folder / "bin" / "python"


def declared() -> set[str]:
    """Return the Python versions that the project supports."""
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    return {name.rpartition(" ")[2] for name in classifiers if "Python :: 3." in name}


def main() -> None:
    """Create an environment for each other version of Python, or print why this is impossible."""
    for version in OTHERS:
        try:
            print(environment(version).parents[1].name)
        except pytest.skip.Exception as reason:
            print(reason)


if __name__ == "__main__":
    main()
