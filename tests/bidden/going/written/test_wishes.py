"""Wishes: what is written on a thing for the keys to heed."""

import pytest

from bidden.going.written.wishes import digits_for, is_shortcut, what_asks_first


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
    assert bool(what_asks_first(name, keys)) is asks


SHORTCUTS = {"blink": "@z1", "a scroll": "@r1 !r", "scroll": "@r2 @*3", "potion": "!d"}


@pytest.mark.parametrize(
    ("name", "keys", "digits", "asks"),
    [
        ("blink", "z", "1", ""),
        ("blink", "r", "", ""),
        ("a scroll of blinking", "r", "1", "@r1 !r"),  # each use by the first that tells of it
        ("2 scrolls", "r", "23", ""),
        ("a scroll of blinking", "z", "1", ""),
        ("a scroll of fear", "t", "3", ""),
        ("a scroll of fear {@r7}", "r", "7", "@r1 !r"),
        ("a scroll of fear {@*7}", "r", "7", "@r1 !r"),
        ("a scroll of fear {!*}", "r", "1", "!*"),
        ("a rock {for a potion}", "d", "", ""),
    ],
)
def test_what_is_said_by_a_pattern_holds_for_all_that_the_thing_does_not_say_itself(
    name: str, keys: str, digits: str, asks: str
) -> None:
    assert digits_for(name, keys, SHORTCUTS) == digits
    assert what_asks_first(name, keys, SHORTCUTS) == asks


def test_a_shortcut_is_for_keys_alone_and_takes_nothing_up() -> None:
    for words in ("@q1", "!d", "@*1 @q2!r", " !* "):
        assert is_shortcut(words), words
    for words in ("", " ", "@q", "q1", "=g", "!g", "@q1 =g", "@g1 !g", "!d for the bridge"):
        assert not is_shortcut(words), words
    assert is_shortcut("@g1")
