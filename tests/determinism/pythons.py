"""The Pythons of the machine, and an environment of the project for each."""

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
from tests.packaging.scripts import load

# What package clients say when they reach no index; anything else that fails is a fault.
NO_NETWORK = re.compile(
    r"NewConnectionError|ConnectionError|ConnectTimeout|ProxyError|Temporary failure in name"
    r"|Name or service not known|Failed to resolve|Network is unreachable|Failed to fetch"
    r"|dns error|timed out",
    re.IGNORECASE,
)


def _candidates() -> Iterator[Path]:
    """Yield what may be interpreters, those on PATH first."""
    for folder in map(Path, os.environ.get("PATH", "").split(os.pathsep)):
        yield from sorted(folder.glob("python3.[1-9][0-9]"))
    for root in ("~/.pyenv/versions", "~/.local/share/uv/python", "~/.local/share/mise/installs"):
        yield from sorted(Path(root).expanduser().glob("**/bin/python3.[1-9][0-9]"))


@cache
def interpreters() -> dict[str, Path]:
    """Find an interpreter for each version of Python, such as 3.12; the first found counts."""
    identify = load("bootstrap").identify
    found: dict[str, Path] = {}
    for path in _candidates():
        # Builds without the global lock, and other Pythons than CPython, lack the packages.
        version = re.fullmatch(r"cpython (3\.\d+)\.\d+", identify(str(path)) or "")
        if version:
            found.setdefault(version[1], path)
    return found


def environment(version: str) -> Path:
    """Bring up an environment of the project and give its interpreter; skip where none can be."""
    python = interpreters().get(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    folder = f".venv-{version}"
    bootstrap = str(ROOT / ".ci" / "bootstrap.py")
    done = subprocess.run(
        [sys.executable, bootstrap, folder, "--python", str(python), "--extras", "game"],
        env={**os.environ, "PIP_RETRIES": "1"},  # without a network, five take minutes
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == 2:
        pytest.skip(f"no environment can be made for Python {version}: {done.stdout.strip()}")
    if done.returncode and NO_NETWORK.search(done.stdout):
        pytest.skip(f"the packages for Python {version} cannot be fetched: there is no network")
    if done.returncode and version not in declared():
        pytest.skip(f"the packages cannot be installed for Python {version}, not yet declared")
    assert done.returncode == 0, done.stdout
    return ROOT / folder / "bin" / "python"


def declared() -> set[str]:
    """The versions that the project says it is for."""
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    return {name.rpartition(" ")[2] for name in classifiers if "Python :: 3." in name}
