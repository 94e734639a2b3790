"""Using the ground: pots of fire, bad air, oil upon flames, and a leap when all is lost."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots.fighter import choose
from bidden.bots.grounds import use_ground
from bidden.intents import Move, Throw
from bidden.view import Held, View
from tests.bidden.bots.views import view_on


def far(steps: int) -> View:
    """A foe so many steps away."""
    return view_on("#" * 12 + "\n#@" + "z".rjust(steps, ".").ljust(9, ".") + "#\n" + "#" * 12)


def holding(view: View, name: str) -> View:
    return attrs.evolve(view, pack=(Held("f", f"a {name}", ("throw",), "!", "fire"),))


def named(view: View, x: int, name: str) -> View:
    """The same, with a tile of the middle row called so."""
    row = [*view.tiles[1]]
    row[x] = attrs.evolve(row[x], name=name)
    return attrs.evolve(view, tiles=(view.tiles[0], tuple(row), *view.tiles[2:]))


@pytest.mark.parametrize(
    ("name", "throws_at"),
    [("fire pot", [2, 3, 4, 5, 6]), ("flask of bad air", [4, 5, 6]), ("flask of oil", [])],
)
def test_it_throws_what_reaches_a_foe_and_not_itself(name: str, throws_at: list[int]) -> None:
    thrown = [
        far_ for far_ in range(1, 9) if [*use_ground(holding(far(far_), name), (1 + far_, 1))]
    ]
    assert thrown == throws_at


def test_it_throws_a_pot_before_all_else() -> None:
    assert choose(holding(far(4), "fire pot")) == Throw("f", 5, 1)


def test_in_the_grass_it_throws_no_pot_so_near() -> None:
    near, farther = (named(holding(far(n), "fire pot"), 2, "tall grass") for n in (2, 4))
    assert [*use_ground(near, (3, 1))] == []
    assert [*use_ground(farther, (5, 1))] == [Throw("f", 5, 1)]


def test_oil_is_for_flames() -> None:
    burning = named(holding(far(4), "flask of oil"), 6, "fire")
    assert [*use_ground(burning, (5, 1))] == [Throw("f", 5, 1)]


def test_who_stands_in_harm_throws_nothing() -> None:
    view = attrs.evolve(holding(far(4), "fire pot"), harm_at=((1, 1),))
    assert [*use_ground(view, (5, 1))] == []


@pytest.mark.parametrize(
    ("drawing", "step"),
    [
        ("#######\n#:.@z.#\n#######", Move(-1, 0)),
        ("#######\n#.:@z.#\n#######", Move(-1, 0)),
        ("#######\n##.@z:#\n#######", None),
        ("#######\n##.@z.#\n#######", None),
    ],
)
def test_almost_done_for_it_goes_for_a_chasm_and_leaps(drawing: str, step: Move | None) -> None:
    view = attrs.evolve(view_on(drawing), hp=3, max_hp=10, levels=2)
    chasms = tuple((x, 1) for x, tile in enumerate(view.tiles[1]) if tile.glyph == ":")
    view = attrs.evolve(view, harm_at=chasms)
    assert [*use_ground(view, (4, 1))] == ([] if step is None else [step])
    assert [*use_ground(attrs.evolve(view, hp=4), (4, 1))] == []
    assert [*use_ground(attrs.evolve(view, levels=1), (4, 1))] == []  # it leads nowhere
