"""Wishes: what a player wrote on a thing for the keys to heed, as in ``{@q1 !d =g}``.

``@`` with the key of a verb and a digit has the digit choose the thing for that verb, ``!`` with
the key of a verb has it asked about first; a ``*`` stands for any of them. ``=g`` has the thing
taken up by itself wherever one comes upon it, ``!g`` never.

The first two can be said of things and spells by patterns of their names as well, and are written
on none then. For each use the thing's own inscription counts first, then the first pattern that
fits and says something of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bidden.going.written.patterns import finds
from bidden.labels import split_label

Shortcuts: TypeAlias = Mapping[str, str]
"""What is said of things and spells without being written on them, by patterns of their names."""
NO_SHORTCUTS: Final[Shortcuts] = MappingProxyType({})

_ANY: Final = "*"
_CHOSEN: Final = re.compile(r"@(\S)([0-9])")
_ASKED: Final = re.compile(r"!(\S)")
_FETCHED: Final = "=g"
_LEFT: Final = "!g"


def digits_for(name: str, keys: Collection[str], shortcuts: Shortcuts = NO_SHORTCUTS) -> str:
    """Give the digits that choose a thing.

    Args:
        name: What it is called, with its inscription.
        keys: The keys of what is to be done with it.
        shortcuts: What is said of things by their names.
    """
    for said in _said_of(name, shortcuts):
        digits = (digit for key, digit in _CHOSEN.findall(said) if key == _ANY or key in keys)
        found = "".join(digits)
        if found:
            return found
    return ""


def what_asks_first(name: str, keys: Collection[str], shortcuts: Shortcuts = NO_SHORTCUTS) -> str:
    """Give what says that something is asked about before it is done with a thing.

    Args:
        name: What the thing is called, with its inscription.
        keys: The keys of what is to be done with it.
        shortcuts: What is said of things by their names.

    Returns:
        The words of its inscription, or of a shortcut; empty where nothing says so.
    """
    for said in _said_of(name, shortcuts):
        if any(key == _ANY or key in keys for key in _ASKED.findall(said)):
            return said
    return ""


def is_fetched(name: str) -> bool:
    """Say whether a thing of this name is taken up by itself, even where it was dropped."""
    return _FETCHED in split_label(name)[1]


def is_left(name: str) -> bool:
    """Say whether a thing of this name is never taken up by itself."""
    return _LEFT in split_label(name)[1]


def is_shortcut(words: str) -> bool:
    """Say whether words can be said of things by their names: ``@`` and ``!`` alone, no ``!g``."""
    rest = _ASKED.sub("", _CHOSEN.sub("", words))
    return bool(words.strip()) and not rest.strip() and _LEFT not in words


def fitting(patterns: Iterable[str], name: str) -> Iterator[str]:
    """Give the patterns that are found in what a thing is called, its inscription left out."""
    bare = split_label(name)[0]
    return (pattern for pattern in patterns if finds(pattern, bare))


def _said_of(name: str, shortcuts: Shortcuts) -> Iterator[str]:
    """Give all that is said of a thing, what is written on it first."""
    yield split_label(name)[1]
    yield from (shortcuts[pattern] for pattern in fitting(shortcuts, name))
