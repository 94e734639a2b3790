"""``bidden content``, and how commands handle mods that are broken, missing or left out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.cli.confusions import confusions_in
from bidden.content.catalogue import catalogue_of
from bidden.content.tables import FILES, Addition, load_tables, tables_of
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.modding import forget_mods
from bidden.order import COMPONENTS
from eventcore.journal import Journal
from tests.cli.conftest import Command, Refusal, steady
from tests.mods import Install, installer

IMP = '[imp]\nTitle = { name = "imp" }\nLook = { glyph = "&", look = "imp" }\n'
BROKEN = IMP + "Health = { hp = 3, most = 2 }"
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

PROJECT = """
[project]
name = "bidden-glow"
version = "0.1.0"

[project.entry-points."bidden.content"]
glow = "{package}"

[project.entry-points."bidden.mods"]
glow = "{package}:MOD"
"""

CODE = """
from bidden.modding import Mod
from eventcore import Component, component


{decorator}
class Glow(Component):
    power: int = 1


MOD = Mod(components=(Glow,))
"""


@pytest.fixture
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Write a mod with a component, without installing it. Each test uses a different package."""
    package = f"glow_{request.node.name.partition('[')[0]}"
    (tmp_path / "pyproject.toml").write_text(PROJECT.format(package=package), "utf-8")
    folder = tmp_path / "src" / package
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(CODE.format(decorator="@component"), "utf-8")
    (folder / "creatures.toml").write_text(IMP + "Glow = { power = 2 }\n", "utf-8")
    forget_mods()
    return folder


@pytest.mark.parametrize("file", FILES)
def test_schema_of_each_file_is_printed(bidden: Command, file: str) -> None:
    outcome = bidden("content", "schema", file)
    assert (outcome.code, outcome.err) == (0, "")
    assert json.loads(outcome.out)["title"] == file


@pytest.mark.slow  # the check generates every level
@pytest.mark.parametrize("folder", ["alchemist/bidden_alchemist", "marsh"])
def test_example_mods_pass_the_content_check(bidden: Command, folder: str) -> None:
    outcome = bidden("content", "check", EXAMPLES / folder)
    assert outcome.code == 0
    assert f", {folder.partition('/')[0]} " in outcome.out


@pytest.mark.slow
def test_check_knows_the_components_of_a_mod_that_is_not_installed(
    bidden: Command, project: Path
) -> None:
    outcome = bidden("content", "check", project)
    assert outcome.code == 0, outcome.err
    assert "glow 1" in outcome.out


