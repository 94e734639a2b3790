"""Patterns: what a name or a message is looked through for, as a player writes it.

Plain words are found anywhere, in small letters or capitals, and a ``*`` among them stands for
anything. Between slashes stands a regular expression. Before a pattern for messages may stand the
tone of those that are meant, as in ``good: you feel``. Behind one for foes that are passed over may
stand within how many tiles they are not, as in ``bat:3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from bidden.view import Line

TONES: Final = ("plain", "harm", "good", "news", "refusal")
"""What tones messages have."""
FARTHEST_FOE: Final = 20
"""Within so many tiles at the most a foe can be passed over no more."""
_ANYTHING: Final = "*"
_WITHIN: Final = re.compile(r"(?P<words>.*):(?P<tiles>[^:]*)", re.DOTALL)


def finds(pattern: str, text: str) -> bool:
    """Say whether a pattern is found in a text."""
    return _compiled(pattern).search(text) is not None


def tells(patterns: Iterable[str], line: Line) -> bool:
    """Say whether any of some patterns is found in a message, of the tone that it names if any."""
    for pattern in patterns:
        tone, words = _by_tone(pattern)
        if tone in ("", line.tone) and finds(words, line.text):
            return True
    return False


def by_distance(pattern: str) -> tuple[str, int | None]:
    """Part a pattern for foes from within how many tiles they are not passed over; None for none.

    It has no fault.
    """
    words, tiles = _parted(pattern)
    return words, None if tiles is None else int(tiles)


def fault_of(pattern: str, *, of_messages: bool = False, with_distance: bool = False) -> str:
    """Say why a pattern is none, in words; empty where it is one.

    Args:
        pattern: The pattern.
        of_messages: Whether a tone may stand before it.
        with_distance: Whether a number of tiles may stand behind it.
    """
    words = _by_tone(pattern)[1] if of_messages else pattern
    words, tiles = _parted(pattern) if with_distance else (words, None)
    if tiles is not None and tiles not in map(str, range(1, FARTHEST_FOE + 1)):
        return f"behind a : stands within how many tiles, 1 to {FARTHEST_FOE}, as in bat:3"
    return fault_in(words)


def fault_in(words: str) -> str:
    """Say why words stand for nothing that could be found; empty where they do."""
    if not words.strip(" -"):
        return "it needs a letter or *"
    try:
        _compiled(words)
    except re.error as error:
        return f"between / and / it is no regular expression: {error}"
    return ""


def _parted(pattern: str) -> tuple[str, str | None]:
    """Part a pattern from what stands behind its last colon; None for no colon."""
    found = None if _is_regular(pattern) else _WITHIN.fullmatch(pattern)
    return (pattern, None) if found is None else (found["words"], found["tiles"].strip())


def _is_regular(pattern: str) -> bool:
    return len(pattern) > 1 and pattern[0] == pattern[-1] == "/"


def _by_tone(pattern: str) -> tuple[str, str]:
    tone, colon, words = pattern.partition(":")
    return (tone, words.strip()) if colon and tone in TONES else ("", pattern)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    if _is_regular(pattern):
        return re.compile(pattern[1:-1], re.IGNORECASE)
    pieces = map(re.escape, pattern.split(_ANYTHING))
    return re.compile(".*".join(pieces), re.IGNORECASE | re.DOTALL)
