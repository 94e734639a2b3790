"""Once all is explored, what was left lying is named: the keys first, then gear and books."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

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
    "-": "a bronze key",
    "%": "a zombie corpse",
    "*": "a javelin named Kin",
}


def told(drawing: str, **options: Any) -> str:
    """What is told of a row of things behind a wall, once all else is explored."""
    row = f"#@#{drawing}#"
    view = level("\n".join(["#" * len(row), row, "#" * len(row)]), NAMES)
    return walk(Explore(Notes(), Options(**options)), view)[1]


@pytest.mark.parametrize(
    ("drawing", "named"),
    [
        (")", "a sword"),
        ("!=[)", "a sword, a robe, a black book and 1 more"),
        (")-", "a bronze key and a sword"),
        ("!))", "a sword (×2) and a milky potion"),
        ("!!!=[)", "a sword, a robe, a black book and 3 more"),
        ("%)", "a sword"),
        (")=)*-", "a bronze key, a javelin named Kin, a sword (×2) and 1 more"),
    ],
)
def test_three_of_what_was_left_are_named_and_the_others_counted(drawing: str, named: str) -> None:
    assert told(drawing).startswith(f"Level explored (left: {named})")


def test_what_the_dead_leave_is_not_named() -> None:
    assert told("%") == "Level explored."


def test_what_one_would_have_left_is_not_named_but_for_what_is_needed() -> None:
    left = told(")-", pick_up_names=("-sword", "-key"))
    assert left.startswith("Level explored (left: a bronze key)")
    assert told(")[", pick_up_names=("-sword",)).startswith("Level explored (left: a robe)")


def holding(view: View, *names: str) -> View:
    return attrs.evolve(view, pack=tuple(Held("a", name, ("drop",), ")", "gear") for name in names))


def lying(view: View, *names: str) -> View:
    return attrs.evolve(view, underfoot=names, kinds_underfoot=("weapon",) * len(names))


def test_what_one_dropped_is_not_named_and_what_lay_beside_it_is() -> None:
    bare, notes = level("####\n#@.#\n####"), Notes()
    before = lying(holding(bare, "a dagger"), "a sword")
    notes.see(attrs.evolve(bare, here=(2, 1)))
    notes.see(before)
    dropped = lying(holding(bare), "a sword", "a dagger")
    notes.see(dropped)
    said = [walk(Explore(notes, OPTIONS), dropped)[1] for _ in range(2)]
    assert said[0] == "Here lies a sword."
    assert said[1].startswith("Level explored (left: a sword)")
    from_afar = level("####\n#)@#\n####", {")": "a dagger"})
    assert walk(Explore(notes, OPTIONS), from_afar)[1].startswith("Level explored (left: a sword)")


def test_what_came_to_lie_at_ones_feet_otherwise_is_named() -> None:
    bare, notes = level("####\n#@.#\n####"), Notes()
    notes.see(holding(bare, "a dagger"))
    landed = lying(holding(bare, "a dagger"), "a spear")
    notes.see(landed)
    assert walk(Explore(notes, OPTIONS), landed)[1].startswith("Level explored (left: a spear)")
