"""Gear by keys: forecasts of a piece, the best set, multiple drops, and adjacent items."""

from __future__ import annotations

import attrs
import pytest

from bidden.frontend.screens.prompts.forms.confirm import Confirm
from bidden.frontend.screens.prompts.forms.direction import DirectionPrompt
from bidden.frontend.screens.told.commands import GameMenu
from bidden.intents import Drop, Intent, Move, PickUp, PutOn
from bidden.kinds import ARMOUR, SHIELD, WEAPON
from bidden.shown.gear import gain_told, instead_of
from bidden.view import Held
from tests.frontend.fakes import FakeGame
from tests.frontend.screen import boxed, go, is_playing, playing, press, said, text, top


def gear(
    slot: str, name: str, kind: str, adds: tuple[int, int, int], *, worn: bool = False
) -> Held:
    uses = ("take off" if worn else "put on", "throw", "drop")
    return Held(slot, name, uses, ")", "gear", worn=worn, kind=kind, adds=adds)


DAGGER = gear("a", "a dagger", WEAPON, (2, 0, 0), worn=True)
AXE = gear("b", "an axe", WEAPON, (4, -1, 0))
SHIELD_ = gear("c", "a shield", SHIELD, (0, 1, 0))
MAIL = gear("d", "mail", ARMOUR, (0, 2, 0))
PIKE = attrs.evolve(gear("e", "a pike", WEAPON, (4, 0, 0)), two_handed=True)
PACK = (DAGGER, AXE, SHIELD_, MAIL)


def test_gear_list_shows_the_stat_change_of_each_item() -> None:
    stack = playing(FakeGame(pack=PACK))
    press(stack, "W")
    listed = "\n".join(boxed(stack))
    assert "an axe (+2 Attack, \N{EN DASH}1 Defence)" in listed
    assert "mail (+2 Defence)" in listed


def test_gear_list_shows_traits_gained_and_lost() -> None:
    axe = attrs.evolve(AXE, traits=("sweep",))
    sword = attrs.evolve(DAGGER, traits=("sneak attack", "+1–3 fire damage"))
    brand = attrs.evolve(AXE, slot="e", traits=("+1–6 fire damage",), two_handed=True)
    pack = (sword, axe, brand)
    assert (
        gain_told(axe, pack)
        == "+2 Attack, \N{MINUS SIGN}1 Defence, sweep; you lose sneak attack and fire damage"
    )
    assert gain_told(brand, pack).endswith(", +1–6 fire damage, two-handed; you lose sneak attack")


def test_equal_pieces_share_a_line() -> None:
    rags = [gear(slot, "a rag", ARMOUR, (0, 1, 0)) for slot in "bc"]
    game = FakeGame(pack=(DAGGER, *rags))
    stack = playing(game)
    press(stack, "W")
    assert sum("a rag (×2)" in row for row in boxed(stack)) == 1
    press(stack, "c")
    assert game.performed == [PutOn("b")]
    stack = playing(game)
    go(stack, "d", "C", "enter")
    assert game.performed[1:] == [Drop("b"), Drop("c")]


def test_gear_list_says_that_nothing_carried_is_better() -> None:
    stack = playing(FakeGame(pack=(DAGGER, gear("b", "a knife", WEAPON, (1, 0, 0)))))
    press(stack, "W")
    assert "Nothing here raises your Attack or Defence." in text(stack)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ((), "Press g to pick it up."),
        ((attrs.evolve(DAGGER, slot="z", worn=False),) * 25, "full: press d to drop something."),
    ],
)
def test_list_says_that_better_gear_lies_here(held: tuple[Held, ...], told: str) -> None:
    game = FakeGame(
        pack=(DAGGER, gear("b", "a knife", WEAPON, (1, 0, 0)), *held)[:26],
        underfoot=("a sword",),
        gear_underfoot=((0, gear("", "a sword", WEAPON, (4, 0, 0))),),
    )
    stack = playing(game)
    press(stack, "W")
    shown = " ".join(text(stack).replace("│", "").split())
    assert "A sword lying here is better." in shown
    assert told in shown
    assert "Nothing here raises" not in shown


def test_pack_says_that_an_equal_piece_replaces_cracked_armour() -> None:
    own = attrs.evolve(MAIL, worn=True, name="a coat of mail (cracked)", each="coat of mail")
    whole = attrs.evolve(MAIL, slot="e", name="a coat of mail", each="coat of mail")
    told = "same Attack and Defence"
    assert gain_told(whole, (own, whole)) == f"{told}; yours is cracked"
    assert instead_of(whole, (own, whole)) == " instead of your coat of mail"
    cracked = attrs.evolve(own, slot="e", worn=False)
    assert gain_told(cracked, (own, cracked)) == told
    assert "cracked" not in gain_told(attrs.evolve(whole, adds=(0, 3, 0)), (own,))


