"""Texts: amounts with their noun or sign."""

import pytest

from bidden.text import numbered, signed


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 tiles"), (1, "1 tile"), (2, "2 tiles"), (1200, "1,200 tiles")]
)
def test_only_a_count_of_one_is_singular(count: int, told: str) -> None:
    assert numbered("tile", count) == told


def test_number_has_its_sign() -> None:
    assert [signed(n) for n in (2, 0, -1)] == ["+2", "0", "\N{MINUS SIGN}1"]
