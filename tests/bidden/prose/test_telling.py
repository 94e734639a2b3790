"""Telling: what a view comes to in sentences, and what of it is new."""

from __future__ import annotations

import pytest

from bidden.prose import telling
from tests.bidden.prose.scenes import a_scene, shown


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a zombie", "A zombie is 3 tiles east."),
        ("a zombie, asleep", "A zombie is asleep, 3 tiles east."),
        ("a bat, asleep, on your side", "A bat is asleep and on your side, 3 tiles east."),
        ("an orc, lets you pass", "An orc lets you pass, 3 tiles east."),
    ],
)
def test_what_shows_of_somebody_is_told_in_the_sentence(name: str, told: str) -> None:
    assert [*telling.who_is_there(a_scene(foes={(8, 3): name}))] == [told]


def test_several_of_a_thing_lie_there() -> None:
    view = shown(a_scene(things_at=((8, 2),)), (8, 2), ")", "gear", "12 arrows")
    assert [*telling.what_lies_there(view)] == ["12 arrows lie 3 tiles east and 1 north."]
    assert [*telling.what_lies_there(a_scene(underfoot=("2 rocks",)))] == ["Here lie 2 rocks."]
