"""Spells: what the bots learn, and when they cast what."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots import explorer, fighter
from bidden.bots.knacks.spells import choose_spell, read_a_book
from bidden.intents import Cast, Read
from bidden.view import Aiming, Castable, Held, Shape, View
from tests.bidden.bots.views import view_on

BLINK = Castable("blink", 6, Aiming(Shape.TILE, range=5))
HEAL = Castable("minor heal", 4)
BATS = Castable("summon bats", 11)
BESIDE = view_on("############\n#z@........#\n############")
ALONE = view_on("#####\n#.@.#\n#####")


def mage(view: View, *spells: Castable, hp: int = 10, mana: int = 20) -> View:
    return attrs.evolve(view, spells=spells, mana=mana, hp=hp, max_hp=10)


def test_it_blinks_as_far_as_it_can_when_hurt_with_a_foe_beside_it() -> None:
    assert choose_spell(mage(BESIDE, BLINK, hp=4)) == Cast("blink", 7, 1)
    assert choose_spell(mage(BESIDE, BLINK, hp=5)) is None
    assert choose_spell(mage(BESIDE, BLINK, hp=4, mana=5)) is None


def test_it_blinks_to_no_harm_and_not_where_that_is_no_way_out() -> None:
    burning = mage(attrs.evolve(BESIDE, harm_at=((7, 1),)), BLINK, hp=4)
    assert choose_spell(burning) == Cast("blink", 6, 1)
    corner = view_on("######\n#z@..#\n######")
    assert choose_spell(mage(corner, BLINK, hp=4)) == Cast("blink", 4, 1)
    assert choose_spell(mage(view_on("#####\n#z@.#\n#####"), BLINK, hp=4)) is None


def test_it_heals_when_hurt_whether_or_not_somebody_is_there() -> None:
    for view in (ALONE, BESIDE):
        assert choose_spell(mage(view, HEAL, hp=4)) == Cast("minor heal")
        assert choose_spell(mage(view, HEAL, hp=5)) is None


def test_what_is_to_hurt_or_help_in_a_fight_it_casts_in_a_fight() -> None:
    assert choose_spell(mage(BESIDE, BATS, HEAL)) == Cast("summon bats")
    assert choose_spell(mage(ALONE, BATS)) is None


@pytest.mark.parametrize("name", ["blood to mana", "detect creatures"])
def test_what_is_of_no_use_to_it_it_leaves(name: str) -> None:
    assert choose_spell(mage(BESIDE, Castable(name, 1), hp=4)) is None


def test_it_reads_books_whose_spells_it_does_not_know() -> None:
    book = Held("c", "a white primer", ("read",), "=", "book", kind="book")
    view = attrs.evolve(ALONE, pack=(book,))
    assert read_a_book(view) == Read("c")
    assert read_a_book(attrs.evolve(ALONE, pack=(attrs.evolve(book, spells=("blink",)),))) is None
    for bot in (explorer, fighter):
        assert bot.choose(view) == Read("c")
        assert bot.choose(mage(ALONE, HEAL, hp=4)) == Cast("minor heal")
