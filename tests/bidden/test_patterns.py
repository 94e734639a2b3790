"""Patterns are globs that match anywhere in a text."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from bidden.patterns import fault_of, finds, tells
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
        ("s?ck", "You feel sick.", True),
        ("s?ck", "You feel sck.", False),
        ("[sw]ick", "You feel sick.", True),
        ("[!s]ick", "You feel sick.", False),
        ("die!", "You die!", True),
        ("x^2", "x^2", True),
        ("/", "either/or", True),
    ],
)
def test_pattern_matches_the_expected_texts(pattern: str, text: str, found: bool) -> None:
    assert finds(pattern, text) is found


@pytest.mark.parametrize(
    ("pattern", "told"),
    [("good: feel", True), ("harm: feel", False), ("good:you", True), ("better: feel", False)],
)
def test_tone_before_a_pattern_must_match_the_tone_of_the_message(pattern: str, told: bool) -> None:
    assert tells([pattern], Line("You feel better.", "good", 1, 1)) is told
    assert tells(["hear", pattern], Line("You feel better.", "good", 1, 1)) is told


@pytest.mark.parametrize(
    "pattern",
    ["", " - ", "/^a/", "good: /^a/", "/", "good:", "good: sick", "^a", "a|b", "a$", "!a"],
)
def test_invalid_pattern_gets_an_explanation(pattern: str, snapshot: SnapshotAssertion) -> None:
    assert fault_of(pattern, of_messages=True) == snapshot


@pytest.mark.parametrize("text", ["a" * 10_000, "." * 10_000, "ab" * 5_000 + "c"])
def test_no_pattern_backtracks(text: str) -> None:
    for pattern in ("*".join("." * 20) + "!", "a" + "*a" * 2_000 + "b", "*" * 10_000 + "b"):
        assert not finds(pattern, text) or "b" in text
