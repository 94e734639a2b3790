"""The fighter: goes for foes with all it has."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from bidden.bots.fighter import choose
from bidden.bots.roster import BOTS
from bidden.intents import (
    Cast,
    Eat,
    Improve,
    Intent,
    Move,
    PickUp,
    PutOn,
    Quaff,
    Read,
    Shoot,
    Throw,
    Wait,
)
from bidden.session import Session
from bidden.view import Aiming, Castable, Held, Line, Shape, View
from tests.bidden.bots.views import view_on
from tests.bidden.scenes import catalogue

FAR = view_on("########\n#@...z.#\n########")
BESIDE = view_on("########\n#@z....#\n########")
ALONE = view_on("###\n#@#\n###")
CREATURE = Aiming(Shape.CREATURE, range=8)
FIRE = Aiming(Shape.TILE, radius=3)
REFUSED = Line("That does nothing.", "refusal", 0, 1)


def scroll(name: str, aiming: Aiming | None = None, *, known: bool = True) -> Held:
    aimed = () if aiming is None else (("read", aiming),)
    return Held("s", f"a scroll {name}", ("read", "throw"), "?", "scroll", aimed=aimed, known=known)


def holding(view: View, *held: Held) -> View:
    return attrs.evolve(view, pack=held)


def test_it_walks_to_a_foe_and_strikes_it() -> None:
    assert choose(FAR) == Move(1, 0)
    assert choose(BESIDE) == Move(1, 0)


def test_it_shoots_at_the_nearest_foe_until_that_is_beside_it() -> None:
    assert choose(attrs.evolve(FAR, shooting=CREATURE)) == Shoot(5, 1)
    assert choose(attrs.evolve(BESIDE, shooting=CREATURE)) == Move(1, 0)
    two = view_on("########\n#z.@..z#\n########")
    assert choose(attrs.evolve(two, shooting=CREATURE)) == Shoot(1, 1)


@pytest.mark.parametrize(("missiles", "intent"), [(1, Shoot(5, 1)), (0, Move(1, 0))])
def test_it_shoots_only_while_it_has_something_to_shoot(missiles: int, intent: Intent) -> None:
    assert choose(attrs.evolve(FAR, shooting=CREATURE, missiles=missiles)) == intent


@pytest.mark.parametrize(
    ("name", "uses"),
    [
        ("a rock", ("throw",)),
        ("a potion of poison", ("quaff", "throw")),
        ("a potion of blindness", ("quaff", "throw")),
    ],
)
def test_it_throws_rocks_and_bad_potions(name: str, uses: tuple[str, ...]) -> None:
    held = Held("b", name, uses, "*", "gear")
    assert choose(holding(FAR, held)) == Throw("b", 5, 1)
    assert choose(holding(BESIDE, held)) == Move(1, 0)
    assert choose(holding(ALONE, held)) == Wait()


def test_it_throws_no_potion_it_does_not_know_and_no_good_one() -> None:
    murky = Held("b", "a murky potion", ("quaff", "throw"), "!", "potion", known=False)
    health = Held("c", "a potion of health", ("quaff", "throw"), "!", "potion")
    assert choose(holding(FAR, murky, health)) == Move(1, 0)


MIGHT = Held("b", "a vial of might", ("quaff", "throw"), "!", "potion")


@pytest.mark.parametrize(
    ("changes", "drinks"),
    [
        ({}, False),
        ({"hp": 7}, True),
        ({"foes_at": ((2, 1), (5, 1))}, True),
        ({"hp": 7, "lasting": (("might", 3),)}, False),
        ({"hp": 7, "lasting": (("speed", 3),)}, True),
        ({"hp": 7, "pack": (attrs.evolve(MIGHT, known=False),)}, False),
        ({"hp": 7, "pack": (attrs.evolve(MIGHT, name="a vial of broth"),)}, False),
    ],
)
def test_it_drinks_what_strengthens_for_a_hard_fight(changes: dict[str, Any], drinks: bool) -> None:
    view = attrs.evolve(holding(BESIDE, MIGHT), **{"hp": 10, "max_hp": 10, **changes})
    assert choose(view) == (Quaff("b") if drinks else Move(1, 0))


@pytest.mark.parametrize(
    ("held", "far", "beside"),
    [
        (scroll("of confusion", CREATURE), True, True),
        (scroll("of confusion", Aiming(Shape.CREATURE, range=3)), False, True),
        (scroll("of fireball", FIRE), True, False),
        (scroll("of lightning"), True, True),
        (scroll("of blinking"), False, False),
        (scroll("labelled XYZZY", known=False), True, True),
    ],
    ids=str,
)
def test_it_reads_what_hurts_or_may_with_foes_in_view(held: Held, far: bool, beside: bool) -> None:
    assert choose(holding(FAR, held)) == (Read("s", 5, 1) if far else Move(1, 0))
    assert choose(holding(BESIDE, held)) == (Read("s", 2, 1) if beside else Move(1, 0))
    assert choose(holding(ALONE, held)) == Wait()


def test_it_casts_the_dearest_spell_it_has_the_mana_for() -> None:
    spells = (Castable("bats", 6), Castable("bolt", 4, CREATURE), Castable("blood to mana", 1))
    view = attrs.evolve(FAR, spells=spells)
    assert choose(attrs.evolve(view, mana=6)) == Cast("bats")
    assert choose(attrs.evolve(view, mana=5)) == Cast("bolt", 5, 1)
    assert choose(attrs.evolve(view, mana=3)) == Move(1, 0)
    assert choose(attrs.evolve(view, mana=6, foes_at=())) == Wait()


def test_it_heals_by_magic_only_when_half_of_its_health_is_gone() -> None:
    view = attrs.evolve(FAR, spells=(Castable("minor heal", 4),), mana=5, max_hp=10)
    assert choose(attrs.evolve(view, hp=5)) == Move(1, 0)
    assert choose(attrs.evolve(view, hp=4)) == Cast("minor heal")


def test_it_wears_what_is_better_and_reads_books_when_nobody_is_near() -> None:
    sword = Held("b", "a sword", ("put on", "throw"), ")", "gear", kind="weapon", worth=4)
    book = Held("c", "a white book", ("read", "throw"), "=", "book", kind="book")
    assert choose(holding(ALONE, sword, book)) == PutOn("b")
    worn = attrs.evolve(sword, worn=True)
    assert choose(holding(ALONE, worn, book)) == Read("c")
    assert choose(holding(ALONE, worn, attrs.evolve(book, spells=("blink",)))) == Wait()
    assert choose(holding(FAR, sword, book)) == Move(1, 0)


def test_when_weak_it_eats_before_it_shoots() -> None:
    ration = Held("b", "a ration", ("eat", "throw"), "%", "food")
    weak = attrs.evolve(FAR, shooting=CREATURE, pack=(ration,), hunger="weak")
    assert choose(weak) == Eat("b")
    assert choose(attrs.evolve(weak, hunger="hungry")) == Shoot(5, 1)


def test_it_improves_attack_or_what_there_is() -> None:
    view = attrs.evolve(FAR, improvements=(("hp", 10), ("attack", 1)), experience_level=3)
    assert choose(view) == Improve("attack")
    assert choose(attrs.evolve(view, improvements=(("mana", 5),))) == Improve("mana")


def test_what_was_refused_it_tries_no_more_and_goes_on_foot_and_then_waits() -> None:
    view = attrs.evolve(FAR, spells=(Castable("bats", 6),), mana=6)
    assert choose(attrs.evolve(view, lines=(REFUSED,))) == Move(1, 0)
    assert choose(attrs.evolve(view, lines=(attrs.evolve(REFUSED, count=2),))) == Wait()
    assert choose(attrs.evolve(view, lines=(REFUSED, attrs.evolve(REFUSED, text="No.")))) == Wait()
    assert choose(attrs.evolve(view, lines=(REFUSED,), turn=1)) == Cast("bats")


def test_it_takes_what_is_worth_it() -> None:
    assert choose(attrs.evolve(ALONE, underfoot=("a zombie corpse", "a rock"))) == PickUp(1)


@pytest.mark.parametrize("seed", [1, 2])
def test_in_a_game_hardly_anything_it_means_is_refused(seed: int) -> None:
    session, refused = Session(seed, catalogue=catalogue()), list[Intent]()
    bot = BOTS["fighter"](seed)
    for _ in range(150):
        if session.ending is None:
            intent = bot(session.view())
            done = session.perform(intent)
            if done.failed and done.reason != "web":  # it tears at what holds it
                refused.append(intent)
    assert len(refused) <= 3, refused
