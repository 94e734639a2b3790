"""Content schemas accept the shipped files, and reject whatever loading rejects."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from syrupy.assertion import SnapshotAssertion

from bidden.content.datafiles import ContentError, read
from bidden.content.described.schema import schema_of
from bidden.content.mods import addition_in
from bidden.content.tables import FILES
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.input.keymap import load_keymap
from bidden.order import COMPONENTS
from tests.bidden.scenes import read_catalogue, texts

EXAMPLE = Path(__file__).resolve().parents[4] / "examples" / "alchemist" / "bidden_alchemist"


@cache
def validator(file: str, mod: bool = False) -> Draft7Validator:
    """Return a schema validator for a content file."""
    schema = schema_of(file, COMPONENTS, mod=mod)
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)


def is_right(file: str, text: str, *, mod: bool = False) -> bool:
    """Return whether a text satisfies the schema of its file."""
    return bool(validator(file, mod).is_valid(tomllib.loads(text)))


@pytest.mark.parametrize("file", FILES)
def test_shipped_content_fits_its_schema(file: str) -> None:
    errors = [error.message for error in validator(file).iter_errors(tomllib.loads(read(file)))]
    assert errors == []


@pytest.mark.parametrize("file", sorted(addition_in(EXAMPLE, "example").tables))
def test_example_of_a_mod_fits_the_schema_of_mods(file: str) -> None:
    assert is_right(file, read(file, EXAMPLE), mod=True)


THING = '[a]\nTitle = { name = "a" }\n'
LEVEL = """[a]
width = 40
height = 20
depth = 2
least_room = 4
door_percent = 60
creatures = {}
"""
SPELL = "[a]\nmana = 1\neffects = ['fire']\n"

WRONG = [
    ("creatures.toml", THING + "Fangs = {}"),
    ("creatures.toml", THING + "Position = { x = 1, y = 1 }"),
    ("creatures.toml", THING + "Fighter = 3"),
    ("creatures.toml", THING + "Fighter = { attack = 1, defence = 1, offence = 1 }"),
    ("creatures.toml", THING + 'Fighter = { attack = "1", defence = 0 }'),
    ("creatures.toml", THING + "Strike = { force = 3 }"),
    ("creatures.toml", THING + "Door = { open = 1 }"),
    ("creatures.toml", THING + "Pack = { things = { a = 1 } }"),
    ("creatures.toml", THING + 'Experience = { options = ["luck"] }'),
    ("creatures.toml", '[a]\nTitle = { name = "" }'),
    ("creatures.toml", '[a]\nLook = { glyph = "", look = "a" }'),
    ("creatures.toml", "a = 3"),
    ("creatures.toml", THING + 'existing = "extend"'),
    ("items.toml", THING + "Magic.quaff = { effects = [] }"),
    ("items.toml", THING + "Magic.quaff = { effects = ['fire'], aim = 'nearest' }"),
    ("items.toml", THING + "Magic.eat = { effects = ['fire'] }"),
    ("traps.toml", THING + "Trap = { power = { effects = ['fire'] }, disarm_percent = 101 }"),
    ("spells.toml", SPELL.replace("mana = 1\n", "")),
    ("effects.toml", "[a]\nturns = 1\nchanges = { luck = 3 }"),
    ("effects.toml", "[a]\nturns = 1\nkept_off_by = 'luck'"),
    ("effects.toml", "[a]\nturns = 1\nmind = ['dance']"),
    ("effects.toml", "[a]\nonce = { health = -1 }\nkind = 'boredom'"),
    ("creatures.toml", THING + "Resistances = { percent = { boredom = 1 } }"),
    ("effects.toml", "[a]\nonce = { health = '3' }"),
    ("effects.toml", "[a]\nturns = 1\nstacking = 'pile'"),
    ("effects.toml", "[a]\ntold.middle = 'x'"),
    ("effects.toml", '[a]\ntold.start = "a\\nb"'),
    ("effects.toml", "[a]\ninstant = { Wink = {} }"),
    ("effects.toml", "[a]\ninstant = { Blink = { within = 0 } }"),
    ("appearances.toml", "[a]\nlooks = 'grey'"),
    ("levels.toml", LEVEL.replace("width = 40", "width = 81")),
    ("levels.toml", LEVEL.replace("creatures = {}", "creatures = { bat = -1 }")),
    ("levels.toml", LEVEL + "traps = { count = 1, of = { web = 0 } }"),
    ("levels.toml", LEVEL + "cues = [{ effect = 'poison', level = 0 }]"),
]


@pytest.mark.parametrize(("file", "text"), WRONG)
def test_schema_refuses_what_loading_refuses(file: str, text: str) -> None:
    with pytest.raises(ContentError) as caught:
        read_catalogue(texts() | {file: text}, COMPONENTS)
    assert caught.value.file == file
    assert "\n" not in str(caught.value)
    assert not is_right(file, text)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("creatures.toml", THING),
        ("effects.toml", "[a]\nturns = 1\ninstant = { Summon = { what = 'bat' }, Blink = {} }"),
        ("levels.toml", LEVEL + "things = [{ count = 1, of = { rock = 1 } }]"),
        ("spells.toml", SPELL),
        ("appearances.toml", "[a]\nlooks = ['grey']"),
    ],
)
def test_valid_tables_fit_their_schema(file: str, text: str) -> None:
    assert is_right(file, text)
    assert is_right(file, text, mod=True)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ('[zombie]\nexisting = "extend"\nHealth = { hp = 3 }', True),
        ('[zombie]\nexisting = "replace"\nHealth = { hp = 3, most = 3 }', True),
        ('[zombie]\nexisting = "replace"\nHealth = { hp = 3 }', False),
        ("[zombie]\nHealth = { hp = 3 }", False),
        ('[zombie]\nexisting = "extend"\nHealth = { hp = "3" }', False),
        ('[zombie]\nexisting = "extend"\nHealth = { height = 3 }', False),
        ('[zombie]\nexisting = "merge"\nHealth = { hp = 3 }', False),
    ],
)
def test_table_that_extends_another_may_be_partial(text: str, right: bool) -> None:
    assert is_right("creatures.toml", text, mod=True) is right


def test_fields_are_described_by_their_docstrings(snapshot: SnapshotAssertion) -> None:
    parts = validator("creatures.toml").schema["definitions"]
    hp: dict[str, Any] = parts["Health"]["properties"]["hp"]
    assert parts["Health"]["description"] == snapshot
    assert hp["description"] == snapshot
    assert parts["Trap"]["properties"]["power"]["allOf"] == [{"$ref": "#/definitions/Power"}]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[directions]", "[nowhere]"),
        ('north = { keys = ["up", "k", "8"]', "north = { keys = []"),
        ('north = { keys = ["up", "k", "8"]', 'north = { keys = [""]'),
        ('north = { keys = ["up", "k", "8"]', 'north = { keys = "k"'),
        ("north = {", "nord = {"),
        ('does = "north"', "does = 1"),
        ('title = "Commands"\n', ""),
    ],
)
def test_wrong_keymap_is_refused(old: str, new: str) -> None:
    text = read("keymap.toml").replace(old, new, 1)
    with pytest.raises(ContentError):
        load_keymap(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('faint = "#85807c"\n', ""),
        ('faint = "#85807c"', 'faint = "grey"'),
        ('faint = "#85807c"', 'faint = "#85807c on grey"'),
        ("faint =", "fainter ="),
        ("plain =", "plane ="),
        ("\nother =", "\nothers ="),
        ("torchlit = true", "torchlit = 1"),
        (", remembered =", ", forgotten ="),
    ],
)
def test_wrong_palette_is_refused(old: str, new: str) -> None:
    assert old in read("palette.toml")
    text = read("palette.toml").replace(old, new, 1)
    with pytest.raises(ContentError):
        load_palette(text)
