"""The example of a mod, built and unpacked as an installation does, is found by the game."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cli.process import run, run_warm
from tests.packaging.scripts import ROOT

EXAMPLE = ROOT / "examples" / "alchemist"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages with the mod in it."""
    folder = tmp_path_factory.mktemp("mod")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=EXAMPLE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


def test_there_is_nothing_in_it_but_data(site: Path) -> None:
    files = {path.suffix for path in site.rglob("*") if "dist-info" not in str(path)}
    assert files == {"", ".toml"}


@pytest.mark.slow
def test_a_game_with_it_is_recorded_and_needs_it_to_be_replayed(site: Path, tmp_path: Path) -> None:
    game, alone = tmp_path / "game.jsonl", {"XDG_DATA_HOME": str(tmp_path)}
    both = {**alone, "PYTHONPATH": f"{ROOT}:{site}"}
    played = run("-m", "bidden", "demo", "--seed", "3", "--turns", "9", "--journal", game, **both)
    assert (played.code, played.err) == (0, "")
    assert '"mods":["content:alchemist"]' in game.read_text("utf-8").partition("\n")[0]
    verified = run("-m", "bidden", "verify", game, **both)
    assert (verified.code, verified.err) == (0, "")
    missing = run_warm("bidden", "verify", game, **alone)
    assert missing.code == 1
    said = "recorded with the content of alchemist, not installed here"
    assert (missing.out + missing.err).count(said) == 1
