"""The tables of docs/content.md work as a mod, and its list of fields is up to date."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from jsonschema import Draft7Validator

from bidden.content.catalogue import Catalogue, catalogue_of
from bidden.content.described.component_tables import cell, components_table, field_rows
from bidden.content.described.schema import schema_of
from bidden.content.kinds.stats import STATS
from bidden.content.tables import FILES, Addition, load_tables, tables_of
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.order import COMPONENTS
from bidden.rules.magic.powers import Power
from bidden.session import Session
from bidden.state import Look, Title
from tests.examples.printed import blocks, read

PAGE = "docs/content.md"
NAMED = [re.match(r"# (\S+)\n", block) for block in blocks(PAGE, "toml")]
TABLES = [(found[1], found.string) for found in NAMED if found and found[1] in FILES]


def shown() -> Addition:
    """Return all tables of the page as a mod."""
    tables: dict[str, Any] = {}
    for file, text in TABLES:
        there = tables.setdefault(file, {})
        for name, table in tables_of(text, file).items():  # several blocks may extend one table
            there[name] = {**there.get(name, {}), **table}
    return Addition("page", tables)


def fields_table(cls: type) -> str:
    """Return the fields of a class as a Markdown table."""
    return "\n".join(["| field | value | meaning |", "|---|---|---|", *field_rows(cls)]) + "\n"


def stats_table() -> str:
    """Return the stats as a Markdown table."""
    rows = [f"| `{name}` | {cell(text)} |" for name, text in STATS.items()]
    return "\n".join(["| stat | meaning |", "|---|---|", *rows]) + "\n"


def catalogue() -> Catalogue:
    return catalogue_of(load_tables(), COMPONENTS, [shown()])


def test_tables_of_each_file_are_shown_and_can_be_made() -> None:
    assert {file for file, _ in TABLES} == set(FILES) - {"traps.toml"}
    made = catalogue()
    for file in ("creatures.toml", "items.toml"):
        for name in shown().tables[file]:
            assert any(isinstance(part, Title) for part in made.make(name))


@pytest.mark.parametrize(("file", "text"), TABLES)
def test_table_fits_its_schema(file: str, text: str) -> None:
    errors = Draft7Validator(schema_of(file, COMPONENTS, mod=True)).iter_errors(tomllib.loads(text))
    assert [error.message for error in errors] == []


def test_creature_and_items_of_the_page_appear_in_a_game_and_have_a_look() -> None:
    session = Session(1, catalogue=catalogue())
    there = [one[Title].name for one in session.world.having(Title)]
    assert there.count("jackal") == 1
    new = {"potion of iron", "scroll of sickness", "burnt book", "war hammer"}
    assert len([name for name in there if name in new]) >= 2  # rooms may contain more
    assert all(load_palette().has_look(one[Look].look) for one in session.world.having(Look))


@pytest.mark.parametrize(
    ("of", "table"),
    [
        ("components", components_table(COMPONENTS)),
        ("power", fields_table(Power)),
        ("stats", stats_table()),
    ],
)
def test_documented_table_of_fields_matches_the_printed_one(of: str, table: str) -> None:
    between, end, _ = read(PAGE).partition(f"<!-- {of} -->\n")[2].partition(f"<!-- end of {of} -->")
    assert end
    assert between.strip() == table.strip()
