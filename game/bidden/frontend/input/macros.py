"""Macros: one key that types several, as the player's settings have them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bidden.content.datafiles import ContentError
from bidden.frontend.input.keys import for_character, is_key

Macros = Mapping[str, tuple[str, ...]]
"""What each key types instead of itself, by its name."""
NO_MACROS: Final[Macros] = MappingProxyType({})
_MOST: Final = 50
"""So many keys one types at the most."""


def macros_of(table: Mapping[str, str | list[str]], file: str, where: str) -> Macros:
    """Read a table of macros: the characters of a text are keys, as are the names in a list.

    Args:
        table: What each key types.
        file: Where the table is from.
        where: What the table is called there.

    Raises:
        ContentError: A key is none, or types nothing, what is no key, or too much.
    """
    return {key: _typed(key, typed, file, where) for key, typed in table.items()}


def _typed(key: str, typed: str | list[str], file: str, where: str) -> tuple[str, ...]:
    if not is_key(key):
        raise ContentError(file, f"{where}.{key}", f"{key!r} is no key")
    keys = [for_character(one) or one for one in typed] if isinstance(typed, str) else typed
    wrong = next((one for one in keys if not is_key(one)), None)
    if wrong is not None:
        raise ContentError(file, f"{where}.{key}", f"{wrong!r} is no key")
    if not 1 <= len(keys) <= _MOST:
        raise ContentError(file, f"{where}.{key}", f"types {len(keys)} keys, not 1 to {_MOST}")
    return tuple(keys)
