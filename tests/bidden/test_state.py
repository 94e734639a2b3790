"""State: the plain data of what exists."""

import pytest

from bidden.state import Level, a_thing, listed, name_of, several
from tests.bidden.scenes import Scene

LEVEL = Level(["###", "#..", "###"])


@pytest.mark.parametrize(
    ("x", "y", "wall"),
    [(0, 0, True), (1, 1, False), (2, 1, False), (3, 1, True), (-1, 1, True), (1, 3, True)],
)
def test_beyond_the_edge_of_a_level_all_is_wall(x: int, y: int, wall: bool) -> None:
    assert LEVEL.is_wall(x, y) is wall


def test_a_level_is_as_large_as_its_rows() -> None:
    assert (LEVEL.width, LEVEL.height) == (3, 3)
    assert (Level().width, Level().height) == (0, 0)


def test_what_has_no_title_is_something() -> None:
    scene = Scene("#@z#", zombie={"Title": None})
    assert (name_of(scene["@"]), name_of(scene["z"])) == ("you", "something")


@pytest.mark.parametrize(
    ("name", "phrase"), [("zombie", "a zombie"), ("ogre", "an ogre"), ("Ankou", "an Ankou")]
)
def test_a_name_gets_its_article_by_its_first_letter(name: str, phrase: str) -> None:
    assert a_thing(name) == phrase


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("fungus", "fungi"),
        ("risen, asleep", "risen, asleep"),
        ("troll corpse", "troll corpses"),
        ("heap of bones", "heaps of bones"),
        ("mummy", "mummies"),
        ("wolf", "wolves"),
        ("suit of leather armour", "suits of leather armour"),
        ("red potion called dull", "red potions called dull"),
        ('scroll titled "VAS ORT"', 'scrolls titled "VAS ORT"'),
        ("red potion, tried in vain", "red potions, tried in vain"),
        ("Urgal the Lame, troll champion", "Urgal the Lame, troll champion"),
    ],
)
def test_several_are_named_in_the_plural(one: str, many: str) -> None:
    assert several(one) == many


def test_of_things_of_a_name_it_is_said_how_many_there_are() -> None:
    assert listed(["troll corpse"] * 2) == "two troll corpses"
    assert listed(["rope", "orc", "rope", "rope"]) == "three ropes and an orc"
    assert listed(["rope"] * 7) == "7 ropes"
    assert listed(["orc"]) == "an orc"
