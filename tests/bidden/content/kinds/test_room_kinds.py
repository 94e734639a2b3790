"""Room kinds: their drawings are checked, rotated and furnished."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.content.kinds.room_kinds import Mark, RoomKind
from eventcore import Stream
from tests.bidden.content.complaints import complaint_of
from tests.bidden.scenes import texts

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
    """Return the error raised when invalid rooms are added to the shipped content."""
    return complaint_of(texts() | {"rooms.toml": rooms})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"##.##"', '"##.#"'),
        ('"##.##"', '"#####"'),
        ('"##.##"', '"##?##"'),
        ("#z$.#", "#.$.#"),
        ("legend.z", 'legend."zz"'),
        ('"##.##"', '"##=##"'),
        ('places = ["cave"]', 'places = ["moon"]'),
        ('places = ["cave"]', "places = []"),
        ("zombie = 3", "zombi = 3"),
        ("zombie = 3", "zombie = 0"),
        ("creatures = {", "things = {"),
        ("creatures = {", "traps = {"),
        ("creatures = { zombie = 3, orc = 1 }", ""),
        ('["cave"]', '["cave"]\nlast_level = 0'),
        ('["cave"]', '["cave"]\nfirst_level = 4\nlast_level = 3'),
        ('["cave"]', '["cave"]\nwithin = "air"'),
        ('["cave"]', '["cave"]\nwide = 3'),
    ],
)
def test_wrong_text_is_refused_with_file_and_key(
    before: str, after: str, snapshot: SnapshotAssertion
) -> None:
    assert before in DEN
    assert complaint(DEN.replace(before, after, 1)) == snapshot


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("iron key", "bone key"),
        ('key = "iron key"', ""),
        ('"#=##"', '"####"'),
        ('places = ["ruin"]', 'places = ["ruin"]\nlegend."#" = { traps = { web = 1 } }'),
        ('"####", "#$.#", "#=##"', '"#=", "##"'),
    ],
)
def test_wrong_lock_or_size_is_refused(
    before: str, after: str, snapshot: SnapshotAssertion
) -> None:
    assert before in CELL
    assert complaint(CELL.replace(before, after, 1)) == snapshot


def test_room_in_rock_needs_a_single_entrance(snapshot: SnapshotAssertion) -> None:
    twice = DEN.replace("#z$.#", ".z$.#").replace("places", 'within = "rock"\nplaces')
    assert complaint(twice) == snapshot


def test_room_drawing_has_each_distinct_rotation_and_mirror_image_once() -> None:
    bent = RoomKind(drawing=["#..", "...", "..."], places=["cave"])
    assert len(bent.turns()) == 4
    assert len(RoomKind(drawing=["..."] * 3, places=["cave"]).turns()) == 1
    long = RoomKind(drawing=["#.....", "..#...", "......"], places=["cave"])
    assert sorted({(len(rows[0]), len(rows)) for rows in long.turns()}) == [(3, 6), (6, 3)]
    assert len(long.turns()) == 8


def test_map_mark_picks_its_creature_by_weight() -> None:
    mark = Mark(creatures={"zombie": 3, "orc": 1})
    drawn = [mark.draw(Stream(seed, "lots")) for seed in range(400)]
    assert 250 < drawn.count("zombie") < 350
    assert drawn.count("zombie") + drawn.count("orc") == 400


@pytest.mark.parametrize(
    ("place", "depth", "fits"),
    [
        ("cave", 1, False),
        ("cave", 2, True),
        ("cave", 4, True),
        ("cave", 5, False),
        ("bog", 3, False),
    ],
)
def test_room_kind_appears_only_in_its_places_and_level_range(
    place: str, depth: int, fits: bool
) -> None:
    kind = RoomKind(drawing=["..."] * 3, places=["cave"], first_level=2, last_level=4)
    assert kind.suits(place, depth, falls=True) is fits
