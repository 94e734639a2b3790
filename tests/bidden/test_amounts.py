"""A number and what is counted agree, wherever the game tells of amounts."""

from __future__ import annotations

import pytest

from bidden.amounts import numbered, signed
from bidden.going.known.finding import Sight


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 tiles"), (1, "1 tile"), (2, "2 tiles"), (1200, "1,200 tiles")]
)
def test_only_one_is_singular(count: int, told: str) -> None:
    assert numbered("tile", count) == told


def test_a_number_has_its_sign() -> None:
    assert [signed(n) for n in (2, 0, -1)] == ["+2", "0", "\N{MINUS SIGN}1"]


@pytest.mark.parametrize(("far", "told"), [(1, "1 tile away"), (2, "2 tiles away")])
def test_what_lies_a_step_away_is_one_tile_away(far: int, told: str) -> None:
    assert str(Sight("a sword", 1, "cave", (3, 3), far, leads=True)) == f"a sword, {told}"
