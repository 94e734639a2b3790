"""The side bar says in words how the player stands."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.frontend.drawing.canvas import new_console
from bidden.frontend.drawing.colours.palette import load_palette
from bidden.frontend.drawing.layout import Rect
from bidden.frontend.drawing.panels.side import draw_side, foe_at
from bidden.frontend.drawing.pictures.render import text_of
from bidden.frontend.preferences.options import Options, Told
from bidden.view import Bond, CarriedBoon, Held, Peril, Seen, Stance, Tile
from tests.frontend.fakes import a_view, covered

BOND = Bond("Ash of the coven", "hunt", "kill Ash", "in a tower", 200, False, 4, 1100, 2)
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
    "underfoot": ("a rock",),
    "foes": 2,
    "foes_seen": (
        Seen((20, 3), "an orc, asleep", "o", "orc", "hurt"),
        Seen((6, 3), "a zombie", "z", "zombie", "unhurt"),
    ),
}


def side_of(width: int = 40, height: int = 40, **changes: Any) -> list[str]:
    console = new_console(width + 10, height + 2)
    draw_side(console, Rect(5, 1, width, height), a_view(**changes), load_palette())
    rows = text_of(console).replace("\0", " ").split("\n")
    assert all(not row[:5].strip() and not row[5 + width :].strip() for row in rows)
    assert not (rows[0] + rows[-1]).strip()
    return [row[5:].rstrip() for row in rows[1:-1]]


def test_it_tells_of_all_that_matters_in_words() -> None:
    assert side_of(**ALL)[:30] == [
        "Level 2 of 4: cave",
        "Turn 7",
        "Hit points   23/30 ███████████████·····",
        "Mana           6/8 ███████████████·····",
        "You are hungry.",
        "",
        "Bound by Ash of the coven",
        "Hunt: kill Ash, in a tower (level 4).",
        "200/1,100 turns left!",
        "",
        "Boons, the active one first",
        " lash ×3",
        " ward ×1",
        "",
        "Wounds, 2 of 5",
        " leg",
        " eye",
        "",
        "What lasts",
        " poison, 9 turns",
        "",
        "Here",
        " a rock",
        "",
        "2 foes, the nearest first",
        "z a zombie                        unhurt",
        "o an orc, asleep                    hurt",
        "",
        "",
        "",
    ]


def test_who_is_on_ones_side_is_named_above_the_foes() -> None:
    view = a_view()
    hound = {(6, 3): Tile("h", "hound", True, "a hound")}
    view = covered(hound, stances=(((6, 3), Stance.ALLY), ((7, 3), Stance.FOE)), foes=1)
    rows = side_of(stances=view.stances, tiles=view.tiles, foes=1)
    at = rows.index("On your side")
    assert rows[at : at + 4] == ["On your side", " a hound", "", "1 foe"]


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (276, "276/1,100 turns left."),
        (275, "275/1,100 turns left!"),
        (110, "ONLY 110/1,100 turns left!"),
        (-3, "Your term has run out: the bond burns."),
    ],
)
def test_a_term_that_presses_is_told_of_in_other_words(left: int, told: str) -> None:
    assert told in side_of(bond=attrs.evolve(BOND, left=left))


@pytest.mark.parametrize(
    ("level", "left", "told"),
    [
        (4, 300, "Task complete! Return to the circle: 300/1,100 turns left."),
        (4, 90, "Task complete! Return to the circle: ONLY 90/1,100 turns left!"),
        (4, -1, "Your term has run out: the bond burns."),
        (1, 300, "Task complete!"),
    ],
)
def test_what_is_done_leads_to_the_circle_until_one_is_back(
    level: int, left: int, told: str
) -> None:
    bond = attrs.evolve(BOND, fulfilled=True, left=left)
    assert told in " ".join(row.strip() for row in side_of(width=60, bond=bond, level=level))


def test_whom_one_is_bound_to_hunt_is_told_from_others_of_that_name() -> None:
    seen = (
        Seen((4, 3), "a penitent champion", "p", "orc", "hurt"),
        Seen((6, 3), "a penitent champion", "p", "orc", "unhurt"),
    )
    rows = side_of(foes=2, foes_seen=seen, stances=(((6, 3), Stance.QUARRY),))
    first, second = (number for number, row in enumerate(rows) if "penitent" in row)
    assert ("unhurt" in rows[first]) == ("to hunt" in rows[first + 1])
    assert ("unhurt" in rows[second]) == ("to hunt" in rows[second + 1])
    assert sum("whom you are to hunt" in row for row in rows) == 1


def test_where_there_is_little_room_blank_rows_go_first() -> None:
    rows = side_of(height=21, **ALL)
    assert "" not in rows
    assert rows[-1] == "o an orc, asleep                    hurt"


def test_where_there_is_less_the_task_and_the_boons_go_and_foes_stay() -> None:
    rows = side_of(height=19, **ALL)
    assert "Bound by Ash of the coven" not in rows
    assert "200/1,100 turns left!" in rows
    assert " ward ×1" in rows
    assert rows[-2:] == [
        "z a zombie                        unhurt",
        "o an orc, asleep                    hurt",
    ]
    fewer = [row for row in side_of(height=18, **ALL) if row]
    assert " ward ×1" not in fewer
    assert fewer[-2:] == rows[-2:]
    assert fewer[-2] == "z a zombie                        unhurt"


def test_uses_of_a_boon_stay_where_its_name_is_cut() -> None:
    boon = CarriedBoon("passage", "", "a passage of old embers", 3, "")
    changes = {**ALL, "boons": (boon,), "foes_seen": (), "foes": 0}
    assert {" a passage of old", "  embers ×3"} <= set(side_of(width=20, **changes))
    little = [row for row in side_of(width=20, height=19, **changes) if "×" in row]
    assert little == [" a passage of ol… ×3"]


def test_foes_that_have_no_room_are_counted() -> None:
    seen = tuple(Seen((6 + n, 3), "a zombie", "z", "zombie", "unhurt") for n in range(20))
    rows = side_of(height=12, foes=20, foes_seen=seen)
    assert rows[-1] == "and 13 more"
    assert sum("a zombie" in row for row in rows) == 7


def test_what_there_is_none_of_is_not_told_of() -> None:
    assert [row for row in side_of() if row] == [
        "cellar",
        "Turn 7",
        "Hit points   23/30 ███████████████·····",
        "No foe in view",
    ]


LONG = Seen((6, 3), "a goblin with a shield, that shields the others", "g", "orc", "badly hurt")


def test_a_long_name_goes_on_in_the_next_row_and_the_health_stays_beside_it() -> None:
    changes: dict[str, Any] = {
        "foes": 1,
        "foes_seen": (LONG,),
        "underfoot": ("a sword of a hunter's patience +2",),
    }
    rows = side_of(width=29, **changes)
    here, foes = rows.index("Here"), rows.index("1 foe")
    assert rows[here + 1 : foes - 1] == [" a sword of a hunter's", "  patience +2"]
    assert rows[foes + 1 : foes + 5] == [
        "g a goblin with a  badly hurt",
        "   shield, that",
        "   shields the",
        "   others",
    ]


def test_where_rows_are_scarce_names_are_cut_before_anything_else_goes() -> None:
    changes = {**ALL, "foes_seen": (LONG,), "underfoot": ("a sword of a hunter's patience +2",)}
    rows = side_of(width=29, height=24, **changes)
    assert " a sword of a hunter's patie…" in rows
    assert "g a goblin with …  badly hurt" in rows
    assert "Boons, the active one first" in rows


def test_each_row_of_a_foe_leads_to_where_it_is_and_no_other_does() -> None:
    seen = (LONG, Seen((9, 9), "a zombie", "z", "zombie", "unhurt"))
    view = a_view(foes=2, foes_seen=seen, here=(5, 3))
    rows = side_of(width=29, foes=2, foes_seen=seen)
    side = Rect(5, 1, 29, 40)
    found = [foe_at(y, side, view, load_palette()) for y in range(1, 41)]
    first = rows.index("g a goblin with a  badly hurt")
    assert found[first : first + 5] == [LONG.at] * 4 + [(9, 9)]
    assert {*found[:first], *found[first + 5 :]} == {None}
    low = Rect(5, 1, 29, 5)  # whose last row counts those that have none
    assert [foe_at(y, low, view, load_palette()) for y in range(1, 6)] == [None] * 5


def test_who_is_unseen_is_told_so_among_what_lasts() -> None:
    rows = side_of(unseen=True, lasting=(("might", 9),))
    assert rows[rows.index("What lasts") :][1:3] == [" unseen", " might, 9 turns"]
    assert side_of(unseen=True).count("What lasts") == 1


def test_on_the_last_way_it_calls_to_the_gate_in_the_tone_of_harm() -> None:
    last, palette = attrs.evolve(BOND, fulfilled=True, last_way=True), load_palette()
    console = new_console(50, 42)
    draw_side(console, Rect(5, 1, 40, 40), a_view(bond=last), palette)
    rows = text_of(console).split("\n")
    [row] = [y for y, told in enumerate(rows) if "The last gate is open: reach it!" in told]
    assert tuple(console.rgb["fg"][row, 5].tolist()) == palette.tone("harm").fg


def test_a_foe_that_is_more_than_a_match_is_marked_by_signs_and_not_by_colour_alone() -> None:
    perils = (Peril.NONE, Peril.HARD, Peril.DEADLY)
    seen = tuple(
        Seen((6 + n, 3), "a zombie", "z", "zombie", "unhurt", peril=peril)
        for n, peril in enumerate(perils)
    )
    rows = [row.split() for row in side_of(foes=3, foes_seen=seen) if "a zombie" in row]
    assert [row[:-3] for row in rows] == [["z"], ["z", "!"], ["z", "!!"]]


def test_that_many_at_once_are_more_than_a_match_is_marked_before_their_count() -> None:
    seen = tuple(Seen((6 + n, 3), "a zombie", "z", "zombie", "unhurt") for n in range(3))
    told = {
        peril: [row for row in side_of(foes=3, foes_seen=seen, peril=peril) if "nearest" in row]
        for peril in Peril
    }
    assert told == {
        Peril.NONE: ["3 foes, the nearest first"],
        Peril.HARD: ["! 3 foes, the nearest first"],
        Peril.DEADLY: ["!! 3 foes, the nearest first"],
    }


def test_it_tells_of_what_it_is_to_and_clicks_go_by_that() -> None:
    axe = Held("a", "an axe (cracked)", ("drop",), ")", "gear", worn=True, kind="weapon")
    cap = Held("b", "a cap", ("drop",), "[", "gear", worn=True, kind="armour")
    rock = Held("c", "a rock", ("throw",), "*", "gear")
    view, side, palette = a_view(**ALL, pack=(axe, cap, rock)), Rect(0, 0, 40, 40), load_palette()
    seen: dict[tuple[Told, ...], list[str]] = {}
    for tells in (), ("gear",), ("task",), ("boons", "here"):
        options, console = Options(side_bar_tells=tells), new_console(40, 40)
        draw_side(console, side, view, palette, options)
        rows = [row.strip() for row in text_of(console).replace("\0", " ").split("\n")]
        seen[tells] = [row for row in rows[5:] if row]
        orc = next(y for y, row in enumerate(rows) if "an orc, asleep" in row)
        assert foe_at(orc, side, view, palette, options) == (20, 3)
    bare = seen[()]
    assert bare[0] == "Wounds, 2 of 5"
    assert seen["gear",] == [
        "Worn and wielded", "an axe (cracked) (wielded)", "a cap (worn)", *bare
    ]  # fmt: skip
    assert seen["task",][3:] == bare
    assert seen["boons", "here"][0] == "Boons, the active one first"
    assert "a rock" in seen["boons", "here"]
