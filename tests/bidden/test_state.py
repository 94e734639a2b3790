"""State: the plain data of what exists."""

import pytest

from bidden.state import Level, a_thing, name_of
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
