"""Randomly changed content either loads or raises an error that names the file and the key."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from random import Random
from typing import Any, Final

import pytest

from bidden.content.catalogue import catalogue_of
from bidden.content.datafiles import ContentError
from bidden.content.tables import Contents, load_tables
from bidden.order import COMPONENTS

CHANGES: Final = 12
VALUES: Final[tuple[Any, ...]] = (
    *(0, -1, 1, 3, 10**8, 10**12, 1.5, True, date(2020, 1, 1)),
    *("", "x", "zombie", "a\nb", "龍", [], [1], ["x"], [[]], [{}], {}, {"a": 1}),
)
KEYS: Final = ("x", "", "Health", "Mind", "Unidentified", "count", "Pack", "Book", "Memory", "Trap")


def places(table: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of all values in a table, at any depth."""
    keys = table if isinstance(table, dict) else range(len(table))
    for key in keys:
        yield (*path, key)
        if isinstance(table[key], dict | list):
            yield from places(table[key], (*path, key))


def changed(tables: Contents, chance: Random) -> Contents:
    """Return a copy of the tables in which a value has been removed, added or replaced."""
    copy: Any = deepcopy(tables)
    path = chance.choice([path for path in places(copy) if len(path) > 2])
    there = copy
    for key in path[:-1]:
        there = there[key]
    kind = chance.randrange(3)
    if kind == 0:
        del there[path[-1]]
    elif kind == 1 and isinstance(there, dict):
        there[chance.choice(KEYS)] = chance.choice(VALUES)
    else:
        there[path[-1]] = chance.choice(VALUES)
    return copy  # type: ignore[no-any-return]  # a copy has the same type


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 10))]
)
def test_changed_content_is_valid_or_rejected_in_one_line(seed: int) -> None:
    own, chance = load_tables(), Random(seed)
    catalogue_of(own, COMPONENTS)  # unchanged content is valid
    refusals: list[ContentError] = []
    for _ in range(CHANGES):
        tables = changed(own, chance)
        try:
            catalogue_of(tables, COMPONENTS)
        except ContentError as error:
            refusals.append(error)
    assert refusals
    assert all(error.file in own and error.key for error in refusals)
    assert all(str(error).isprintable() for error in refusals)
