"""Patterns: what a player writes to pick out names or messages.

A pattern is words found anywhere in the text, in small letters or capitals. A ``*`` among them
stands for anything, ``^`` in front for the beginning of the text, ``$`` behind for its end, and a
``|`` separates alternatives. ``!`` in front picks out all texts in which the rest is not found.

A pattern for messages may begin with the tone of the message, as in ``good: you feel``. A pattern
for foes that are passed over may end in a distance in tiles, as in ``bat:3``.

There are no regular expressions: some of them take longer than a game lasts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from bidden.view import Line

TONES: Final = ("plain", "harm", "good", "news", "refusal")
"""What tones messages have."""
FARTHEST_FOE: Final = 20
"""Within so many tiles at the most a foe can be passed over no more."""
_ANYTHING, _OR, _NOT, _BEGINNING, _END = "*", "|", "!", "^", "$"
_BEFORE, _BEHIND = "\x02", "\x03"
"""A text is searched between these two, so that its beginning and its end can be found in it."""

_Pieces: TypeAlias = tuple[str, ...]


def finds(pattern: str, text: str) -> bool:
    """Return whether a pattern picks out a text; the time is linear in the length of the text."""
    alternatives, wanted = _parsed(pattern)
    framed = f"{_BEFORE}{text.casefold()}{_BEHIND}"
    return any(_in_order(pieces, framed) for pieces in alternatives) is wanted


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
    """Return what is wrong with the words of a pattern, empty if nothing is."""
    if not words.strip(" -"):
        return "it needs a letter or *"
    if len(words) > 1 and words[0] == words[-1] == "/":
        return "it is a regular expression: write it with * | ^ $ and ! instead"
    return ""


def _parted(pattern: str) -> tuple[str, str | None]:
    """Part a pattern from what stands behind its last colon; None for no colon."""
    words, colon, tiles = pattern.rpartition(":")
    return (words, tiles.strip()) if colon else (pattern, None)


def _by_tone(pattern: str) -> tuple[str, str]:
    tone, colon, words = pattern.partition(":")
    return (tone, words.strip()) if colon and tone in TONES else ("", pattern)


@lru_cache(maxsize=256)
def _parsed(pattern: str) -> tuple[tuple[_Pieces, ...], bool]:
    """Return the pieces of each alternative, and whether they are to be found or not."""
    wanted = not (len(pattern) > 1 and pattern.startswith(_NOT))
    words = pattern if wanted else pattern[1:].lstrip()
    return tuple(_pieces(one.casefold()) for one in words.split(_OR)), wanted


def _pieces(words: str) -> _Pieces:
    if len(words) > 1 and words.startswith(_BEGINNING):
        words = _BEFORE + words[1:]
    if len(words) > 1 and words.endswith(_END):
        words = words[:-1] + _BEHIND
    return tuple(words.split(_ANYTHING))


def _in_order(pieces: _Pieces, text: str) -> bool:
    """Return whether all pieces are in a text, each behind the one before it."""
    place = 0
    for piece in pieces:
        found = text.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return True
