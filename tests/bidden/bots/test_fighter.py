"""The fighter attacks foes with everything it has."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots.fighter import choose
from bidden.bots.roster import BOTS
from bidden.intents import Cast, Intent, Move, PutOn, Read, Throw, Wait
from bidden.session import Session
from bidden.view import Castable, Held, Line, View
from tests.bidden.bots.views import view_on
from tests.bidden.scenes import catalogue

FAR = view_on("########\n#@...z.#\n########")
BESIDE = view_on("########\n#@z....#\n########")
ALONE = view_on("###\n#@#\n###")
REFUSED = Line("That does nothing.", "refusal", 0, 1)


def holding(view: View, *held: Held) -> View:
    return attrs.evolve(view, pack=held)


@pytest.mark.parametrize(
    ("name", "uses"),
    [
        ("a rock", ("throw",)),
        ("a potion of poison", ("quaff", "throw")),
        ("a potion of blindness", ("quaff", "throw")),
    ],
)
def test_fighter_bot_throws_rocks_and_bad_potions_at_distant_foes(
    name: str, uses: tuple[str, ...]
) -> None:
    held = Held("b", name, uses, "*", "gear")
    assert choose(holding(FAR, held)) == Throw("b", 5, 1)
    assert choose(holding(BESIDE, held)) == Move(1, 0)
    assert choose(holding(ALONE, held)) == Wait()


def test_fighter_bot_equips_better_gear_and_reads_books_when_alone() -> None:
    sword = Held("b", "a sword", ("put on", "throw"), ")", "gear", kind="weapon", worth=4)
    book = Held("c", "a white book", ("read", "throw"), "=", "book", kind="book")
    assert choose(holding(ALONE, sword, book)) == PutOn("b")
    worn = attrs.evolve(sword, worn=True)
    assert choose(holding(ALONE, worn, book)) == Read("c")
    assert choose(holding(ALONE, worn, attrs.evolve(book, spells=("blink",)))) == Wait()
    assert choose(holding(FAR, sword, book)) == Move(1, 0)


def test_fighter_does_not_retry_a_refused_spell_but_walks_and_then_waits() -> None:
    view = attrs.evolve(FAR, spells=(Castable("bats", 6),), mana=6)
    assert choose(attrs.evolve(view, lines=(REFUSED,))) == Move(1, 0)
    assert choose(attrs.evolve(view, lines=(attrs.evolve(REFUSED, count=2),))) == Wait()
    assert choose(attrs.evolve(view, lines=(REFUSED, attrs.evolve(REFUSED, text="No.")))) == Wait()
    assert choose(attrs.evolve(view, lines=(REFUSED,), turn=1)) == Cast("bats")


@pytest.mark.parametrize("seed", [1])
def test_fighter_bot_intents_are_rarely_refused(seed: int) -> None:
    session, refused = Session(seed, catalogue=catalogue()), list[Intent]()
    bot = BOTS["fighter"](seed)
    for _ in range(80):
        if session.ending is None:
            intent = bot(session.view())
            done = session.perform(intent)
            if done.failed and done.reason != "web":  # it tears at its bonds
                refused.append(intent)
    assert len(refused) <= 3, refused
