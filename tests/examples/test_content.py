"""What the page on content shows works as it stands there, and its tables are not stale."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from bidden.content.catalogue import Catalogue, catalogue_of
from bidden.content.described.component_tables import components_table, fields_table, stats_table
from bidden.content.described.schema import schema_of
from bidden.content.tables import FILES, Addition, load_tables, tables_of
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.order import COMPONENTS
from bidden.rules.magic.powers import Power
from bidden.session import Session
from bidden.state import Look, Title

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "content.md").read_text("utf-8")
BLOCK = re.compile(r"^```toml\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(file, text) for file, text in BLOCK.findall(PAGE) if file in FILES]


def shown() -> Addition:
    """All tables that the page shows, as a mod."""
    tables: dict[str, Any] = {}
    for file, text in BLOCKS:
        there = tables.setdefault(file, {})
        for name, table in tables_of(text, file).items():  # several blocks may extend one table
            there[name] = {**there.get(name, {}), **table}
    return Addition("page", tables)


def catalogue() -> Catalogue:
    return catalogue_of(load_tables(), COMPONENTS, [shown()])


def test_it_shows_a_table_of_each_file_there_is_but_traps() -> None:
    assert {file for file, _ in BLOCKS} == set(FILES) - {"traps.toml"}


def test_what_it_shows_is_right_and_can_be_made() -> None:
    made = catalogue()
    for file in ("creatures.toml", "items.toml"):
        for name in shown().tables[file]:
            assert any(isinstance(part, Title) for part in made.make(name))
    assert made.spells["white fire"].mana == 9
    assert made.effects["chill"].turns == 6


@pytest.mark.parametrize(("file", "text"), BLOCKS)
def test_what_it_shows_fits_its_schema(file: str, text: str) -> None:
    errors = Draft7Validator(schema_of(file, COMPONENTS, mod=True)).iter_errors(tomllib.loads(text))
    assert [error.message for error in errors] == []


def test_what_it_shows_is_met_in_a_game_and_has_a_colour() -> None:
    session = Session(1, catalogue=catalogue())
    there = [one[Title].name for one in session.world.having(Title)]
    assert there.count("jackal") == 1
    new = {"potion of iron", "scroll of sickness", "burnt book", "war hammer"}
    assert len([name for name in there if name in new]) >= 2  # rooms may hold more
    assert all(load_palette().has_look(one[Look].look) for one in session.world.having(Look))


@pytest.mark.parametrize(
    ("of", "table"),
    [
        ("components", components_table(COMPONENTS)),
        ("power", fields_table(Power)),
        ("stats", stats_table()),
    ],
)
def test_a_table_on_the_page_says_what_the_docstrings_say(of: str, table: str) -> None:
    _, _, rest = PAGE.partition(f"<!-- {of} -->\n")
    between, end, _ = rest.partition(f"<!-- end of {of} -->")
    assert end
    assert between.strip() == table.strip()


def test_every_component_and_field_in_it_is_described() -> None:
    empty = [line for line in components_table(COMPONENTS).splitlines() if line.endswith("|  |")]
    assert empty == []
