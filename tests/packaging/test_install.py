"""Whoever installs the wheel gets both packages whole, and three dependencies."""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.packaging.scripts import ROOT

PACKAGES = ("eventcore", "game")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """The wheel, built by the backend itself: that needs no network, which a build client does."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        yield wheel


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(wheel.read(name))


def files_of(package: str, root: Path) -> set[str]:
    return {
        path.relative_to(root).as_posix()
        for path in (root / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_a_plain_install_needs_three_packages(metadata: Message) -> None:
    requirements = [Requirement(line) for line in metadata.get_all("Requires-Dist", [])]
    plain = {r.name for r in requirements if r.marker is None or "extra" not in str(r.marker)}
    assert plain == {"attrs", "blinker", "msgspec"}


def test_the_extras_are_those_that_are_documented(metadata: Message) -> None:
    assert set(metadata.get_all("Provides-Extra", [])) == {
        "bench",
        "cli",
        "dev",
        "export",
        "game",
        "testing",
    }


@pytest.mark.parametrize("package", PACKAGES)
def test_both_packages_are_marked_as_typed(wheel: zipfile.ZipFile, package: str) -> None:
    assert f"{package}/py.typed" in wheel.namelist()


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_of_a_package_is_left_out(wheel: zipfile.ZipFile, package: str) -> None:
    assert files_of(package, ROOT) - set(wheel.namelist()) == set()


@pytest.mark.parametrize(("folder", "suffix"), [("content", ".toml"), ("frontend", ".png")])
def test_the_games_data_files_are_in_the_wheel(
    wheel: zipfile.ZipFile, folder: str, suffix: str
) -> None:
    data = {name for name in files_of(f"game/{folder}", ROOT) if name.endswith(suffix)}
    assert data
    assert data <= set(wheel.namelist())


def test_nothing_but_the_two_packages_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_the_commands_are_there(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    scripts = wheel.read(name).decode()
    assert "bidden = game.__main__:main" in scripts
    assert "eventcore = eventcore.__main__:main" in scripts


def test_the_licence_is_in_the_wheel(wheel: zipfile.ZipFile, metadata: Message) -> None:
    assert metadata["License-Expression"] == "MIT"
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())
