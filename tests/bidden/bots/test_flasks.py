"""A flask is thrown so that what is in it acts on the foe's ground, and not on one's own."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots.fighter import choose
from bidden.bots.flasks import flasks_to_throw
from bidden.intents import Throw
from bidden.view import Held, View
from tests.bidden.bots.views import view_on

POT = Held("a", "a fire pot", ("throw",), "!", "fire")
AIR = Held("b", "a flask of bad air", ("throw",), "!", "poison gas")
HAZE = Held("c", "a flask of haze", ("throw",), "!", "haze")
OIL = Held("d", "a flask of oil", ("throw",), "!", "oil")


def thrown(drawing: str) -> str:
    view = attrs.evolve(view_on(drawing), pack=(POT, AIR, HAZE, OIL))
    return "".join(held.slot for held in flasks_to_throw(view, view.foes_at[0]))


@pytest.mark.parametrize(
    ("foe", "slots"), [("z", ""), (".z", ""), ("..z", "a"), ("...z", "abc"), ("......z", "")]
)
def test_fire_is_thrown_over_two_tiles_and_gas_over_three_and_neither_far(
    foe: str, slots: str
) -> None:
    assert thrown(f"#@{foe}.#") == slots


@pytest.mark.parametrize("ground", ";`≡░")
def test_no_fire_is_thrown_from_what_burns(ground: str) -> None:
    assert thrown(f"#{ground}@...z.#") == "bc"
    assert thrown(f"#.@...z{ground}#") == "abc"


@pytest.mark.parametrize(("above", "slots"), [("▲", "bc"), ("▒", "ac"), ("▓", "ab")])
def test_nothing_is_thrown_where_the_like_hangs_or_burns(above: str, slots: str) -> None:
    assert thrown(f"#@...z{above}#") == slots


def test_at_the_edge_of_the_map_it_looks_no_farther() -> None:
    assert thrown("z...@") == "abc"


def test_the_fighter_throws_them() -> None:
    def given(drawing: str) -> View:
        return attrs.evolve(view_on(drawing), pack=(POT,))

    assert choose(given("#@...z.#")) == Throw("a", 5, 0)
    assert not isinstance(choose(given("#@z....#")), Throw)
