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


def test_of_webs_the_nearest_is_told_where_there_was_none_and_no_more_at_each_step() -> None:
    before = unknown = shown(shown(a_scene(), (9, 3), " ", "unknown", ""), (8, 3), " ", "u", "")
    webs = shown(shown(unknown, (9, 3), "┼", "web", "a web"), (8, 3), "┼", "web", "a web")
    assert [*telling.news(before, webs)] == ["You see a web, 3 tiles east."]
    first = shown(unknown, (8, 3), "┼", "web", "a web")
    assert [*telling.news(first, webs)] == []
    traps = shown(shown(unknown, (9, 3), "^", "trap", "a trap"), (8, 3), "^", "trap", "a trap")
    assert len([*telling.news(before, traps)]) == 2


def test_many_of_one_name_who_come_into_view_are_told_in_a_sentence() -> None:
    three = a_scene(foes={(8, 3): "a fungus", (9, 3): "a fungus", (9, 4): "a fungus"})
    assert [*telling.news(a_scene(), three)] == ["You see a fungus, 3 tiles east, and 2 more."]


def test_of_what_lies_on_a_tile_the_one_that_is_seen_is_told_once() -> None:
    view = shown(a_scene(things_at=((8, 2), (8, 2))), (8, 2), "!", "potion", "a red potion")
    assert len([*telling.what_lies_there(view)]) == 1
