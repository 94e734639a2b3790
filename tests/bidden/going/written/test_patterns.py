"""Patterns: words anywhere, with a few characters that mean something else."""

from __future__ import annotations

import time

import pytest

from bidden.going.written.patterns import by_distance, fault_of, finds, tells
from bidden.view import Line


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("sick", "You feel SICK.", True),
        ("you*sick", "You feel sick.", True),
        ("sick*you", "You feel sick.", False),
        ("*", "", True),
        ("a.c", "abc", False),
        ("sick*", "You feel sick", True),
        ("^you", "You feel sick.", True),
        ("^feel", "You feel sick.", False),
        ("^you*sick.", "You feel sick.", True),
        ("sick.$", "You feel sick.", True),
        ("feel$", "You feel sick.", False),
        ("you*ab$", "You ab ab", True),
        ("^a sword$", "a sword", True),
        ("^a sword$", "a sword of fire", False),
        ("sword|axe", "an axe", True),
        ("^sword|^axe", "an axe", False),
        ("!sword", "an axe", True),
        ("!sword|axe", "an axe", False),
        ("! axe", "an axe", False),
        ("!", "You die!", True),
        ("die!", "You die!", True),
        ("^", "x^2", True),
        ("x^2", "x^2", True),
        ("/", "either/or", True),
    ],
)
def test_what_a_pattern_finds(pattern: str, text: str, found: bool) -> None:
    assert finds(pattern, text) is found


@pytest.mark.parametrize(
    ("pattern", "told"),
    [("good: feel", True), ("harm: feel", False), ("good:^you", True), ("better: feel", False)],
)
def test_a_tone_before_it_is_that_of_the_message(pattern: str, told: bool) -> None:
    assert tells([pattern], Line("You feel better.", "good", 1, 1)) is told
    assert tells(["hear", pattern], Line("You feel better.", "good", 1, 1)) is told


def test_a_colon_after_what_is_no_tone_is_part_of_the_words() -> None:
    assert tells(["wards: none"], Line("Wards: none.", "plain", 1, 1))


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("", "it needs a letter or *"),
        (" - ", "it needs a letter or *"),
        ("/^a/", "it is a regular expression"),
        ("good: /^a/", "it is a regular expression"),
        ("/", ""),
        ("good:", "it needs a letter or *"),
        ("good: sick", ""),
        ("/(/ sick", ""),
    ],
)
def test_what_is_no_pattern_is_told_why(pattern: str, fault: str) -> None:
    told = fault_of(pattern, of_messages=True)
    assert told.startswith(fault)
    assert bool(told) is bool(fault)


@pytest.mark.parametrize(
    ("pattern", "words", "tiles"),
    [
        ("bat", "bat", None),
        ("bat:3", "bat", 3),
        ("giant bat: 20 ", "giant bat", 20),
        ("bat$|rat$:1", "bat$|rat$", 1),
    ],
)
def test_behind_a_pattern_stands_within_how_many_tiles(
    pattern: str, words: str, tiles: int | None
) -> None:
    assert fault_of(pattern, with_distance=True) == ""
    assert by_distance(pattern) == (words, tiles)


@pytest.mark.parametrize(
    "pattern",
    ["*".join("." * 20) + "!", "a" + "*a" * 2_000 + "b", "*" * 10_000 + "b", "aa|" * 2_000 + "b"],
)
@pytest.mark.parametrize("text", ["a" * 10_000, "." * 10_000, "ab" * 5_000 + "c", "?" * 10_000])
def test_no_pattern_takes_long(pattern: str, text: str) -> None:
    begun = time.process_time()
    finds(pattern, text)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("tiles", ["", "0", "21", "-1", "three", "1e1", "\u0663", "00001"])
def test_what_is_no_number_of_tiles_is_told(tiles: str) -> None:
    told = "behind a : stands within how many tiles, 1 to 20, as in bat:3"
    assert fault_of(f"bat:{tiles}", with_distance=True) == told
    assert fault_of(f"bat:{tiles}") == ""
    assert fault_of(":3", with_distance=True) == "it needs a letter or *"
