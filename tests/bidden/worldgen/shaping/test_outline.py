"""Outlines: each row is a stretch; round ones begin and end with short ones."""

from bidden.worldgen.plan import Room
from bidden.worldgen.shaping.outline import Outline


def test_a_rectangle_loses_a_row_and_a_column_on_each_side() -> None:
    outline = Outline.rectangle(Room(2, 1, 6, 5))
    assert outline.within(1) == Outline.rectangle(Room(3, 2, 4, 3))
    assert outline.within(2) == Outline.rectangle(Room(4, 3, 2, 1))
    assert outline.within(3).tiles == []
    assert not outline.is_round


def test_a_round_one_is_narrow_in_its_first_and_last_row() -> None:
    outline = Outline.round(Room(1, 1, 20, 6))
    assert outline.spans == {
        1: (3, 18),
        2: (1, 20),
        3: (1, 20),
        4: (1, 20),
        5: (1, 20),
        6: (3, 18),
    }
    assert outline.is_round
    assert outline.room == Room(1, 1, 20, 6)


def test_from_within_no_step_leads_out_even_slanting() -> None:
    outline = Outline.round(Room(1, 1, 30, 12))
    tiles, inner = {*outline.tiles}, outline.within(1).tiles
    assert inner
    for x, y in inner:
        assert tiles >= {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def test_an_outline_is_found_around_all_that_is_no_wall() -> None:
    rows = ["#######", "##.:###", "#.#..##", "#######"]
    assert Outline.around(rows) == Outline({1: (2, 3), 2: (1, 4)})
