"""Patterns: words anywhere, a star for anything, a regular expression between slashes."""

from __future__ import annotations

import pytest

from bidden.going.patterns import fault_of, finds, tells
from bidden.view import Line


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("sick", "You feel SICK.", True),
        ("you*sick", "You feel sick.", True),
        ("sick*you", "You feel sick.", False),
        ("*", "", True),
        ("a.c", "abc", False),
        ("/a.c/", "xABCx", True),
        ("/^You (feel|hear)/", "You hear a roar.", True),
        ("/^You (feel|hear)/", "Do You hear?", False),
        ("/", "either/or", True),
    ],
)
def test_what_a_pattern_finds(pattern: str, text: str, found: bool) -> None:
    assert finds(pattern, text) is found


@pytest.mark.parametrize(
    ("pattern", "told"),
    [("good: feel", True), ("harm: feel", False), ("good:/^you/", True), ("better: feel", False)],
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
        ("/a{1,2}, b/", ""),
        ("/(/", "between / and / it is no regular expression: missing ), unterminated"),
        ("good:", "it needs a letter or *"),
        ("good: sick", ""),
        ("/(/ sick", ""),
    ],
)
def test_what_is_no_pattern_is_told_why(pattern: str, fault: str) -> None:
    told = fault_of(pattern, of_messages=True)
    assert told.startswith(fault)
    assert bool(told) is bool(fault)
