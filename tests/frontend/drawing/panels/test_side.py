"""The side bar shows the player's condition, and lists the foes, nearest first."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.layout import Rect
from bidden.frontend.drawing.panels.side import foe_at
from bidden.view import Bond, CarriedBoon, Held, Peril, Seen
from tests.frontend.fakes import a_view
from tests.frontend.screen import side_of

BOND = Bond("Ash of the coven", "hunt", "kill Ash", "in a tower", 200, False, 4, 1100, 2)
ORC = Seen((20, 3), "an orc, asleep", "o", "orc", "hurt")
ZOMBIE = Seen((6, 3), "a zombie", "z", "zombie", "unhurt")
LONG = Seen((6, 3), "a goblin with a shield, that shields the others", "g", "orc", "badly hurt")
ALL: dict[str, Any] = {
    "levels": 4,
    "level": 2,
    "place": "cave",
    "mana": 6,
    "max_mana": 8,
    "hunger": "hungry",
    "bond": BOND,
    "boons": (CarriedBoon("lash", "", "lash", 3, ""), CarriedBoon("ward", "", "ward", 1, "")),
    "wounds": ("leg", "eye"),
    "max_wounds": 5,
    "lasting": (("poison", 9),),
    "unseen": True,
    "underfoot": ("a rock",),
    "foes": 2,
    "foes_seen": (ORC, ZOMBIE),
}
ROWS = ["z a zombie                        unhurt", "o an orc, asleep                    hurt"]
"""The rows of the two foes."""


def zombies(count: int, *perils: Peril) -> tuple[Seen, ...]:
    perils = perils or (Peril.NONE,) * count
    return tuple(attrs.evolve(ZOMBIE, at=(6 + n, 3), peril=perils[n]) for n in range(count))


@pytest.mark.parametrize("changes", [ALL | {"missiles": 0}, {}], ids=["everything", "nothing"])
def test_side_bar_matches_its_snapshot(
    changes: dict[str, Any], snapshot: SnapshotAssertion
) -> None:
    assert "\n".join(side_of(**changes)).rstrip() == snapshot


def test_allies_are_named_above_the_foes() -> None:
    hound = Seen((6, 3), "a hound, your ally", "h", "ally", "scratched")
    rows = side_of(allies=(hound,), foes=1, foes_seen=zombies(1))
    at = rows.index("Allies") + 1
    assert rows[at].split() == ["h", "a", "hound", "scratched"]
    assert at < next(n for n, row in enumerate(rows) if "zombie" in row)


@pytest.mark.parametrize(
    ("left", "changes", "level"),
    [
        (276, {}, 2),
        (275, {}, 2),
        (110, {}, 2),
        (-3, {}, 2),
        (300, {"fulfilled": True}, 4),
        (90, {"fulfilled": True}, 4),
        (-1, {"fulfilled": True}, 4),
        (300, {"fulfilled": True, "runs": False}, 1),
        (300, {"fulfilled": True, "last_way": True}, 4),
    ],
)
def test_side_bar_shows_the_term_of_the_bond(
    left: int, changes: dict[str, Any], level: int, snapshot: SnapshotAssertion
) -> None:
    with_bond = side_of(width=70, bond=attrs.evolve(BOND, left=left, **changes), level=level)
    assert [row for row in with_bond if row and row not in side_of(width=70)] == snapshot


def test_blank_rows_go_first_then_task_and_boons_and_foes_stay() -> None:
    rows = side_of(height=18, **ALL)
    assert "" not in rows
    assert rows[-2:] == ROWS
    rows = side_of(height=16, **ALL)
    assert not any("Ash" in row for row in rows)
    assert " ward ×1" in rows
    fewer = [row for row in side_of(height=15, **ALL) if row]
    assert " ward ×1" not in fewer
    assert " lash ×3" in fewer  # the active one
    assert fewer[-2:] == rows[-2:] == ROWS


def test_side_bar_says_unarmed_if_no_weapon_is_wielded() -> None:
    sword = Held("s", "a sword", ("put on",), ")", "gear", kind="weapon")
    assert "You are unarmed." in side_of(pack=(sword,))
    assert "You are unarmed." not in side_of(pack=(attrs.evolve(sword, worn=True),))


def test_side_bar_keeps_the_task_outcome_when_rows_are_scarce() -> None:
    done = attrs.evolve(BOND, fulfilled=True)
    rows = side_of(height=17, **{**ALL, "bond": done})
    assert not any("Ash" in row for row in rows)
    assert "Task complete! Return to the circle." in rows


def test_side_bar_counts_the_foes_that_do_not_fit() -> None:
    hurt = tuple(attrs.evolve(zombie, health="hurt") for zombie in zombies(20))
    rows = side_of(height=12, foes=20, foes_seen=hurt)
    assert sum("a zombie" in row for row in rows) == 9
    assert "11" in rows[-1]


def test_equal_unhurt_foes_share_a_row_if_the_side_bar_is_short_of_rows() -> None:
    hurt = attrs.evolve(ZOMBIE, at=(40, 3), health="hurt")
    rows = side_of(height=12, foes=21, foes_seen=(*zombies(20), hurt))
    assert [" ".join(row.split()) for row in rows if "zombie" in row] == [
        "z a zombie (×20) unhurt",
        "z a zombie hurt",
    ]
    assert not any("more" in row for row in rows)


def test_long_name_goes_on_in_the_next_row_or_is_cut_where_rows_are_scarce() -> None:
    sword = "a sword of a hunter's patience +2"
    rows = side_of(width=29, foes=1, foes_seen=(LONG,), underfoot=(sword,))
    here = rows.index(" a sword of a hunter's")
    assert rows[here + 1] == "  patience +2"
    first = rows.index("g a goblin with a  badly hurt")
    assert rows[first + 1 : first + 4] == ["   shield, that", "   shields the", "   others"]
    rows = side_of(width=29, height=18, **{**ALL, "foes_seen": (LONG,), "underfoot": (sword,)})
    assert " a sword of a hunter's patie…" in rows
    assert "g a goblin with …  badly hurt" in rows


def test_each_row_of_a_foe_leads_to_its_tile_and_no_other_does() -> None:
    seen = (LONG, attrs.evolve(ZOMBIE, at=(9, 9)))
    view = a_view(foes=2, foes_seen=seen, here=(5, 3))
    rows = side_of(width=29, foes=2, foes_seen=seen)
    side = Rect(5, 1, 29, 40)
    found = [foe_at(side.x, y, side, view, load_palette()) for y in range(1, 41)]
    first = rows.index("g a goblin with a  badly hurt")
    assert found[first : first + 5] == [LONG.at] * 4 + [(9, 9)]
    assert {*found[:first], *found[first + 5 :]} == {None}
    low = Rect(5, 1, 29, 3)  # its last row counts the foes without a row
    assert [foe_at(low.x, y, low, view, load_palette()) for y in range(1, 4)] == [None] * 3