def test_gear_list_names_the_compared_item_once() -> None:
    knife = gear("b", "a knife", WEAPON, (9, 0, 0))
    for key in ("W", "i"):
        stack = playing(FakeGame(pack=(attrs.evolve(DAGGER, each="dagger"), knife)))
        press(stack, key)
        assert text(stack).count("Gear is compared with your dagger.") == 1


def test_key_of_the_map_closes_the_menu_and_acts() -> None:
    stack = playing(FakeGame(pack=PACK))
    press(stack, "escape")
    assert isinstance(top(stack), GameMenu)
    press(stack, "i")
    assert "Your pack: 4/" in text(stack)
    stack = playing(FakeGame(pack=PACK))
    press(stack, "escape", "q")  # which leaves other menus
    assert "nothing to quaff" in text(stack)


def test_items_of_a_kind_are_listed_by_letter_and_not_compared_to_be_thrown() -> None:
    pike = attrs.evolve(PIKE, name="a bill", each="bill")
    stack = playing(FakeGame(pack=(*PACK, pike, gear("f", "an arbalest", WEAPON, (0, 0, 3)))))
    press(stack, "t")
    letters = [row[0] for row in boxed(stack) if row[1:2] == " "]
    assert letters == ["b", "e", "f", "c", "d"]
    assert "Attack" not in text(stack)


def test_inventory_shows_the_stat_change_of_the_selected_item() -> None:
    stack = playing(FakeGame(pack=PACK))
    press(stack, "i", "d")
    assert "+2 Defence." in text(stack)
    about = "+2 Defence. You take 50% less cold damage."
    furs = attrs.evolve(MAIL, slot="f", name="furs", about=about)
    stack = playing(FakeGame(pack=(furs,)))
    press(stack, "i", "f")
    assert text(stack).count("+2 Defence") == 1
    worn = attrs.evolve(MAIL, worn=True, each="coat of mail")
    stack = playing(FakeGame(pack=(worn, furs)))
    press(stack, "i", "f")
    assert f"{about} Instead of your coat of mail: same Attack and Defence." in said(stack)


def test_reach_is_shown_once_if_a_weapon_replaces_no_other() -> None:
    spear = attrs.evolve(DAGGER, adds=(3, 0, 0), about="+3 Attack. Reach 2.", reach=1, worn=False)
    stack = playing(FakeGame(pack=(spear,)))
    press(stack, "i", spear.slot)
    assert "Reach 2." in text(stack)
    assert "+1 reach" not in text(stack)


def test_trait_in_the_description_of_a_chosen_piece_is_not_repeated() -> None:
    about, traits = "+2 Attack. Double damage to sleepers.", ("sneak attack",)
    knife = attrs.evolve(DAGGER, adds=(2, 0, 0), about=about, traits=traits, worn=False)
    stack = playing(FakeGame(pack=(knife,)))
    press(stack, "i", knife.slot)
    assert about in text(stack)
    assert "sneak attack" not in text(stack).lower()


def test_gear_change_text_includes_lost_and_gained_reach() -> None:
    spear = attrs.evolve(DAGGER, name="a spear", each="spear", reach=1, two_handed=True)
    minus = "\N{MINUS SIGN}"
    assert gain_told(AXE, (spear, AXE)) == f"+2 Attack, {minus}1 Defence, {minus}1 reach"
    assert gain_told(SHIELD_, (spear,)) == (
        f"{minus}2 Attack, +1 Defence, {minus}1 reach; you put away your spear"
    )
    assert gain_told(attrs.evolve(AXE, reach=1), (DAGGER,)).endswith(", +1 reach")
    assert "reach" not in gain_told(attrs.evolve(AXE, reach=1), (spear,))


@pytest.mark.parametrize(
    ("pack", "slots"),
    [
        (PACK, "bcd"),
        ((DAGGER, MAIL, PIKE), "ed"),
        ((DAGGER, attrs.evolve(SHIELD_, worn=True, uses=("drop",)), PIKE), "e"),
        ((DAGGER, attrs.evolve(AXE, barred="takes two sound hands"), MAIL), "d"),
        ((attrs.evolve(DAGGER, adds=(0, 0, 5)), AXE, MAIL), "d"),
    ],
    ids=["each kind", "two hands", "instead of a shield", "barred", "a bow is kept"],
)
def test_one_key_equips_the_best_of_each_kind(pack: tuple[Held, ...], slots: str) -> None:
    game = FakeGame(pack=pack)
    go(playing(game), "W", "W")
    assert game.performed == [PutOn(slot) for slot in slots]


def test_best_gear_is_offered_only_if_there_is_better() -> None:
    stack = playing(FakeGame(pack=(DAGGER, gear("b", "a knife", WEAPON, (1, 0, 0)))))
    press(stack, "W")
    assert "equip best gear" not in text(stack)


