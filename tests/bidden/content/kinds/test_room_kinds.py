"""Kinds of room: what is wrong with a drawing is told by file, key and reason."""

from __future__ import annotations

import pytest

from bidden.content.catalogue import read_catalogue
from bidden.content.kinds.room_kinds import Mark, RoomKind, openings_of
from bidden.order import COMPONENTS
from eventcore import Stream
from tests.bidden.content.complaints import complaint_of
from tests.bidden.scenes import catalogue, texts

DEN = """
["a den"]
drawing = ["#####", "#z$.#", "##.##"]
places = ["cave"]
legend.z = { creatures = { zombie = 3, orc = 1 } }
"""
CELL = """
["a cell"]
drawing = ["####", "#$.#", "#=##"]
places = ["ruin"]
key = "iron key"
"""


def complaint(rooms: str) -> str:
    """What is said of wrong rooms, beside the content that ships."""
    return complaint_of(texts() | {"rooms.toml": rooms})


def test_there_are_two_dozen_and_more_and_each_is_found_in_two_places() -> None:
    rooms = catalogue().rooms
    assert len(rooms) >= 24
    assert all(len(room.places) > 1 for room in rooms.values())


@pytest.mark.parametrize("text", [DEN, CELL])
def test_a_right_one_is_read(text: str) -> None:
    made = read_catalogue(texts() | {"rooms.toml": text}, COMPONENTS)
    assert len(made.rooms) == 1


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"##.##"', '"##.#"', "a den: the rows of the drawing differ in length"),
        ('"##.##"', '"#####"', "a den: nobody could walk all of it: 3 tiles are not reached"),
        ('"##.##"', '"##?##"', "a den: its legend does not say what '?' is"),
        ("#z$.#", "#.$.#", "a den: 'z' is in the legend, and not in the drawing"),
        ("legend.z", 'legend."zz"', "a den: its legend does not say what 'z' is"),
        ('"##.##"', '"##=##"', "a den: a key is given where there is a locked door =, not else"),
        ('places = ["cave"]', 'places = ["moon"]', "a den.places[0]: there is no 'moon', only "),
        ('places = ["cave"]', "places = []", "a den.places: Expected `array` of length >= 1"),
        ("zombie = 3", "zombi = 3", "a den.legend.z.creatures: there is no such table in creat"),
        ("zombie = 3", "zombie = 0", "a den.legend.z.creatures.zombie: Expected `int` >= 1"),
        ("creatures = {", "things = {", "a den.legend.z.things: there is no such table in items"),
        ("creatures = {", "traps = {", "a den.legend.z.traps: there is no such table in traps"),
        ("creatures = { zombie = 3, orc = 1 }", "", "a den.legend.z: give one of creatures"),
        ('["cave"]', '["cave"]\nlast_level = 0', "a den.last_level: Expected `int` >= 1"),
        ('["cave"]', '["cave"]\nfirst_level = 4\nlast_level = 3', "a den: its first level is dee"),
        ('["cave"]', '["cave"]\nwithin = "air"', "a den.within: Invalid enum value 'air'"),
        ('["cave"]', '["cave"]\nwide = 3', "a den.wide: there is no such field, only drawing, "),
    ],
)
def test_a_wrong_one_is_told_by_file_key_and_reason(before: str, after: str, said: str) -> None:
    assert before in DEN
    assert complaint(DEN.replace(before, after, 1)).startswith(f"rooms.toml: {said}")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("iron key", "bone key", "a cell.key: there is no such table in items.toml: 'bone key'"),
        ('key = "iron key"', "", "a cell: a key is given where there is a locked door =, not else"),
        ('"#=##"', '"####"', "a cell: a key is given where there is a locked door =, not else"),
        (
            'places = ["ruin"]',
            'places = ["ruin"]\nlegend."#" = { traps = { web = 1 } }',
            "a cell: '#' is no character for a legend to explain",
        ),
        (
            '"####", "#$.#", "#=##"',
            '"#=", "##"',
            "a cell: the drawing is 2 × 2 tiles: give 3 to 20",
        ),
    ],
)
def test_so_is_a_wrong_lock_or_size(before: str, after: str, said: str) -> None:
    assert before in CELL
    assert complaint(CELL.replace(before, after, 1)).startswith(f"rooms.toml: {said}")


def test_what_is_hewn_into_rock_has_one_way_in() -> None:
    twice = DEN.replace("#z$.#", ".z$.#").replace("places", 'within = "rock"\nplaces')
    assert complaint(twice) == (
        "rooms.toml: a den: what is hewn into rock has wall along its edge, but for one tile"
    )


def test_a_drawing_is_turned_and_mirrored_each_way_once() -> None:
    bent = RoomKind(drawing=["#..", "...", "..."], places=["cave"])
    assert len(bent.turns()) == 4
    assert len(RoomKind(drawing=["..."] * 3, places=["cave"]).turns()) == 1
    long = RoomKind(drawing=["#.....", "..#...", "......"], places=["cave"])
    assert sorted({(len(rows[0]), len(rows)) for rows in long.turns()}) == [(3, 6), (6, 3)]
    assert len(long.turns()) == 8


def test_a_way_in_leads_outwards() -> None:
    assert openings_of(["###", "..#", "###"]) == [((0, 1), (-1, 1))]
    assert openings_of(["#+#", "#.#", "###"]) == [((1, 0), (1, -1))]


def test_what_is_there_is_drawn_by_lot() -> None:
    mark = Mark(creatures={"zombie": 3, "orc": 1})
    drawn = [mark.draw(Stream(seed, "lots")) for seed in range(400)]
    assert 250 < drawn.count("zombie") < 350
    assert drawn.count("zombie") + drawn.count("orc") == 400
