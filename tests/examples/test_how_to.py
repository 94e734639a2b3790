"""docs/how-to.md: the place that it shows can be drawn, solved and played."""

from __future__ import annotations

import re
import textwrap
from typing import Any

import pytest

from bidden.content import datafiles
from bidden.content.catalogue import catalogue_of
from bidden.content.tables import Addition, load_tables, tables_of
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.worldgen.places import DRAWS, PLACES
from bidden.worldgen.site import Measures, Site
from bidden.worldgen.solving import flaw_of
from eventcore import Stream
from tests.examples.printed import read

BLOCK = re.compile(r"^ *```(?:python|toml)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
GENERATOR, LOOK, LEVEL = (textwrap.dedent(text) for text in BLOCK.findall(read("docs/how-to.md")))


@pytest.fixture
def orchard(monkeypatch: pytest.MonkeyPatch) -> Any:
    names: dict[str, Any] = {"__name__": "orchard"}
    exec(GENERATOR, names)
    for table in (PLACES, DRAWS):
        monkeypatch.setitem(table, "orchard", names["draw"])
    return names["draw"]


def test_levels_of_the_place_can_be_solved(orchard: Any) -> None:
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
