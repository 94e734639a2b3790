"""The catalogue loads and checks content; errors name file, key and reason."""

from __future__ import annotations

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.catalogue import Catalogue
from bidden.content.datafiles import ContentError
from bidden.order import COMPONENTS
from eventcore import Component, component
from tests.bidden.content.complaints import ZOMBIE, complaint_of
from tests.bidden.scenes import read_catalogue, texts

CAVE = """
[cave]
width = 40
height = 20
depth = 2
least_room = 4
door_percent = 60
creatures = { zombie = 3 }
"""


def read(creatures: str = ZOMBIE, levels: str = CAVE) -> Catalogue:
    return read_catalogue({"creatures.toml": creatures, "levels.toml": levels}, COMPONENTS)


def complaint(creatures: str = ZOMBIE, levels: str = CAVE) -> str:
    """Return the error for invalid creatures or levels."""
    return complaint_of({"creatures.toml": creatures, "levels.toml": levels})


def test_catalogue_makes_fresh_components_that_share_no_state() -> None:
    @component
    class Pack(Component):
        """A creature's pack, as content may define it."""

        things: list[str] = attrs.Factory(list)

    made = read_catalogue(
        {"creatures.toml": '[imp]\nPack = { things = ["rope"] }', "levels.toml": ""}, [Pack]
    )
    (one,), (other,) = made.make("imp"), made.make("imp")
    assert isinstance(one, Pack)
    assert isinstance(other, Pack)
    one.things.append("lamp")
    assert other.things == ["rope"]
    (third,) = made.make("imp")
    assert isinstance(third, Pack)
    assert third.things == ["rope"]


def test_fingerprint_ignores_comments_and_spaces() -> None:
    same = read("# a comment\n" + ZOMBIE.replace("8, most", "8,  most"))
    assert read().fingerprint == same.fingerprint
    assert len(same.fingerprint) == 16


@pytest.mark.parametrize(
    ("creatures", "levels"),
    [
        (ZOMBIE.replace("hp = 8", "hp = 7"), CAVE),
        (ZOMBIE.replace('"z"', '"Z"'), CAVE),
        (ZOMBIE, CAVE.replace("60", "61")),
        (ZOMBIE, CAVE.replace("zombie = 3", "zombie = 4")),
    ],
)
def test_fingerprint_depends_on_every_value(creatures: str, levels: str) -> None:
    assert read(creatures, levels).fingerprint != read().fingerprint


@pytest.mark.parametrize(
    "wrong",
    [
        "Fangs = {}",
        "health = {}",
        "Position = { x = 1, y = 1 }",
        "Occupancy = {}",
        "Fighter = { attack = 1, defense = 1 }",
        "Strike = { force = 3 }",
        "Fighter = { attack = 1 }",
        "Fighter = 3",
        'Fighter = { attack = "3", defence = 0 }',
        'Memory = { radius = 5, levels = [["#", 1]] }',
        "Memory = { radius = 0 }",
    ],
)
def test_wrong_component_is_refused(wrong: str, snapshot: SnapshotAssertion) -> None:
    assert complaint(ZOMBIE + wrong) == snapshot


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('"z"', '"zz"'),
        ('"z"', '""'),
        ('"z"', '"\\t"'),
        ('"z"', '"龍"'),
        ('"z"', '" "'),
        ('look = "zombie"', 'look = ""'),
        ("hp = 8", "hp = 1000000001"),
        ("\nHealth =", "\nStrike = {}\nHealth ="),
        ('name = "zombie"', 'name = ""'),
        ('name = "zombie"', 'name = "zom\\nbie"'),
        ("hp = 8", "hp = 9"),
    ],
)
def test_wrong_value_is_refused(right: str, wrong: str, snapshot: SnapshotAssertion) -> None:
    assert complaint(ZOMBIE.replace(right, wrong)) == snapshot


@pytest.mark.parametrize(
    "wrong",
    ['turns = 3\nmind = ["dance"]', 'turns = 3\nside = "mine"', "mind = []", 'side = "source"'],
)
def test_wrong_control_of_minds_is_refused(wrong: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(ContentError) as refusal:
        read_catalogue(texts() | {"effects.toml": f"[spell]\n{wrong}"}, COMPONENTS)
    assert str(refusal.value) == snapshot


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("width = 40", "width = 81"),
        ("width = 40", "width = 5"),
        ("least_room = 4", "least_room = 19"),
        ("least_room = 4", "least_room = 0"),
        ("door_percent = 60", "door_percent = 101"),
        ("depth = 2", 'depth = "2"'),
        ("depth = 2\n", ""),
        ("depth = 2", "depth = 2\nfurther = 3"),
        ("depth = 2", "depth = 2\ncues = [{ effect = 'luck' }]"),
        ("depth = 2", "depth = 2\ndeeper = [{ creatures = { count = 1 } }]"),
        ("depth = 2", "depth = 2\ndeeper = [{ creatures = { count = 1, of = { ghost = 1 } } }]"),
        ("zombie = 3", "zombie = -1"),
        ("zombie = 3", "zombie = 685"),
        ("[cave]", '["a:b"]'),
        ("zombie = 3", "zombi = 3"),
    ],
)
def test_wrong_level_is_refused(right: str, wrong: str, snapshot: SnapshotAssertion) -> None:
    assert complaint(levels=CAVE.replace(right, wrong)) == snapshot


@pytest.mark.parametrize("file", ["creatures.toml", "levels.toml"])
@pytest.mark.parametrize("text", ["[zombie\n", "[a]\n[a]\n", "zombie = 3", "zombie = []"])
def test_file_that_is_not_toml_of_tables_is_refused(
    file: str, text: str, snapshot: SnapshotAssertion
) -> None:
    files = {"creatures.toml": ZOMBIE, "levels.toml": CAVE} | {file: text}
    assert complaint(files["creatures.toml"], files["levels.toml"]) == snapshot


@pytest.mark.parametrize(
    "table",
    [
        "Venom = { effect = 'plague' }",
        "Venom = { effect = 'cure', turns = 3 }",
        "Venom = { percent = 0 }",
        "Slaying = { side = 'living', strength = 1 }",
        "Brand = { kind = 'water', strength = 1 }",
        "Brand = { kind = 'fire', strength = 0 }",
        "Resistances = { percent = { water = 5 } }",
        "Wounding = { percent = 101 }",
        "Experience = { options = ['luck'] }",
        "Wounds = { taken = ['leg'], most = 0 }",
        "Wounds = { taken = ['leg', 'eye'], most = 1 }",
        "Wounding = { percent = 5, kind = 'tail' }",
    ],
)
def test_wrong_property_of_a_thing_is_refused(table: str, snapshot: SnapshotAssertion) -> None:
    content = {
        "creatures.toml": ZOMBIE,
        "levels.toml": CAVE,
        "effects.toml": "[poison]\nturns = 3\n[cure]\nonce = { health = 3 }\n",
        "items.toml": f"[things]\n{table}\n",
    }
    with pytest.raises(ContentError) as caught:
        read_catalogue(content, COMPONENTS)
    assert str(caught.value) == snapshot
