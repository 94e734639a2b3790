"""Patterns: globs that players write to select names or messages.

A pattern matches if it is found anywhere in the text, in small letters or capitals. ``*`` stands
for any characters, ``?`` for one, and ``[abc]`` for one of these.

A pattern for messages may begin with the tone of the message, as in ``good: you feel``. A pattern
for enemies to ignore may end with a distance in tiles, as in ``bat:3``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import translate
from functools import lru_cache
from typing import Final

from bidden.view import Line

TONES: Final = ("plain", "harm", "good", "news", "refusal")
"""The tones of messages."""
FARTHEST_FOE: Final = 20
"""The largest distance, in tiles, that may follow a pattern for enemies."""
_EARLIER: Final = re.compile(r"^[!^]|\||\$$")
"""Signs of the patterns of earlier versions."""


def finds(pattern: str, text: str) -> bool:
    """Return whether a pattern matches a text."""
    return bool(_matcher(pattern)(text.casefold()))


@lru_cache(maxsize=256)
def _matcher(pattern: str) -> Callable[[str], object]:
    return re.compile(translate(f"*{pattern.casefold()}*")).match


def tells(patterns: Iterable[str], line: Line) -> bool:
    """Return whether one of the patterns matches a message, and its tone if the pattern has one."""
    for pattern in patterns:
        tone, words = _by_tone(pattern)
        if tone in ("", line.tone) and finds(words, line.text):
            return True
    return False


def by_distance(pattern: str) -> tuple[str, int | None]:
    """Split a valid pattern for enemies into the pattern and the distance in tiles, or None."""
    words, tiles = _split(pattern)
    return words, None if tiles is None else int(tiles)


def fault_of(pattern: str, *, of_messages: bool = False, with_distance: bool = False) -> str:
    """Return what is wrong with a pattern, or an empty string.

    Args:
        pattern: The pattern.
        of_messages: Whether it may begin with a tone.
        with_distance: Whether it may end with a distance.
    """
    words = _by_tone(pattern)[1] if of_messages else pattern
    words, tiles = _split(words) if with_distance else (words, None)
    if tiles is not None and tiles not in map(str, range(1, FARTHEST_FOE + 1)):
        return f"after the colon, write a distance of 1 to {FARTHEST_FOE} tiles, as in bat:3"
    return fault_in(words)


def fault_in(words: str) -> str:
    """Return what is wrong with the words of a pattern, or an empty string."""
    if not words.strip(" -"):
        return "write at least one letter or *"
    if len(words) > 1 and words[0] == words[-1] == "/":
        return "regular expressions are not supported: use *, ? and [abc]"
    if len(words) > 1 and _EARLIER.search(words):
        return "the signs ^ $ | and ! are not supported: use *, ? and [abc], or several patterns"
    return ""


def _split(pattern: str) -> tuple[str, str | None]:
    words, colon, tiles = pattern.rpartition(":")
    return (words, tiles.strip()) if colon else (pattern, None)


def _by_tone(pattern: str) -> tuple[str, str]:
    tone, colon, words = pattern.partition(":")
    return (tone, words.strip()) if colon and tone in TONES else ("", pattern)
