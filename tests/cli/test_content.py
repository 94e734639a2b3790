"""The commands on content, and what is wrong with content: one line, and exit code 2."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bidden.content.tables import FILES
from bidden.frontend.input.schemas import SCHEMAS
from bidden.modding import forget_mods
from eventcore.journal import read_journal
from tests.cli.conftest import Command
from tests.mods import Install, installer

Refusal = Callable[..., str]

IMP = '[imp]\nTitle = { name = "imp" }\nLook = { glyph = "&", look = "imp" }\n'
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EXAMPLE = EXAMPLES / "alchemist" / "bidden_alchemist"

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
    \"\"\"Shines.\"\"\"

    power: int = 1


MOD = Mod(components=(Glow,))
"""


@pytest.fixture
def project(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Write a mod with a component of its own, not installed; each test has its own package."""
    package = f"glow_{request.node.name.partition('[')[0]}"
    (tmp_path / "pyproject.toml").write_text(PROJECT.format(package=package), "utf-8")
    folder = tmp_path / "src" / package
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(CODE.format(decorator="@component"), "utf-8")
    (folder / "creatures.toml").write_text(IMP + "Glow = { power = 2 }\n", "utf-8")
    forget_mods()
    return folder


@pytest.mark.parametrize("file", [*FILES, *SCHEMAS])
def test_the_schema_of_each_file_is_printed(bidden: Command, file: str) -> None:
    outcome = bidden("content", "schema", file)
    assert (outcome.code, outcome.err) == (0, "")
    assert json.loads(outcome.out)["title"] == file


def test_that_of_a_mod_is_another(bidden: Command) -> None:
    own, mod = bidden("content", "schema", "items"), bidden("content", "schema", "items", "--mod")
    assert json.loads(mod.out)["title"] == "items.toml of a mod"
    assert "existing" not in own.out
    assert "existing" in mod.out


def test_a_schema_that_there_is_not_is_one_line(refusal: Refusal) -> None:
    assert refusal("content", "schema", "weather").startswith(
        "there is no schema of 'weather', only of creatures.toml, levels.toml, "
    )
    assert "palette" not in refusal("content", "schema", "palette", "--mod").partition("only")[2]


def test_components_are_a_table_of_markdown(bidden: Command) -> None:
    lines = bidden("content", "components").out.splitlines()
    assert lines[:2] == ["| component, field | value | what it is |", "|---|---|---|"]
    assert "| `hp` | number | Hit points left; at 0 it dies. |" in lines
    assert not any("`Occupancy`" in line or "`Position`" in line for line in lines)


def test_what_ships_is_right_and_is_painted(bidden: Command) -> None:
    outcome = bidden("content", "check")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("tables of the game: ")
    assert outcome.out.endswith("; all of them are right\n")


def test_the_example_of_a_mod_is_right_and_its_look_is_told_of(bidden: Command) -> None:
    outcome = bidden("content", "check", EXAMPLE)
    assert outcome.code == 0
    assert outcome.out.endswith(", alchemist: 12; all of them are right\n")
    assert outcome.err == (
        "bidden: homunculus.Look.look: the palette has no look 'homunculus', so it has that of "
        "other\n"
    )


def test_tones_that_the_palette_lacks_are_told_of(bidden: Command, tmp_path: Path) -> None:
    power = "effects = ['fire']\ntone = 'pink'\n"
    (tmp_path / "spells.toml").write_text(f"[flare]\nmana = 1\n{power}")
    (tmp_path / "items.toml").write_text(f"[wand]\n[wand.Magic.read]\n{power}")
    assert bidden("content", "check", tmp_path).err.splitlines() == [
        "bidden: wand.Magic.read.tone: the palette has no tone 'pink', so it is told in plain",
        "bidden: flare.tone: the palette has no tone 'pink', so it is told in plain",
    ]


def test_what_is_wrong_with_a_folder_is_one_line(refusal: Refusal, tmp_path: Path) -> None:
    assert refusal("content", "check", tmp_path / "none").endswith("there is no such folder")
    (tmp_path / "items.toml").write_text("[a]\nGear = { attack = 'much' }")
    said = refusal("content", "check", tmp_path)
    assert said == f"{tmp_path.name}/items.toml: a.Gear.attack: Expected `int`, got `str`"


@pytest.mark.slow  # each level is dug
def test_check_knows_the_components_of_a_mod_that_is_not_installed(
    bidden: Command, project: Path
) -> None:
    outcome = bidden("content", "check", project)
    assert outcome.code == 0, outcome.err
    assert outcome.out.endswith(", glow: 1; all of them are right\n")


@pytest.mark.slow
def test_check_takes_the_folder_of_a_project_too(bidden: Command) -> None:
    outcome = bidden("content", "check", EXAMPLES / "marsh")
    assert (outcome.code, outcome.err) == (0, "")
    assert ", marsh: 6;" in outcome.out


def test_check_lists_every_error_with_file_key_and_the_nearest_name(
    bidden: Command, project: Path
) -> None:
    wrong = IMP + (
        "Glwo = {}\nHealth = { hp = '3', mots = 3 }\nVenom = { effect = 'poisn' }\n"
        "[wolf]\nexisting = 'extend'\nFighter = { atack = 9 }\n"
    )
    (project / "creatures.toml").write_text(wrong, "utf-8")
    (project / "spells.toml").write_text("[flare]\nmana = 1\neffects = ['fier']\n", "utf-8")
    outcome = bidden("content", "check", project)
    assert (outcome.code, outcome.out) == (2, "")
    lines = [line.removeprefix("bidden: ") for line in outcome.err.splitlines()]
    extended = "creatures.toml, extended by glow/creatures.toml"
    near = {
        "glow/creatures.toml: imp.Glwo": "Glow",
        "glow/creatures.toml: imp.Health.mots": "most",
        f"{extended}: wolf.Fighter.atack": "attack",
        "glow/creatures.toml: imp.Venom.effect": "poison",
        "glow/spells.toml: flare.effects": "fire",
    }
    others = {"glow/creatures.toml: imp.Health.hp", "glow/creatures.toml: imp.Health.most"}
    assert {": ".join(line.split(": ")[:2]) for line in lines} == {*near, *others}
    for place, name in near.items():
        (line,) = [one for one in lines if one.startswith(f"{place}: ")]
        assert re.search(rf"did you mean .*\b{name}\b", line)


def places(err: str) -> list[str]:
    """Return the file and the key of each error."""
    return [": ".join(line.split(": ")[1:3]) for line in err.splitlines()]


def test_check_lists_errors_of_other_files_beside_a_file_that_is_not_toml(
    bidden: Command, project: Path
) -> None:
    (project / "creatures.toml").write_text(
        f"{IMP}Venom = {{ effect = 'poisn' }}\nGlwo = {{}}\n", "utf-8"
    )
    (project / "items.toml").write_text("[dart\n", "utf-8")
    (project / "traps.toml").write_text("[spike]\nexisting = 'extnd'\nTrop = {}\n", "utf-8")
    level = "width = 20\nheight = 9\ndepth = 0\nleast_room = 4\ndoor_percent = 0\n"
    lots = "creatures = { btaa = 1 }\nthings = [{ count = 1, of = { dart = 1 } }]\n"
    (project / "levels.toml").write_text(f"[hole]\nplace = {{ cave = 1 }}\n{level}{lots}", "utf-8")
    outcome = bidden("content", "check", project)
    assert outcome.code == 2
    listed = places(outcome.err)
    assert listed[0].startswith("glow/items.toml: ")
    assert sorted(listed[1:]) == [
        "glow/creatures.toml: imp.Glwo",
        "glow/creatures.toml: imp.Venom.effect",
        "glow/levels.toml: hole.creatures",  # a dart may be in the items that are not read
        "glow/traps.toml: spike.Trop",
        "glow/traps.toml: spike.existing",
    ]


def test_check_of_a_table_with_a_misspelt_field_checks_what_its_other_fields_name(
    bidden: Command, project: Path
) -> None:
    level = "width = 20\nheigth = 9\ndepth = 0\nleast_room = 4\ndoor_percent = 0\n"
    names = "place = { cvae = 1 }\ncreatures = { bta = 1 }\nground = { wtaer = {} }\n"
    (project / "levels.toml").write_text(f"[hole]\n{level}{names}", "utf-8")
    (project / "effects.toml").write_text("[dim]\nturnz = 1\nleaves = 'dmi'\n", "utf-8")
    outcome = bidden("content", "check", project)
    assert outcome.code == 2
    assert {
        "glow/levels.toml: hole.heigth",
        "glow/levels.toml: hole.height",
        "glow/levels.toml: hole.place",
        "glow/levels.toml: hole.creatures",
        "glow/effects.toml: dim.turnz",
        "glow/effects.toml: dim.leaves",
    } <= set(places(outcome.err))
    assert len(places(outcome.err)) == len(set(places(outcome.err)))
    assert "did you mean bat?" in outcome.err


def test_check_names_a_mod_that_cannot_be_imported_once(bidden: Command, project: Path) -> None:
    (project / "__init__.py").write_text("1 / 0", "utf-8")
    (line,) = bidden("content", "check", project).err.splitlines()
    assert "ZeroDivisionError" in line


def test_check_shortens_the_names_where_none_is_like_the_wrong_one(
    bidden: Command, project: Path
) -> None:
    (project / "creatures.toml").write_text(
        f"{IMP}Mind = {{ plan = ['xqzzk'], radius = 7 }}", "utf-8"
    )
    (line,) = bidden("content", "check", project).err.splitlines()
    assert re.search(r", only ([^,]+, ){7}[^,]+ and \d+ more$", line)


def test_check_asks_whether_a_decorator_was_forgotten(bidden: Command, project: Path) -> None:
    (project / "__init__.py").write_text(CODE.format(decorator=""), "utf-8")
    outcome = bidden("content", "check", project)
    assert outcome.code == 2
    assert "Glow lacks its decorator: did you forget @component?" in outcome.err


def test_check_of_a_project_without_a_mod_says_what_to_add(
    refusal: Refusal, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n", "utf-8")
    assert "bidden.content" in refusal("content", "check", tmp_path)


def test_check_warns_of_code_that_no_project_names(bidden: Command, tmp_path: Path) -> None:
    (tmp_path / "creatures.toml").write_text(IMP, "utf-8")
    (tmp_path / "rules.py").write_text("", "utf-8")
    outcome = bidden("content", "check", tmp_path)
    assert outcome.code == 0
    assert "pyproject.toml" in outcome.err


def test_a_level_without_room_is_one_line(refusal: Refusal, tmp_path: Path) -> None:
    level = "[hole]\nwidth = 8\nheight = 8\ndepth = 0\nleast_room = 4\ndoor_percent = 0\n"
    (tmp_path / "levels.toml").write_text(f"{level}creatures = {{ bat = 3 }}")
    said = refusal("content", "check", tmp_path)
    assert said.endswith("3 are too many for 0 tiles outside the first room")


BROKEN = IMP + "Health = { hp = 3, most = 2 }"


def test_check_refuses_an_installed_mod_that_is_wrong(
    bidden: Command, install: Install, data_folder: Path
) -> None:
    install("imps", {"creatures.toml": BROKEN})
    outcome = bidden("content", "check")
    assert outcome.code == 2
    assert outcome.err == (
        "bidden: imps/creatures.toml: imp.Health: hp is 3, and must lie from 0 to most, "
        "which is 2\n"
    )
    assert not data_folder.exists()


@pytest.mark.parametrize(
    "command",
    [
        ("demo", "--turns", "3", "--seed", "1"),
        ("play", "--list-scenarios"),
        ("records",),
        ("chain", "Move"),
        ("content", "components"),
    ],
    ids=" ".join,
)
def test_broken_mod_is_named_and_left_out(
    bidden: Command, install: Install, command: tuple[str, ...]
) -> None:
    install("good", {"creatures.toml": IMP.replace("imp", "gnome")})
    install("imps", {"creatures.toml": BROKEN})
    outcome = bidden(*command)
    assert outcome.code == 0
    (line,) = outcome.err.splitlines()
    assert line.startswith("bidden: the mod imps is left out: imps/creatures.toml: imp.Health: ")
    assert "--without imps" in line


def test_game_with_a_broken_mod_installed_has_the_mods_that_work(
    bidden: Command, install: Install, tmp_path: Path
) -> None:
    install("good", {"creatures.toml": IMP.replace("imp", "gnome")})
    install("odd", {"__init__.py": "1 / 0"}, points={"bidden.mods": "mod_odd:MOD"})
    path = tmp_path / "game.jsonl"
    outcome = bidden("demo", "--turns", "3", "--seed", "1", "--journal", path)
    assert outcome.code == 0
    assert "the mod odd is left out" in outcome.err
    assert read_journal(path).header.mods == ["content:good 1.0"]
    assert bidden("verify", path).code == 0


def test_mod_is_left_out_on_request(bidden: Command, install: Install, tmp_path: Path) -> None:
    install("good", {"creatures.toml": IMP.replace("imp", "gnome")})
    install("imps", {"creatures.toml": BROKEN})
    path = tmp_path / "game.jsonl"
    without = ("--without", "imps", "--without", "good")
    outcome = bidden("demo", "--turns", "3", "--seed", "1", "--journal", path, *without)
    assert (outcome.code, outcome.err) == (0, "")
    assert read_journal(path).header.mods == []


def test_leaving_out_a_mod_that_is_not_installed_is_refused(
    refusal: Refusal, install: Install
) -> None:
    install("imps", {"creatures.toml": IMP})
    assert "did you mean imps?" in refusal("play", "--without", "imp", "--list-scenarios")


def test_a_mod_that_is_missing_is_one_line_of_verify(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    with monkeypatch.context() as patch:
        installer(tmp_path, patch)("imps", {"creatures.toml": IMP})
        demo = bidden("demo", "--seed", "3", "--turns", "5", "--journal", path)
        assert "replayed, every digest the same" in demo.out
        assert bidden("verify", path).code == 0
    outcome = bidden("verify", path)
    assert "recorded with imps 1.0, not installed here" in outcome.err + outcome.out


@pytest.mark.parametrize(
    ("glyph", "look", "confused_with"),
    [("z", "zombie", "zombie"), ("X", "zombie", "a locked door"), ("!", "bat", "potion of health")],
    ids=["a creature in its colour", "a door", "a potion"],
)
def test_two_things_drawn_alike_are_refused(
    refusal: Refusal, tmp_path: Path, glyph: str, look: str, confused_with: str
) -> None:
    looks = f'Look = {{ glyph = "{glyph}", look = "{look}" }}\n'
    fields = f'[ghoul]\nTitle = {{ name = "ghoul" }}\n{looks}Side = {{ name = "ancient" }}\n'
    (tmp_path / "creatures.toml").write_text(fields)
    said = refusal("content", "check", tmp_path)
    assert "ghoul" in said
    assert confused_with in said


def test_creature_with_a_shared_glyph_in_another_colour_is_right(
    bidden: Command, tmp_path: Path
) -> None:
    looks = 'Look = { glyph = "z", look = "bat" }\n'
    fields = f'[ghoul]\nTitle = {{ name = "ghoul" }}\n{looks}Side = {{ name = "ancient" }}\n'
    (tmp_path / "creatures.toml").write_text(fields)
    assert bidden("content", "check", tmp_path).code == 0


def test_verify_of_a_game_whose_mod_is_broken_names_the_mod(
    bidden: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    package = installer(tmp_path, monkeypatch)("imps", {"creatures.toml": IMP, "__init__.py": ""})
    bidden("demo", "--seed", "3", "--turns", "5", "--journal", path)
    (package / "creatures.toml").unlink()
    (package / "__init__.py").write_text("1 / 0", "utf-8")
    for module in [one for one in sys.modules if one.startswith("mod_imps")]:
        monkeypatch.delitem(sys.modules, module)
    forget_mods()
    said = bidden("verify", path).err
    assert said.startswith(f"bidden: {path}: the journal needs the mod imps: cannot be loaded")
