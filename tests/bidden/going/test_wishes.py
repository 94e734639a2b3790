"""Wishes: what is written on a thing for the keys to heed."""

import pytest

from bidden.going.wishes import asks_first, digits_for, is_fetched, is_left


@pytest.mark.parametrize(
    ("name", "keys", "digits"),
    [
        ("a potion {@q1}", "q", "1"),
        ("a potion {@q1}", "d", ""),
        ("a potion {first @q1@q2 @*7}", "q", "127"),
        ("a potion {first @q1@q2 @*7}", "i", "7"),
        ("a potion {@q}", "q", ""),
        ('a potion named "@q1"', "q", ""),
        ("a potion called @q1", "q", ""),
    ],
)
def test_a_digit_chooses_a_thing_for_a_verb(name: str, keys: str, digits: str) -> None:
    assert digits_for(name, keys) == digits


@pytest.mark.parametrize(
    ("name", "keys", "asks"),
    [
        ("a potion {!d}", "d", True),
        ("a potion {@q1!q!d}", "d", True),
        ("a potion {!d}", "q", False),
        ("a potion {!*}", "q", True),
        ("a potion {!}", "q", False),
        ('a potion named "!d"', "d", False),
    ],
)
def test_a_verb_is_asked_about_first(name: str, keys: str, asks: bool) -> None:
    assert asks_first(name, keys) is asks


def test_a_thing_is_fetched_or_left() -> None:
    assert [is_fetched(f"a dart {{{wish}}}") for wish in ("=g", "!g", "g")] == [True, False, False]
    assert [is_left(f"a dart {{{wish}}}") for wish in ("=g", "!g", "!*")] == [False, True, False]
