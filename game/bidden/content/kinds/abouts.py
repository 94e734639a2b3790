"""Abouts: the line by which a table of creatures, items or traps tells what to make of a thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bidden.components.tricks.disguise import Disguise
from bidden.components.tricks.renown import Renown
from bidden.content.datafiles import ContentError, refuse_unfit
from bidden.state import Title

ABOUT: Final = "about"
"""The key of the line, beside those of components."""
MOST: Final = 78
"""How many characters it has at the most."""


def champion_of(kind: str) -> str:
    """Give what the line of a kind's champions is kept by, whatever title these have."""
    return f"{kind} champion"


def abouts_of(file: str, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Give the lines of a file, by what the things are called in play.

    A creature in disguise is told of by the name it has in truth; a champion by that of its kind.

    Raises:
        ContentError: A line is no text, or too long.
    """
    told: dict[str, str] = {}
    for name, table in tables.items():
        line = table.get(ABOUT, "")
        key = f"{name}.{ABOUT}"
        if not isinstance(line, str):
            raise ContentError(file, key, "is no text")
        refuse_unfit(line, file, key)
        if len(line) > MOST:
            raise ContentError(file, key, f"has {len(line)} characters, {MOST} at the most")
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
