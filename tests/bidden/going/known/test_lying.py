"""Once a level is explored, the items left behind are listed: keys, then gear and books."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.preferences.options import Options
from bidden.going.commands.explore import Explore
from bidden.going.known.notes import Notes
from bidden.view import Held, View
from tests.bidden.going.walking import OPTIONS, level, walk

NAMES = {
    ")": "a sword",
    "[": "a robe",
    "=": "a black book",
    "!": "a milky potion",
    "?": "a scroll",
    "-": "a bronze key",
    "%": "a zombie corpse",
    "*": "a javelin named Kin",
}


def left_lying(drawing: str, **options: Any) -> str:
    """Return the message about a row of items behind a wall, once the rest is explored."""
    row = f"#@#{drawing}#"
    view = level("\n".join(["#" * len(row), row, "#" * len(row)]), NAMES)
    _, reason = walk(Explore(Notes(), Options(**options)), view)
    return str(reason)


@pytest.mark.parametrize("drawing", [")", "!!!=[)", "%)", ")=)*-"])
def test_two_unreachable_items_are_named_and_the_rest_counted(
    drawing: str, snapshot: SnapshotAssertion
) -> None:
    assert left_lying(drawing) == snapshot


def test_items_left_are_listed_in_the_same_order_from_everywhere() -> None:
    rows = "#@#)!?#", "#)!?#@#"
    views = [level("\n".join(["#" * len(row), row, "#" * len(row)]), NAMES) for row in rows]
    said = [walk(Explore(Notes(), OPTIONS), view)[1] for view in views]
    assert said[0] == said[1]
    assert "A sword, a milky potion and 1 more lie out of reach." in said[0]


def test_report_omits_unwanted_items_unless_they_are_needed() -> None:
    left = left_lying(")-", pick_up_names=("-sword", "-key"))
    assert "A bronze key lies out of reach." in left
    assert "sword" not in left


def test_items_that_the_player_left_are_told_apart_from_those_out_of_reach() -> None:
    notes, view = Notes(), level("#######\n#.@#!?#\n#######", NAMES)
    notes.see(lying(attrs.evolve(view, here=(1, 1)), "a sword"))
    notes.see(view)
    _, reason = walk(Explore(notes, OPTIONS), lying(attrs.evolve(view, here=(1, 1)), "a sword"))
    told = "You left a sword. A milky potion and a scroll lie out of reach."
    assert reason == f"Level explored. {told}"


def holding(view: View, *names: str) -> View:
    return attrs.evolve(view, pack=tuple(Held("a", name, ("drop",), ")", "gear") for name in names))


def lying(view: View, *names: str) -> View:
    return attrs.evolve(view, underfoot=names, kinds_underfoot=("weapon",) * len(names))


def test_explore_names_items_left_behind_but_not_dropped_ones() -> None:
    bare, notes = level("####\n#@.#\n####"), Notes()
    before = lying(holding(bare, "a dagger"), "a sword")
    notes.see(attrs.evolve(bare, here=(2, 1)))
    notes.see(before)
    dropped = lying(holding(bare), "a sword", "a dagger")
    notes.see(dropped)
    said = [walk(Explore(notes, OPTIONS), dropped)[1] for _ in range(2)]
    assert [("a sword" in one, "a dagger" in one) for one in said] == [(True, False)] * 2
    from_afar = level("####\n#)@#\n####", {")": "a dagger"})
    assert "a dagger" not in walk(Explore(notes, OPTIONS), from_afar)[1]


def test_stack_out_of_view_keeps_its_number() -> None:
    notes = Notes()
    seen = level("#####\n#@#)#\n#####", {")": "12 arrows"}, things_at=((3, 1),))
    notes.see(seen)
    rows = [[attrs.evolve(tile, lit=False) for tile in row] for row in seen.tiles]
    rows[1][3] = attrs.evolve(rows[1][3], name="an arrow")
    view = attrs.evolve(seen, tiles=tuple(map(tuple, rows)), things_at=())
    _, reason = walk(Explore(notes, OPTIONS), view)
    assert "12 arrows" in reason


def test_equal_items_left_lying_are_listed_with_a_count() -> None:
    assert "Two swords and a robe lie out of reach." in left_lying("))[")
