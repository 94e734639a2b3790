"""Changes of content by path: ``creatures.zombie.Health.hp=20``."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import attrs

from bidden.content.catalogue import Catalogue, catalogue_of
from bidden.content.datafiles import ContentError, instead
from bidden.content.mods import additions
from bidden.content.tables import Contents, contents_of, load_tables, merge
from bidden.modding import components_of


def changed_catalogue(changes: Sequence[str], mods: Sequence[str] = ()) -> Catalogue:
    """Return the content of the game and of mods with changes, checked like the files.

    Each change is a path, which begins with the name of a file without ``.toml``, an equals sign,
    and a value as in TOML; text needs no quotes.

    Raises:
        ContentError: The content has no such place, or the value does not fit it.
    """
    together, _ = contents_of(load_tables(), additions(mods))
    tables: Contents = deepcopy(dict(together))
    for change in changes:
        for stem, names in _parsed(change).items():
            file = f"{stem}.toml"
            if file not in tables:
                known = ", ".join(name.removesuffix(".toml") for name in tables)
                raise ContentError(change, "", f"no content file {stem!r}; choose from {known}")
            if not isinstance(names, dict):
                raise ContentError(change, "", "must name a table, as in creatures.zombie")
            for name, table in names.items():
                if name not in tables[file]:
                    reason = f"there is no such table{instead(name, tables[file])}"
                    raise ContentError(file, name, reason)
                if not isinstance(table, dict):
                    raise ContentError(file, name, "is a table: set one of its fields instead")
                merge(tables[file][name], table)
    return attrs.evolve(catalogue_of(tables, components_of(mods)), mods=tuple(mods))


def _parsed(change: str) -> dict[str, Any]:
    path, equals, value = change.partition("=")
    if equals:
        for text in (change, f"{path}={json.dumps(value.strip())}"):
            try:
                return tomllib.loads(text)
            except (ValueError, RecursionError):  # ValueError: a number of too many digits, too
                continue
    reason = "not a valid change: write PATH=VALUE, as in creatures.zombie.Health.hp=20"
    raise ContentError(change, "", reason)
