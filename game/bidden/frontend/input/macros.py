"""Macros: one key that types several, as the player's settings have them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bidden.content.datafiles import ContentError
from bidden.frontend.input.keys import NAMED, for_character, is_key
from bidden.frontend.preferences.faults import each

Macros = Mapping[str, tuple[str, ...]]
"""What each key types instead of itself, by its name."""
NO_MACROS: Final[Macros] = MappingProxyType({})
_KEY: Final = re.compile(r"<(?P<name>\w{2,})>|<<>|.", re.DOTALL)
_LESS: Final = "<<>"
"""How < is written where it would begin the name of a key."""
MOST: Final = 50
"""So many keys one types at the most."""


def macros_of(table: Mapping[str, str | list[str]], file: str, where: str) -> Macros:
    """Read a table of macros: what each key types is a text, or a list of keys.

    Args:
        table: What each key types.
        file: Where the table is from.
        where: What the table is called there.

    Raises:
        ContentError: A key is none, or types nothing, what is not a key, or too much.
    """
    return each(lambda key: _typed(key, table[key], file, where), table)


def keys_in(text: str) -> list[str]:
    """Give the keys that a text is typed with; a key that writes nothing stands as ``<enter>``.

    What stands so and is the name of none comes as it stands, which is not a key.
    """
    keys = list[str]()
    for found in _KEY.finditer(text):
        name, one = found["name"], "<" if found[0] == _LESS else found[0]
        keys.append(name if name in NAMED else for_character(one) or one)
    return keys


def text_of(keys: Sequence[str]) -> str:
    """Give the text that ``keys_in`` makes the keys of."""
    named = [key if len(key) == 1 else " " if key == "space" else f"<{key}>" for key in keys]
    text = "".join(named)
    if keys_in(text) == [*keys]:
        return text
    return "".join(_LESS if one == "<" else one for one in named)


def _typed(key: str, typed: str | list[str], file: str, where: str) -> tuple[str, ...]:
    if not is_key(key):
        raise ContentError(file, f"{where}.{key}", f"{key!r} is not a key")
    keys = keys_in(typed) if isinstance(typed, str) else typed
    wrong = next((one for one in keys if not is_key(one)), None)
    if wrong is not None:
        raise ContentError(file, f"{where}.{key}", f"{wrong!r} is not a key")
    if not 1 <= len(keys) <= MOST:
        raise ContentError(file, f"{where}.{key}", f"types {len(keys)} keys, not 1 to {MOST}")
    return tuple(keys)
