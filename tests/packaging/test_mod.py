"""The game finds the example mods, built and unpacked like an installation."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from eventcore.journal import Journal
from tests.cli.process import run, run_warm
from tests.packaging.scripts import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the mod that consists of data only; return the folder of packages."""
    return installed("alchemist", tmp_path_factory.mktemp("mod"))


@pytest.fixture(scope="module")
def marsh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the mod that has its own rules; return the folder of packages."""
    return installed("marsh", tmp_path_factory.mktemp("marsh"))


def installed(name: str, folder: Path) -> Path:
    """Build a mod of the examples, and unpack it in a folder."""
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT / "examples" / name,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


def test_game_with_a_mod_needs_it_to_be_replayed(site: Path, tmp_path: Path) -> None:
    game, alone = tmp_path / "game.jsonl", environment(tmp_path)
    both = environment(tmp_path, site)
    played = run("-m", "bidden", "demo", "--seed", "3", "--turns", "9", "--journal", game, **both)
    assert (played.code, played.err) == (0, "")
    assert '"mods":["content:alchemist 0.1.0"]' in game.read_text("utf-8").partition("\n")[0]
    verified = run("-m", "bidden", "verify", game, **both)
    assert (verified.code, verified.err) == (0, "")
    missing = run_warm("bidden", "verify", game, **alone)
    assert missing.code == 1
    assert "alchemist 0.1.0" in missing.err


def environment(tmp_path: Path, site: Path | None = None) -> dict[str, str]:
    """Return the environment of a player, with or without an installed mod."""
    path = f"{ROOT}:{ROOT / 'game'}" + (f":{site}" if site else "")
    return {"XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": path}


def test_rules_of_a_mod_are_played_recorded_and_replayed(marsh: Path, tmp_path: Path) -> None:
    game, there = tmp_path / "game.jsonl", environment(tmp_path, marsh)
    play = ("demo", "--scenario", "marsh", "--seed", "3", "--turns", "60", "--journal", game)
    played = run("-m", "bidden", *play, "--events", **there)
    assert (played.code, played.err) == (0, "")
    settled = {event.type for events in Journal.read(game, events=True).events for event in events}
    assert "Dazzle" in settled
    assert '"mods":["marsh","content:marsh 0.1.0"]' in game.read_text("utf-8").partition("\n")[0]
    chain = run("-m", "bidden", "chain", "Dazzle", **there)
    assert "bidden_marsh/rules.py" in chain.out
    alone = run("-m", "bidden", "verify", game, **environment(tmp_path))
    assert (alone.code, alone.out) == (2, "")
    assert "marsh 0.1.0" in alone.err


def test_boon_and_place_of_a_mod_are_in_the_game(marsh: Path, tmp_path: Path) -> None:
    program = """
from bidden.gym.env import BiddenEnv
from bidden.intents import UseBoon
from bidden.session import Session

session = Session(3, level="marsh", mods=("marsh",))
print(session.view().boons[0].power)
print(session.perform(UseBoon(0, 0)).outcome.name, session.view().boons[0].uses)
again = Session.restore(session.save())
print(again.digest.seal() == session.digest.seal(), again.view() == session.view())
print(BiddenEnv(level="marsh", mods=("marsh",), mask=False).reset(seed=3)[1]["done"])
"""
    done = run("-c", program, **environment(tmp_path, marsh))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == ["lantern", "DONE 2", "True True", "True"]
