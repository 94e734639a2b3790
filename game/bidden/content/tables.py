"""The tables of all files of content, and their origins, unchecked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, TypeAlias

import attrs

from bidden.content.datafiles import ContentError, Faults, parse, read

CREATURES: Final = "creatures.toml"
ACHIEVEMENTS: Final = "achievements.toml"
APPEARANCES: Final = "appearances.toml"
BOONS: Final = "boons.toml"
EFFECTS: Final = "effects.toml"
ENDINGS: Final = "endings.toml"
FACTIONS: Final = "factions.toml"
GROUND: Final = "ground.toml"
ITEMS: Final = "items.toml"
LEVELS: Final = "levels.toml"
NOISES: Final = "noises.toml"
ROOMS: Final = "rooms.toml"
SCORE: Final = "score.toml"
SPELLS: Final = "spells.toml"
TRAPS: Final = "traps.toml"
WOUNDS: Final = "wounds.toml"
FILES: Final = (
    CREATURES,
    LEVELS,
    EFFECTS,
    ITEMS,
    TRAPS,
    SPELLS,
    APPEARANCES,
    ROOMS,
    GROUND,
    NOISES,
    WOUNDS,
    FACTIONS,
    BOONS,
    ACHIEVEMENTS,
    SCORE,
    ENDINGS,
)
"""The files of content."""

EXISTING: Final = "existing"
"""The key of an added table that says what happens to an existing one with its name."""

_BY_PLACE: Final = "deeper"

Tables: TypeAlias = dict[str, dict[str, Any]]
"""The tables of a file of content, by name."""

Contents: TypeAlias = Mapping[str, Tables]
"""The tables of all files of content, by file."""


@attrs.frozen
class Addition:
    """Content that is added to the game's own.

    Attributes:
        name: The name of the addition.
        tables: The tables of its files; files may be missing.
        unread: Its files that could not be read.
    """

    name: str
    tables: Contents
    unread: tuple[str, ...] = ()

    def label(self, file: str) -> str:
        """Return the name of one of its files in errors."""
        return f"{self.name}/{file}"


def tables_of(text: str, file: str) -> Tables:
    """Read the tables of a file.

    Raises:
        ContentError: The text is not TOML, or has other contents than named tables.
    """
    tables, faults = parse(text, file), Faults()
    for name, table in tables.items():
        if not isinstance(table, dict):
            faults.add(file, name, f"is not a table; begin it with [{name}]")
        if not name.strip() or not name.isprintable():
            faults.add(file, repr(name), "is not a valid name")
    faults.tell()
    return tables


def load_tables() -> Contents:
    """Read the game's own content, unchecked.

    Raises:
        ContentError: A file cannot be read.
    """
    return {name: tables_of(read(name), name) for name in FILES}


def contents_of(
    own: Contents, additions: Sequence[Addition], found: Faults | None = None
) -> tuple[Contents, dict[tuple[str, str], str]]:
    """Add content to the game's own, in order.

    A table that exists already is an error, unless the added one says ``existing = "extend"``, and
    is merged with it, or ``existing = "replace"``.

    ``found`` collects the errors, each of which leaves a table out; None to raise them.

    Returns:
        All tables; and for added tables their origins, by file and name.

    Raises:
        ContentError: A table exists already, or should exist.
    """
    together = {file: dict(tables) for file, tables in own.items()}
    origins: dict[tuple[str, str], str] = {}
    faults = found or Faults()
    for addition in additions:
        for file, tables in addition.tables.items():
            for name, table in tables.items():
                label = addition.label(file)
                before = origins.get((file, name), file)
                there = together[file].get(name)
                with faults.part():
                    _check_existing(label, name, table, there, before)
                how = table.get(EXISTING)
                if there is not None and EXISTING not in table:
                    continue  # refused above
                rest = {key: value for key, value in table.items() if key != EXISTING}
                extends = there is not None and how != "replace"
                together[file][name] = _extended(there, rest) if there and extends else rest
                origins[file, name] = f"{before}, extended by {label}" if extends else label
    if found is None:
        faults.tell()
    return together, origins


def merge(table: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Change a table: tables in it key by key, all else is taken from the changes."""
    for key, value in changes.items():
        there = table.get(key)
        if isinstance(there, dict) and isinstance(value, dict):
            merge(there, value)
        else:
            table[key] = value


def _check_existing(
    file: str, name: str, table: Mapping[str, Any], there: dict[str, Any] | None, origin: str
) -> None:
    how = table.get(EXISTING)
    if EXISTING in table and how not in ("extend", "replace"):
        raise ContentError(file, f"{name}.{EXISTING}", 'must be "extend" or "replace"')
    if there is None and EXISTING in table:
        raise ContentError(file, name, f"there is no table to {how}: leave `{EXISTING}` out")
    if there is not None and how is None:
        reason = f'this table already exists in {origin}: set `{EXISTING}` to "extend" or "replace"'
        raise ContentError(file, name, reason)


def _extended(there: dict[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    extended = deepcopy(there)
    _extend(extended, added)
    return extended


def _extend(table: dict[str, Any], added: Mapping[str, Any]) -> None:
    """Extend a table: tables in it key by key, and lists at their ends.

    Tables of deeper levels are extended level by level.
    """
    for key, value in added.items():
        there = table.get(key)
        if isinstance(there, dict) and isinstance(value, dict):
            _extend(there, value)
        elif isinstance(there, list) and isinstance(value, list) and key == _BY_PLACE:
            for level, more in zip(there, value, strict=False):
                if isinstance(level, dict) and isinstance(more, dict):
                    _extend(level, more)
            there += value[len(there) :]
        elif isinstance(there, list) and isinstance(value, list):
            there += value
        else:
            table[key] = value
