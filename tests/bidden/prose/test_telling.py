"""Telling: what a view comes to in sentences, and what of it is new."""

from __future__ import annotations

import attrs
import pytest

from bidden.prose import telling
from bidden.view import Ending, Peril, Seen
from tests.bidden.prose.scenes import a_scene, shown
from tests.frontend.fakes import a_view, line


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


def test_who_is_more_than_a_match_is_told_so() -> None:
    scene = a_scene(foes={(8, 3): "a troll"})
    seen = Seen((8, 3), "a troll", "T", "troll", "unhurt", peril=Peril.DEADLY)
    weighed = attrs.evolve(scene, foes_seen=(seen,))
    told = ["You see a troll, 3 tiles east, more than a match for you."]
    assert [*telling.news(a_scene(), weighed)] == told


def test_that_all_at_once_are_more_than_a_match_is_told_as_it_comes_to_be_so() -> None:
    scene = a_scene(foes={(8, 3): "a troll"})
    many = attrs.evolve(scene, peril=Peril.HARD)
    more = attrs.evolve(scene, peril=Peril.DEADLY)
    assert [*telling.news(scene, many)] == ["All at once are a match for you."]
    assert [*telling.news(many, more)] == ["All at once are more than a match for you."]
    assert [*telling.news(more, more)] == [*telling.news(more, many)] == []


def test_of_what_lies_on_a_tile_the_one_that_is_seen_is_told_once() -> None:
    view = shown(a_scene(things_at=((8, 2), (8, 2))), (8, 2), "!", "potion", "a red potion")
    assert len([*telling.what_lies_there(view)]) == 1


def test_who_comes_beside_one_is_told_with_the_side_but_not_whom_one_went_up_to() -> None:
    far, near = a_scene(foes={(8, 3): "a bat"}), a_scene(foes={(6, 2): "a bat"})
    assert [*telling.news(far, near)] == ["The bat is beside you, north-east."]
    assert [*telling.news(near, near)] == []
    gone_up_to = a_scene(foes={(6, 3): "Ulf, orc champion"})
    before = attrs.evolve(gone_up_to, here=(4, 3))
    assert [*telling.news(before, gone_up_to)] == []
    came = a_scene(foes={(7, 3): "Ulf, orc champion, asleep"})
    awake = a_scene(foes={(6, 3): "Ulf, orc champion"})
    assert "beside you, east" in next(iter(telling.news(came, awake)))


def test_a_trap_that_is_found_on_known_ground_is_told_with_where_it_is() -> None:
    before = a_scene()
    found = shown(before, (7, 3), "^", "trap", "a dart trap")
    assert [*telling.news(before, found)] == ["You see a dart trap, 2 tiles east."]
    assert [*telling.news(found, found)] == []
    stepped_off = attrs.evolve(before, here=(7, 3))
    assert [*telling.news(stepped_off, found)] == []


def test_fire_is_told_once_where_there_was_none() -> None:
    before = a_scene()
    one = shown(before, (8, 3), "▲", "fire", "fire")
    more = shown(one, (9, 3), "▲", "fire", "fire")
    assert [*telling.news(before, one)] == ["You see fire, 3 tiles east."]
    assert [*telling.news(one, more)] == []


def test_what_lasts_is_told_as_it_begins_and_its_end_where_no_message_tells_of_it() -> None:
    before, lasting = a_scene(), a_scene(lasting=(("coils", 2),))
    assert [*telling.news(before, lasting)] == ["On you: coils, for 2 turns."]
    assert [*telling.news(lasting, before)] == ["Over: coils."]
    told = a_scene(lines=(line("You work yourself free.", "news"),))
    assert [*telling.news(lasting, told)] == []


def test_what_was_held_at_the_end_is_told_each_kind_once() -> None:
    keys = ("an iron key", "a bow", "an iron key")
    view = a_scene(ending=Ending.DIED, belongings=keys)
    assert "You held an iron key (×2) and a bow." in [*telling.ending(view, ())]


def test_what_can_be_improved_is_told_in_numbers() -> None:
    told = ("Attack 5 → 6: 1–5 → 1–6 damage", "Sight 9 → 10 tiles")
    view = a_view(improvements=(("attack", 1), ("sight", 1)), improvements_told=told)
    assert [*telling.improvements(view)] == [
        "You gain a level! Choose an upgrade:",
        "Attack 5 to 6: 1–5 to 1–6 damage.",
        "Sight 9 to 10 tiles.",
        'Say "improve attack", for one.',
    ]
