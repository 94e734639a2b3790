"""Patterns: globs that players write to select names or messages.

A pattern matches if it is found anywhere in the text, in small letters or capitals. ``*`` stands
for any characters, ``?`` for one, and ``[abc]`` for one of these.

A pattern for messages may begin with the tone of the message, as in ``good: you feel``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fnmatch import translate
from functools import lru_cache
from typing import Final

from bidden.view import Line
from bidden.words import phrase

TONES: Final = ("plain", "harm", "good", "news", "refusal")
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


def fault_of(pattern: str, *, of_messages: bool = False) -> str:
    """Return what is wrong with a pattern, or "". One for messages may begin with a tone."""
    words = _by_tone(pattern)[1] if of_messages else pattern
    if not words.strip(" -"):
        return phrase("pattern", "empty")
    if len(words) > 1 and words[0] == words[-1] == "/":
        return phrase("pattern", "slashes")
    if len(words) > 1 and _EARLIER.search(words):
        return phrase("pattern", "signs")
    return ""


def _by_tone(pattern: str) -> tuple[str, str]:
    tone, colon, words = pattern.partition(":")
    return (tone, words.strip()) if colon and tone in TONES else ("", pattern)