@pytest.mark.slow
def test_looks_and_tones_that_the_palette_lacks_are_warnings(
    bidden: Command, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    power = "effects = ['fire']\ntone = 'pink'\n"
    (tmp_path / "creatures.toml").write_text(IMP)
    (tmp_path / "spells.toml").write_text(f"[flare]\nmana = 1\n{power}")
    (tmp_path / "items.toml").write_text(f"[wand]\n[wand.Magic.read]\n{power}")
    (tmp_path / "rules.py").write_text("")  # no project has this name
    outcome = bidden("content", "check", tmp_path)
    assert outcome.code == 0
    assert outcome.err == snapshot


def keys(err: str) -> list[str]:
    """Return the key in each error message; it follows the file name."""
    return [line.split(": ")[2] for line in err.splitlines()]


def test_all_errors_are_listed_with_file_key_and_the_nearest_name(
    bidden: Command, project: Path, snapshot: SnapshotAssertion
) -> None:
    wrong = IMP + (
        "Glwo = {}\nHealth = { hp = '3', mots = 3 }\nVenom = { effect = 'poisn' }\n"
        "Mind = { plan = ['xqzzk'], radius = 7 }\n"
        "[wolf]\nexisting = 'extend'\nFighter = { atack = 9 }\n"
    )
    (project / "creatures.toml").write_text(wrong, "utf-8")
    (project / "spells.toml").write_text("[flare]\nmana = 1\neffects = ['fier']\n", "utf-8")
    (project / "items.toml").write_text("[dart\n", "utf-8")
    (project / "traps.toml").write_text("[spike]\nexisting = 'extnd'\nTrop = {}\n", "utf-8")
    level = "width = 20\nheigth = 9\ndepth = 0\nleast_room = 4\ndoor_percent = 0\n"
    names = "place = { cvae = 1 }\ncreatures = { bta = 1 }\nground = { wtaer = {} }\n"
    lots = "things = [{ count = 1, of = { dart = 1 } }]\n"  # items.toml may define a dart
    (project / "levels.toml").write_text(f"[hole]\n{level}{names}{lots}", "utf-8")
    outcome = bidden("content", "check", project)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.replace(project.name, "glow") == snapshot
    listed = keys(outcome.err)
    assert len(listed) == len({*listed})
    assert {
        "imp.Glwo",
        "imp.Health.hp",
        "imp.Venom.effect",
        "wolf.Fighter.atack",
        "flare.effects",
        "spike.Trop",
        "hole.heigth",
        "hole.creatures",
    } <= {*listed}


@pytest.mark.parametrize(
    "code", ["1 / 0", CODE.format(decorator="")], ids=["raises", "undecorated"]
)
def test_error_in_the_code_of_a_mod_is_one_line(
    bidden: Command, project: Path, code: str, snapshot: SnapshotAssertion
) -> None:
    (project / "__init__.py").write_text(code, "utf-8")
    outcome = bidden("content", "check", project)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == snapshot


def test_level_without_room_for_its_creatures_is_refused(
    refusal: Refusal, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    level = "[hole]\nwidth = 8\nheight = 8\ndepth = 0\nleast_room = 4\ndoor_percent = 0\n"
    (folder := tmp_path / "mod").mkdir()
    (folder / "levels.toml").write_text(f"{level}creatures = {{ bat = 3 }}")
    assert refusal("content", "check", folder) == snapshot


@pytest.mark.parametrize(
    ("glyph", "look", "confused_with"),
    [("z", "zombie", "zombie"), ("X", "zombie", "door"), ("!", "bat", "potion"), ("z", "bat", "")],
    ids=["a creature in its colour", "a door", "a potion", "a creature in another colour"],
)
def test_content_check_finds_a_creature_that_looks_like_something_else(
    glyph: str, look: str, confused_with: str
) -> None:
    looks = f'Look = {{ glyph = "{glyph}", look = "{look}" }}\nSide = {{ name = "ancient" }}\n'
    table = tables_of(f'[ghoul]\nTitle = {{ name = "ghoul" }}\n{looks}', "creatures.toml")
    added = [Addition("mod", {"creatures.toml": table})]
    found = [*confusions_in(catalogue_of(load_tables(), COMPONENTS, added), load_palette())]
    assert bool(found) == bool(confused_with)
    assert all("ghoul" in line for line in found)
    assert any(confused_with in line for line in found) or not found


@pytest.mark.parametrize(
    "command", ["demo --turns 3 --seed 1", "play --list-scenarios", "records", "chain Move"]
)
def test_broken_mod_is_left_out_and_named(bidden: Command, install: Install, command: str) -> None:
    install("imps", {"creatures.toml": BROKEN})
    outcome = bidden(*command.split())
    assert outcome.code == 0
    (line,) = outcome.err.splitlines()
    assert "--without imps" in line


def test_game_is_begun_with_the_mods_that_work_and_without_those_left_out(
    bidden: Command, install: Install, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    install("good", {"creatures.toml": IMP.replace("imp", "gnome")})
    install("odd", {"__init__.py": "1 / 0"}, points={"bidden.mods": "mod_odd:MOD"})
    path, plain = tmp_path / "game.jsonl", tmp_path / "plain.jsonl"
    demo = ("demo", "--turns", "3", "--seed", "1", "--journal")
    outcome = bidden(*demo, path)
    assert outcome.code == 0
    assert outcome.err == snapshot
    assert Journal.read(path).header.mods == ["content:good 1.0"]
    assert bidden("verify", path).code == 0
    outcome = bidden(*demo, plain, "--without", "odd", "--without", "good")
    assert (outcome.code, outcome.err) == (0, "")
    assert Journal.read(plain).header.mods == []


def test_leaving_out_a_mod_that_is_not_installed_is_refused(
    refusal: Refusal, install: Install, snapshot: SnapshotAssertion
) -> None:
    install("imps", {"creatures.toml": IMP})
    assert refusal("play", "--without", "imp", "--list-scenarios") == snapshot


def test_verify_names_a_mod_that_is_missing_or_broken(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "game.jsonl"
    with monkeypatch.context() as patch:
        files = {"creatures.toml": IMP, "__init__.py": ""}
        package = installer(tmp_path, patch)("imps", files)
        assert bidden("demo", "--seed", "3", "--turns", "5", "--journal", path).code == 0
        (package / "creatures.toml").unlink()
        (package / "__init__.py").write_text("1 / 0", "utf-8")
        for module in [one for one in sys.modules if one.startswith("mod_imps")]:
            patch.delitem(sys.modules, module)
        forget_mods()
        broken = bidden("verify", path)
    missing = bidden("verify", path)
    assert (broken.code, missing.code) == (2, 1)
    assert (steady(broken.err), steady(missing.err)) == snapshot
