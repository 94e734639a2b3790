"""The place that docs/how-to.md shows can be drawn, solved and played as it stands there."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from bidden.content.catalogue import catalogue_of
from bidden.content.datafiles import read
from bidden.content.tables import Addition, load_tables, tables_of
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.worldgen.places import DRAWS, PLACES
from bidden.worldgen.site import Measures, Site
from bidden.worldgen.solving import flaw_of
from eventcore import Stream

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to.md").read_text("utf-8")
BLOCK = re.compile(r"^ *```(?:python|toml)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
GENERATOR, LOOK, LEVEL = (textwrap.dedent(text) for text in BLOCK.findall(PAGE))


@pytest.fixture
def orchard(monkeypatch: pytest.MonkeyPatch) -> Any:
    names: dict[str, Any] = {"__name__": "orchard"}
    exec(GENERATOR, names)
    for table in (PLACES, DRAWS):
        monkeypatch.setitem(table, "orchard", names["draw"])
    return names["draw"]


def test_its_levels_can_be_solved_whatever_the_seed(orchard: Any) -> None:
    site = Site(Measures(80, 20, depth=4, least_room=4, door_percent=60))
    plans = [orchard(site, Stream(seed, "level")) for seed in range(30)]
    assert [flaw_of(plan) for plan in plans] == [""] * 30
    assert all(plan.up and plan.down and len(plan.rooms) > 5 for plan in plans)


def test_its_scenario_can_be_played(orchard: Any) -> None:
    tables = {"levels.toml": tables_of(LEVEL, "levels.toml")}
    catalogue = catalogue_of(load_tables(), COMPONENTS, [Addition("page", tables)])
    view = Session(1, level="orchard", catalogue=catalogue).view(all_seeing=True)
    drawn = ["".join(tile.glyph for tile in row) for row in view.tiles]
    trees = sum(row[3:78:3].count("#") for row in drawn[3:18:3])
    assert 60 < trees < 125


def test_its_look_is_one_the_palette_takes() -> None:
    assert load_palette().look("wall", "orchard") == load_palette().look("wall", "")
    palette = load_palette(read("palette.toml") + LOOK)
    assert palette.look("wall", "orchard").glyph == "&"
