"""A large terminal uses its room: screens tell what the smallest one leaves out."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.content.catalogue import load_catalogue
from bidden.frontend.drawing.layout import layout_of
from bidden.frontend.drawing.panels.side import foe_at
from bidden.frontend.running.stack import Stack
from bidden.frontend.screens.pages import Row, in_columns
from bidden.frontend.screens.told.help import explanations
from bidden.order import COMPONENTS
from bidden.session import Session
from bidden.view import (
    Bond,
    CarriedBoon,
    Castable,
    Character,
    Chart,
    ChartedLevel,
    Discovery,
    Held,
    Offering,
    Seen,
    Stat,
)
from tests.frontend.fakes import FakeGame, FakeLobby, a_view, covered, tile
from tests.frontend.screen import at_the_title, lines_of, playing, press, shipped, side_of, text

LARGE = 120, 40
WISE = Character(
    stats=(Stat("attack", 9, (("base", 5), ("sword", 4))), Stat("sight", 9, (("base", 9),))),
    kills=(("zombie", 3),),
    max_food=1000,
    food_about="Fighting uses food.",
    discoveries=(
        Discovery("potion", "potion of health", "potion", known=True, about="Heals 15 HP."),
        Discovery("potion", "potion of mana", "potion", known=False, about="Restores 10 mana."),
    ),
)
SWORD = Held("a", "a sword", ("put on",), ")", "gear", True, "weapon", about="+4 Attack.")
DAGGER = Held(
    "b", "a dagger", ("put on",), ")", "gear", kind="weapon",
    about="+2 Attack. Double damage to sleepers. Throw: 4 damage + half your Attack. Balanced.",
)  # fmt: skip
POTION = Held("c", "a potion of health", ("quaff",), "!", "potion", kind="potion")
LASH = CarriedBoon("lash", "", "lash", 2, "Pulls the first creature near.")
OFFER = Offering(
    "Oru Vane, Warden of the High Stair", "elevated", "find the crown", "in a tower", 3, 2, 1250,
    "+1 charge per boon, a sword", 0, "beastly", "harpies; wolves on the way", "seek",
    "desert → tower", heals=True, gift="+4 Attack.",
)  # fmt: skip
BOND = Bond(
    "Oru Vane", "seek", "find the crown", "on level 4, the lowest level of a tower beyond a desert",
    300, False, 4, 1250, 2, danger=3, reward="+1 charge per boon, a sword", gift="+4 Attack.",
)  # fmt: skip


class Wise(FakeGame):
    def character(self) -> Character:
        return WISE


def words_of(stack: Stack, width: int, height: int) -> str:
    return " ".join(text(stack, width, height).split())


@pytest.mark.parametrize(
    ("changes", "keys", "told"),
    [
        (
            {"offers": (OFFER,)},
            "",
            ("Your summoner gets it at once.", "Desert: Open ground", "Tower: ", "+4 Attack."),
        ),
        ({"bond": BOND}, "O", ("██", "Tower: ", "A sword: +4 Attack.", "lash: Pulls", "the bond")),
        (
            {},
            "C",
            (
                "a sword: +4 Attack.",
                "spark (3 mana)",
                "A shot adds half your Attack.",
                "uses food.",
            ),
        ),
        ({}, "i", ("Double damage to sleepers.", "Balanced.")),
        ({}, "\\", ("Restores 10 mana.",)),
        ({}, "", ("c ! a potion of health", "spark (3 MP)", "Items in view", "lash: Pulls")),
    ],
    ids=["offers", "binding", "character", "pack", "knowledge", "play"],
)
def test_large_screen_tells_what_the_smallest_leaves_out(
    changes: dict[str, Any], keys: str, told: tuple[str, ...]
) -> None:
    known: dict[str, Any] = {
        "pack": (SWORD, DAGGER, POTION),
        "boons": (LASH,),
        "spells": (Castable("spark", 3),),
        "things_at": ((6, 3),),
    }
    stack = playing(Wise(**known | changes))
    press(stack, *keys)
    small, large = words_of(stack, 80, 24), words_of(stack, *LARGE)
    for part in told:
        assert part in large
        assert part not in small


def test_cells_of_an_offer_stay_in_their_columns_on_a_large_screen() -> None:
    second = attrs.evolve(OFFER, way="cave → slum", task="find the heart", gift="")
    stack = playing(FakeGame(offers=(OFFER, second)))
    rows = lines_of(stack, *LARGE)
    at = next(row.index("B") for row in rows if row.split() == ["A", "B"])
    left, right = (
        " ".join(" ".join(row[a:b] for row in rows).split()) for a, b in ((10, at), (at, 120))
    )
    assert "Desert: " in left
    assert "Tower: " in left
    assert "+4 Attack." in left
    assert "Cave: " in right
    assert "Slum: " in right
    assert "+4 Attack." not in right


def test_every_place_task_and_stat_is_explained() -> None:
    factions = load_catalogue(COMPONENTS).factions.values()
    lands = ("valley", "mountain", "desert", "cave")
    assert {*explanations("places")} >= {*lands, *(one.place for one in factions)}
    assert {*explanations("tasks")} == {"hunt", "seek", "bear"}
    stats = Session(1, level="run").character().stats
    paces = {"regeneration", "mana regeneration"}  # the values say what they mean
    assert {one.name for one in stats} <= {*explanations("stats"), *paces}


@pytest.mark.parametrize(("size", "pictured"), [((80, 24), False), (LARGE, True)])
def test_opening_is_centred_with_the_art_of_the_title(
    size: tuple[int, int], pictured: bool
) -> None:
    stack = at_the_title(FakeLobby())
    stack.press("n")
    rows = lines_of(stack, *size)
    assert any("███" in row for row in rows) is pictured
    assert any("/|\\" in row for row in rows) is pictured
    blank = [not row.strip(" .-") for row in rows[:-1]]
    above, beneath = blank.index(False), blank[::-1].index(False)
    assert abs(above - beneath) < 4
    first = next(row.index("You are a bidden") for row in rows if "You are a bidden" in row)
    assert first == (9 if pictured else 7)


def test_pack_stands_at_the_bottom_of_the_side_bar_and_gives_way_to_enemies() -> None:
    def foes(count: int) -> dict[str, Any]:
        seen = tuple(Seen((6 + n, 3), "a zombie", "z", "zombie", "hurt") for n in range(count))
        return {"foes": count, "foes_seen": seen, "pack": (SWORD, DAGGER, POTION)}

    rows = side_of(height=20, **foes(2))
    assert rows[-4:] == ["Pack", "c ! a potion of health", "b ) a dagger", "a ) a sword (wielded)"]
    assert rows[-5] == ""
    rows = side_of(height=20, **foes(13))
    assert rows[-3:] == ["Pack", "c ! a potion of health", "and 2 more"]
    assert sum("zombie" in row for row in rows) == 13
    rows = side_of(height=20, **foes(17))
    assert sum("zombie" in row for row in rows) == 17
    assert not any("potion" in row for row in rows)


def test_wide_side_bar_has_a_column_for_the_pack() -> None:
    foe = Seen((6, 3), "a zombie", "z", "zombie", "hurt")
    rows = side_of(width=78, foes=1, foes_seen=(foe,), pack=(POTION,))
    zombie = next(number for number, row in enumerate(rows) if "a zombie" in row)
    assert rows[0][40:] == "Pack"
    assert rows[1][40:] == "c ! a potion of health"
    assert rows[zombie].endswith("hurt")
    assert len(rows[zombie]) == 38
    view, side = a_view(foes=1, foes_seen=(foe,), pack=(POTION,)), layout_of(160, 50).side
    assert side is not None
    found = [foe_at(x, side.y + zombie, side, view, shipped().palette) for x in (side.x, 130)]
    assert found == [(6, 3), None]


def test_items_in_view_are_listed_nearest_first_with_their_way() -> None:
    tiles = {(7, 3): tile("?"), (3, 2): tile("!"), (6, 3): tile("z"), (6, 2): tile("%")}
    tiles[6, 2] = attrs.evolve(tiles[6, 2], kind="corpse")
    things = (3, 2), (7, 3), (5, 3), (6, 3), (6, 2)  # under the player, a zombie, and a corpse
    lying = a_view(things_at=things, tiles=covered(tiles).tiles)
    rows = side_of(things_at=lying.things_at, tiles=lying.tiles)
    at = rows.index("Items in view")
    assert [row.split(", ")[1] for row in rows[at + 1 :]] == ["2 east", "2 west and 1 north"]


def test_map_draws_the_nearest_levels_beneath_the_one_shown() -> None:
    tiles = tuple(tuple(tile(".") for _ in range(60)) for _ in range(20))
    game = FakeGame()
    levels = tuple(ChartedLevel(n, place, tiles=tiles) for n, place in enumerate("abcd", 1))
    game.remembered = Chart(2, levels)
    stack = playing(game)
    press(stack, "M")
    for shown, others in ((2, "ac"), (3, "bd"), (4, "bc")):
        rows = lines_of(stack, *LARGE)
        assert f"Level {shown}" in rows[2]
        assert [word for row in rows[22:] for word in "abcd" if f": {word}" in row] == [*others]
        press(stack, ">")
    assert not any("Level 3" in row for row in lines_of(stack))


def test_blocks_are_distributed_over_columns_of_about_the_same_height() -> None:
    def block(name: str, rows: int) -> list[Row]:
        return [((1, f"{name}{number}", (0, 0, 0)),) for number in range(rows)]

    rows = in_columns([block("a", 3), [], block("b", 2), block("c", 5)], 40)
    assert [[(x, text) for x, text, _ in row] for row in rows] == [
        [(1, "a0"), (21, "c0")],
        [(1, "a1"), (21, "c1")],
        [(1, "a2"), (21, "c2")],
        [(21, "c3")],
        [(1, "b0"), (21, "c4")],
        [(1, "b1")],
    ]
