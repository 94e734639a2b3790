"""docs/how-to.md: its recipes work in order, and its place can be drawn and played."""

from __future__ import annotations

import re
import shlex
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bidden.content import datafiles
from bidden.content.catalogue import catalogue_of
from bidden.content.tables import Addition, load_tables, tables_of
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.worldgen.places import DRAWS, PLACES
from bidden.worldgen.plan import Measures, Site
from bidden.worldgen.solving import flaw_of
from eventcore import Stream
from eventcore.cli import main
from tests.examples.printed import ROOT, read

BLOCK = re.compile(r"^ *```(?:python|toml)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SIMULATION, _, GAME = read("docs/how-to.md").partition("\n## Recipes for the game\n")
GENERATOR, LOOK, LEVEL = (textwrap.dedent(text) for text in BLOCK.findall(GAME))


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "examples")
    yield
    for name in ("clinic", "mmc"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("examples")
def test_recipes_for_a_simulation_work_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    printed = list[str]()
    for language, code in re.findall(
        r"^```(\w+)\n(.*?)^```$", SIMULATION, re.MULTILINE | re.DOTALL
    ):
        if language == "python":
            exec(code, {})
        elif language == "sh":
            program, *words = shlex.split(code)
            assert program == "eventcore"
            assert main(words) == 0
        else:
            assert printed[-1] == code
        printed.append(capsys.readouterr().out)
    queue, record, _, check, _, _, again, what_if, endless = printed
    assert queue == "3 10.0\n"
    assert f"prints `{queue.strip()}`" in SIMULATION
    assert record == "the replay is identical\n"
    assert check == ""
    assert again == "['Ann', 'Dan']\n"
    assert f"prints `{again.strip()}`" in SIMULATION
    assert what_if.startswith("the runs part with intent 2")
    assert endless == "60000\n"


def test_recipe_for_a_chain_passes(pytester: pytest.Pytester) -> None:
    (code,) = (code for code in BLOCK.findall(SIMULATION) if "def test_" in code)
    pytester.makepyfile(test_ward=code)
    pytester.syspathinsert(ROOT / "examples")
    pytester.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)


@pytest.fixture
def orchard(monkeypatch: pytest.MonkeyPatch) -> Any:
    names: dict[str, Any] = {"__name__": "orchard"}
    exec(GENERATOR, names)
    for table in (PLACES, DRAWS):
        monkeypatch.setitem(table, "orchard", names["draw"])
    return names["draw"]


def test_how_to_place_generates_solvable_levels(orchard: Any) -> None:
    site = Site(Measures(80, 20, depth=4, least_room=4, door_percent=60))
    plans = [orchard(site, Stream(seed, "level")) for seed in range(10)]
    assert [flaw_of(plan) for plan in plans] == [""] * 10
    assert all(plan.up and plan.down and len(plan.rooms) > 5 for plan in plans)


def test_scenario_of_the_place_can_be_played(orchard: Any) -> None:
    tables = {"levels.toml": tables_of(LEVEL, "levels.toml")}
    catalogue = catalogue_of(load_tables(), COMPONENTS, [Addition("page", tables)])
    view = Session(1, level="orchard", catalogue=catalogue).view(all_seeing=True)
    drawn = ["".join(tile.glyph for tile in row) for row in view.tiles]
    trees = sum(row[3:78:3].count("#") for row in drawn[3:18:3])
    assert 60 < trees < 125


def test_look_of_the_place_fits_the_palette() -> None:
    assert load_palette().look("wall", "orchard") == load_palette().look("wall", "")
    palette = load_palette(datafiles.read("palette.toml") + LOOK)
    assert palette.look("wall", "orchard").glyph == "&"