def test_several_items_are_dropped_at_once() -> None:
    game = FakeGame(pack=PACK)
    stack = playing(game)
    press(stack, "d", "B", "C", "D", "C")
    assert "Enter: all 2 marked" in text(stack)
    go(stack, "enter")
    assert game.performed == [Drop("b"), Drop("d")]
    press(stack, "d", "a")
    assert game.performed[2:] == [Drop("a")]


def test_several_items_are_picked_up_at_once() -> None:
    game = FakeGame(underfoot=("a rock", "a bow", "an arrow"))
    stack = playing(game)
    press(stack, "g", "C", "A")
    assert "Enter: all 2 marked" in text(stack)
    go(stack, "enter")
    assert game.performed == [PickUp(2), PickUp(0)]  # the last first: the others keep their place


class Lying(FakeGame):
    """Places items where the player steps."""

    def perform(self, intent: Intent) -> None:
        super().perform(intent)
        if isinstance(intent, Move):
            self.changes.update(underfoot=("a rock",), things_at=())


def test_picking_up_reaches_to_the_next_tile() -> None:
    game = Lying(things_at=((6, 3), (9, 3)))
    stack = playing(game)
    press(stack, "g")
    assert game.performed == [Move(1, 0), PickUp()]


def test_picking_up_asks_for_a_direction_among_several_tiles() -> None:
    game = Lying(things_at=((6, 3), (5, 2)))
    stack = playing(game)
    press(stack, "g")
    assert isinstance(top(stack), DirectionPrompt)
    press(stack, "%", "%")
    assert "Press a direction: pick up from which adjacent tile?" in text(stack)
    assert text(stack).count("Press a direction") == 1
    press(stack, "k")
    assert game.performed == [Move(0, -1), PickUp()]


def test_nothing_is_picked_up_after_another_key() -> None:
    game = Lying(things_at=((6, 3),), harm_at=((6, 3),))
    stack = playing(game)
    press(stack, "g")
    if isinstance(top(stack), Confirm):
        press(stack, "n")
    before = [*game.performed]
    press(stack, "l")
    press(stack, "y")
    assert PickUp() not in game.performed[len(before) :]


def test_escape_clears_the_notice_then_opens_the_menu_and_closes_it() -> None:
    stack = playing(FakeGame())
    press(stack, "i")
    assert said(stack)
    press(stack, "escape")
    assert is_playing(stack)
    press(stack, "escape")
    assert isinstance(top(stack), GameMenu)
    press(stack, "escape")
    assert is_playing(stack)
    press(stack, "escape", "?")
    assert "Moving" in text(stack)


def test_selected_gear_shows_each_bonus_once() -> None:
    bow = attrs.evolve(
        gear("e", "a bow", WEAPON, (1, 0, 5)),
        about="Shoots arrows for +5 missile damage. Two-handed.",
        two_handed=True,
    )
    for pack, told in (
        ((bow,), "Two-handed. +1 Attack."),
        (
            (attrs.evolve(DAGGER, each="dagger"), bow),
            "Instead of your dagger: \N{EN DASH}1 Attack",
        ),
    ):
        stack = playing(FakeGame(pack=pack))
        press(stack, "i", "e")
        shown = " ".join(text(stack).split())
        assert told in shown
        assert shown.count("+5 missile damage") == 1


@pytest.mark.parametrize("adds", [(2, 0, 5), (0, 0, 0)], ids=["a bow", "a shield"])
def test_gear_list_does_not_deny_gains_with_equal_losses(adds: tuple[int, int, int]) -> None:
    worn = attrs.evolve(SHIELD_, worn=True, adds=(0, 4, 0))
    pack = (attrs.evolve(DAGGER, adds=adds), AXE) if any(adds) else (DAGGER, worn, PIKE)
    stack = playing(FakeGame(pack=pack))
    press(stack, "W")
    assert "Nothing here raises" not in text(stack)
    assert "Nothing here is plainly better" in text(stack)
    assert "equip best gear" not in text(stack)


def test_title_of_the_pack_is_whole_beside_long_names() -> None:
    names = ("two-handed sword", "tower shield", "coat of mail")
    kinds = (WEAPON, SHIELD, ARMOUR)
    worn = [
        attrs.evolve(gear(slot, f"a {name}", kind, (1, 1, 0), worn=True), each=name)
        for slot, name, kind in zip("abc", names, kinds, strict=True)
    ]
    spare = [
        gear(slot, "a spare", kind, (2, 0, 0)) for slot, kind in zip("def", kinds, strict=True)
    ]
    stack = playing(FakeGame(pack=(*worn, *spare)))
    press(stack, "i")
    told = " ".join(row.strip() for row in boxed(stack)[:2])
    assert told.endswith(
        "Gear is compared with your two-handed sword, tower shield and coat of mail."
    )
