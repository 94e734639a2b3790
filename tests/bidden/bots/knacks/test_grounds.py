"""Using the ground: pots of fire, bad air, oil upon flames, and a leap when all is lost."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots.fighter import choose
from bidden.bots.knacks.grounds import use_ground
from bidden.intents import Move, Throw
from bidden.view import Held, Spilling, View
from tests.bidden.bots.views import view_on


def far(steps: int) -> View:
    """A foe so many steps away."""
    return view_on("#" * 12 + "\n#@" + "z".rjust(steps, ".").ljust(9, ".") + "#\n" + "#" * 12)


def holding(view: View, *, harms: bool = True, backfires: bool = False) -> View:
    """The same, with a flask, and with what it would do, thrown at the foe."""
    (foe,) = view.foes_at
    spill = Spilling("f", foe, (foe,) if harms else (), backfires)
    pot = Held("f", "a flask", ("throw",), "!", "fire")
    return attrs.evolve(view, pack=(pot,), spilling=lambda _: (spill,))


@pytest.mark.parametrize(
    ("harms", "backfires", "throws_at"),
    [(True, False, [2, 3, 4, 5, 6]), (True, True, []), (False, False, [])],
)
def test_it_throws_what_is_told_to_harm_the_foe_and_not_itself(
    *, harms: bool, backfires: bool, throws_at: list[int]
) -> None:
    views = {n: holding(far(n), harms=harms, backfires=backfires) for n in range(1, 9)}
    assert [n for n, view in views.items() if [*use_ground(view, (1 + n, 1))]] == throws_at


def test_it_throws_a_flask_before_all_else() -> None:
    assert choose(holding(far(4))) == Throw("f", 5, 1)


def test_who_stands_in_harm_throws_nothing() -> None:
    view = attrs.evolve(holding(far(4)), harm_at=((1, 1),))
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
