"""Using boons: where a bot strikes, pulls, wards, leaps, passes and rushes."""

from __future__ import annotations

import attrs
import pytest

from bidden.bots import explorer, fighter
from bidden.bots.knacks.boons import use_boon
from bidden.intents import Intent, Move, PickUp, UseBoon
from bidden.view import CarriedBoon, View
from tests.bidden.bots.views import view_on


def carrying(drawing: str, *powers: str, hp: int = 9, uses: int = 1, warp: str = "") -> View:
    """A view of a drawing, on which one of 10 hit points carries boons."""
    boons = tuple(CarriedBoon(power, warp, power, uses, "") for power in powers)
    return attrs.evolve(view_on(drawing), boons=boons, hp=hp, max_hp=10)


@pytest.mark.parametrize(
    ("power", "drawing", "hp", "chosen"),
    [
        ("strike", "#@z..#", 9, None),
        ("strike", "#@z..#", 3, UseBoon(1, 0)),
        ("strike", "#@z.≈#", 9, UseBoon(1, 0)),
        ("lash", "#@z..#", 9, None),
        ("lash", "#@..z#", 9, UseBoon(1, 0)),
        ("lash", "#@.#z#", 9, None),
        ("ward", "#@z..#", 9, None),
        ("ward", "#z@z.#", 9, UseBoon(0, 0)),
        ("leap", "#z@....#", 9, None),
        ("leap", "#z@....#", 3, UseBoon(1, 0)),
        ("pass", "#z@##..#", 3, UseBoon(1, 0)),
        ("pass", "#z@###.#", 3, None),
        ("rush", "#z@......#", 3, UseBoon(1, 0)),
        ("rush", "#@z:..#", 9, UseBoon(1, 0)),
    ],
)
def test_a_boon_is_used_where_it_pays(
    power: str, drawing: str, hp: int, chosen: Intent | None
) -> None:
    view = carrying(drawing, power, hp=hp)
    assert use_boon(view) == chosen
    if chosen is not None:
        assert explorer.choose(view) == fighter.choose(view) == chosen


@pytest.mark.parametrize(("warp", "chosen"), [("", PickUp(1)), ("hollow", None)])
def test_it_draws_from_a_source_where_nothing_is_warped_yet(
    warp: str, chosen: Intent | None
) -> None:
    view = carrying("#@....#", "strike", warp=warp)
    view = attrs.evolve(view, source="hollow well", underfoot=("a bone",))
    assert use_boon(view) == chosen
    assert chosen is None or explorer.choose(view) == fighter.choose(view) == chosen


@pytest.mark.parametrize(
    ("drawing", "warp", "chosen"),
    [
        ("#?.@.....Φ..#", "", Move(1, 0)),
        ("#?.@.....Θ..#", "", Move(1, 0)),
        ("#?.@.....Φ..#", "ember", Move(-1, 0)),
        ("#?.@......Φ.#", "", Move(-1, 0)),
    ],
)
def test_it_goes_for_a_source_that_is_near(drawing: str, warp: str, chosen: Intent) -> None:
    assert explorer.choose(carrying(drawing, "strike", warp=warp)) == chosen
