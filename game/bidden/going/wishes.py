"""Wishes: what a player wrote on a thing for the keys to heed, as in ``{@q1 !d =g}``.

``@`` with the key of a verb and a digit has the digit choose the thing for that verb, ``!`` with
the key of a verb has it asked about first; a ``*`` stands for any of them. ``=g`` has the thing
taken up by itself wherever one comes upon it, ``!g`` never.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from bidden.labels import split_label

_ANY: Final = "*"
_CHOSEN: Final = re.compile(r"@(\S)([0-9])")
_ASKED: Final = re.compile(r"!(\S)")
_FETCHED: Final = "=g"
_LEFT: Final = "!g"


def digits_for(name: str, keys: Collection[str]) -> str:
    """Give the digits that choose a thing.

    Args:
        name: What it is called, with its inscription.
        keys: The keys of what is to be done with it.
    """
    found = _CHOSEN.findall(split_label(name)[1])
    return "".join(digit for key, digit in found if key == _ANY or key in keys)


def asks_first(name: str, keys: Collection[str]) -> bool:
    """Say whether something is asked about before it is done with a thing.

    Args:
        name: What the thing is called, with its inscription.
        keys: The keys of what is to be done with it.
    """
    return any(key == _ANY or key in keys for key in _ASKED.findall(split_label(name)[1]))


def is_fetched(name: str) -> bool:
    """Say whether a thing of this name is taken up by itself, even where it was dropped."""
    return _FETCHED in split_label(name)[1]


def is_left(name: str) -> bool:
    """Say whether a thing of this name is never taken up by itself."""
    return _LEFT in split_label(name)[1]
