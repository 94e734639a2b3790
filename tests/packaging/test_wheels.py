"""Library and game are two complete wheels, which share no files."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib import import_module
from pathlib import Path

import attrs
import pytest
from packaging.requirements import Requirement

from tests.packaging.scripts import ROOT

pytestmark = pytest.mark.slow


@attrs.frozen
class Wheel:
    """A built wheel with its contents and metadata."""

    path: Path
    folder: Path
    package: str
    names: frozenset[str]
    metadata: Message
    scripts: str


def hatch(folder: Path, kind: str, target: Path) -> None:
    """Build with the backend itself: a build client would need network access."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def build(folder: Path, package: str, target: Path) -> Wheel:
    hatch(folder, "wheel", target)
    (path,) = target.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = frozenset(wheel.namelist())
        (info,) = {name.partition("/")[0] for name in names if ".dist-info/" in name}
        metadata = message_from_bytes(wheel.read(f"{info}/METADATA"))
        scripts = wheel.read(f"{info}/entry_points.txt").decode()
    return Wheel(path, folder, package, names, metadata, scripts)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    return build(ROOT, "eventcore", tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    return build(ROOT / "game", "bidden", tmp_path_factory.mktemp("game"))


@pytest.fixture(params=["library", "game"])
def wheel(request: pytest.FixtureRequest) -> Wheel:
    built: Wheel = request.getfixturevalue(request.param)
    return built


def needs(wheel: Wheel) -> set[str]:
    """Return the packages installed with a wheel, without extras."""
    lines = map(Requirement, wheel.metadata.get_all("Requires-Dist", []))
    return {line.name for line in lines if line.marker is None or "extra" not in str(line.marker)}


def test_wheel_holds_its_whole_package_and_nothing_else(wheel: Wheel) -> None:
    tops = {name.partition("/")[0] for name in wheel.names if ".dist-info/" not in name}
    assert tops == {wheel.package}
    there = (wheel.folder / wheel.package).rglob("*")
    files = {path for path in there if path.is_file() and path.suffix != ".pyc"}
    assert {path.relative_to(wheel.folder).as_posix() for path in files} - wheel.names == set()
    assert f"{wheel.package}/py.typed" in wheel.names


def test_wheels_of_library_and_game_declare_the_expected_dependencies(
    library: Wheel, game: Wheel
) -> None:
    assert needs(library) == {"attrs", "blinker", "msgspec"}
    assert needs(game) == {*("eventcore-sim", "platformdirs", "tcod", "textual", "tomlkit")}


def test_library_has_a_name_that_no_other_project_has(library: Wheel, game: Wheel) -> None:
    """The name eventcore is taken on PyPI: installing it would install another project."""
    assert (library.metadata["Name"], game.metadata["Name"]) == ("eventcore-sim", "bidden")
    every = [
        Requirement(line)
        for wheel in (library, game)
        for line in wheel.metadata.get_all("Requires-Dist", [])
    ]
    assert "eventcore" not in {one.name for one in every}
    extras = {extra for one in every if one.name == "eventcore-sim" for extra in one.extras}
    assert extras <= set(library.metadata.get_all("Provides-Extra", []))


def test_metadata_has_links_systems_licence_and_the_version_of_the_changelog(wheel: Wheel) -> None:
    links = dict(line.split(", ", 1) for line in wheel.metadata.get_all("Project-URL", []))
    assert links.keys() == {"Source", "Documentation", "Changelog", "Issues"}
    assert all(link.startswith("https://") for link in links.values())
    systems = [one for one in wheel.metadata.get_all("Classifier", []) if "Operating" in one]
    assert systems == ["Operating System :: POSIX"]
    assert wheel.metadata["License-Expression"] == "MIT"
    assert any(name.endswith("licenses/LICENSE") for name in wheel.names)
    code = import_module(wheel.package).__version__
    newest = re.search(r"^## (\S+),", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert (wheel.metadata["Version"], newest[1]) == (code, code)


def test_each_wheel_installs_its_own_command(library: Wheel, game: Wheel) -> None:
    assert "eventcore = eventcore.__main__:main" in library.scripts
    assert "bidden = bidden.__main__:main" in game.scripts
    assert "bidden" not in library.scripts


def environment(folder: Path, *wheels: Wheel) -> Path:
    """Create an environment with these wheels only, and return the folder of its commands."""
    venv.create(folder, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    pip += ["--python", str(folder / "bin" / "python"), "install", "--no-deps", "--no-index"]
    subprocess.run([*pip, *(str(wheel.path) for wheel in wheels)], check=True)
    return folder / "bin"


def test_game_is_played_and_verified_from_the_wheels_alone(
    library: Wheel, game: Wheel, tmp_path: Path
) -> None:
    """This environment provides the dependencies; the sources are not importable."""
    commands = environment(tmp_path / "env", library, game)
    (site,) = (tmp_path / "env" / "lib").glob("python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    journal, own = tmp_path / "game.jsonl", {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}

    def run(command: str, *words: str) -> str:
        done = subprocess.run(
            [commands / command, *words],
            cwd=tmp_path,
            env=own,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    where = "import bidden, eventcore; print(bidden.__file__, eventcore.__file__)"
    assert run("python", "-c", where).count(str(site)) == 2
    run("bidden", "demo", "--seed", "7", "--turns", "50", "--journal", str(journal))
    run("bidden", "verify", str(journal))
    run("eventcore", "verify", "bidden.session:Session", str(journal))


def strangers_wheel(folder: Path) -> Path:
    """Build a wheel like the unrelated project called eventcore."""
    path = folder / "eventcore-0.3.4-py3-none-any.whl"
    files = {
        "eventcore/__init__.py": "class Event: ...\n",
        "eventcore/queues.py": "",
        "eventcore-0.3.4.dist-info/METADATA": (
            "Metadata-Version: 2.1\nName: eventcore\nVersion: 0.3.4\n"
        ),
        "eventcore-0.3.4.dist-info/WHEEL": (
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        ),
    }
    record = "eventcore-0.3.4.dist-info/RECORD"
    files[record] = "".join(f"{name},,\n" for name in (*files, record))
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return path


def test_other_eventcore_is_named_and_removed_as_the_page_shows(
    library: Wheel, game: Wheel, tmp_path: Path
) -> None:
    commands = environment(tmp_path / "env", library, game)
    (site,) = (tmp_path / "env" / "lib").glob("python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    pip += ["--python", str(commands / "python")]
    offline = ["install", "--no-deps", "--no-index"]
    subprocess.run([*pip, *offline, str(strangers_wheel(tmp_path))], check=True)

    def chain() -> subprocess.CompletedProcess[str]:
        words = [str(commands / "bidden"), "chain", "Move"]
        own = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        return subprocess.run(
            words, cwd=tmp_path, env=own, capture_output=True, text=True, check=False
        )

    done = chain()
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("bidden: ")
    assert "pip uninstall eventcore" in line
    subprocess.run([*pip, "uninstall", "--yes", "eventcore"], check=True)
    subprocess.run([*pip, *offline, "--force-reinstall", str(library.path)], check=True)
    done = chain()
    assert (done.returncode, done.stderr) == (0, "")
