"""Plain data: levels and names."""

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.state import Level, a_thing, enumerated, listed, several, with_comma

LEVEL = Level(["###", "#..", "###"])


@pytest.mark.parametrize(
    ("x", "y", "wall"),
    [(0, 0, True), (1, 1, False), (2, 1, False), (3, 1, True), (-1, 1, True), (1, 3, True)],
)
def test_everything_beyond_the_edge_of_a_level_is_wall(x: int, y: int, wall: bool) -> None:
    assert LEVEL.is_wall(x, y) is wall


def test_names_get_articles_and_plurals(snapshot: SnapshotAssertion) -> None:
    assert [a_thing(name) for name in ("zombie", "ogre", "Ankou")] == snapshot
    names = (
        "fungus",
        "risen, asleep",
        "troll corpse",
        "heap of bones",
        "mummy",
        "monkey",
        "wolf",
        "suit of leather armour",
        "red potion called dull",
        'scroll titled "VAS ORT"',
        "red potion, tried in vain",
        "Urgal the Lame, troll champion",
    )
    assert {name: several(name) for name in names} == snapshot


def test_armour_takes_an_article_only_as_a_suit() -> None:
    assert [a_thing(f"{one}leather armour") for one in ("", "fine ", "suit of ")] == [
        "leather armour",
        "fine leather armour",
        "a suit of leather armour",
    ]


def test_title_is_set_off_by_a_comma_and_by_brackets_in_a_list() -> None:
    name = "Urgal the Lame, troll champion"
    assert with_comma(f"{name} dies.", name) == f"{name}, dies."
    assert with_comma(f"You kill {name}.", name) == f"You kill {name}."
    assert with_comma(f"{name}'s cuts close.", name) == "Urgal the Lame's cuts close."
    assert with_comma("The orc dies.", "the orc") == "The orc dies."
    assert enumerated([name, "an orc"]) == "Urgal the Lame (troll champion) and an orc"
    assert enumerated([name]) == name


def test_equal_names_are_counted(snapshot: SnapshotAssertion) -> None:
    lists = [["troll corpse"] * 2, ["rope", "orc", "rope", "rope"], ["rope"] * 7, ["orc"]]
    assert [listed(names) for names in lists] == snapshot
