"""The descriptions of creatures, items and traps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bidden.components.tricks.disguise import Disguise
from bidden.components.tricks.renown import Renown
from bidden.content.datafiles import ContentError, refuse_unfit
from bidden.state import Title

ABOUT: Final = "about"
"""The key of the description, beside those of components."""
MOST: Final = 78
"""The maximum number of characters."""


def champion_of(kind: str) -> str:
    """Return the key of the description of a kind's champions, whatever their titles."""
    return f"{kind} champion"


def abouts_of(file: str, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the descriptions of a file, by the titles of things.

    A disguised creature has its true name as the key, and a champion that of its kind.

    Raises:
        ContentError: A description is not a str, or is too long.
    """
    told: dict[str, str] = {}
    for name, table in tables.items():
        line = table.get(ABOUT, "")
        key = f"{name}.{ABOUT}"
        if not isinstance(line, str):
            raise ContentError(file, key, "is not text")
        refuse_unfit(line, file, key)
        if len(line) > MOST:
            raise ContentError(file, key, f"has {len(line)} characters; the limit is {MOST}")
        if line:
            told[name] = line
    for name, table in tables.items():
        if name in told:
            named = table.get(Disguise.__name__) or table.get(Title.__name__)
            # The tables may be wrong: all errors of the content are listed together.
            called = named.get("name") if isinstance(named, Mapping) else None
            called = called if isinstance(called, str) else name
            told.setdefault(called, told[name])
            if Renown.__name__ in table:
                told[champion_of(called)] = told[name]
    return told
