"""Compare two saved states and list the paths where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs
import msgspec

from eventcore.errors import SaveError
from eventcore.journal.lines import BAD_JSON
from eventcore.text import shorten

_WRAPPERS: Final = ("world", "components")
"""Keys in a saved state that are left out of displayed paths."""
_SCHEDULED: Final = "planned.rows"
"""The path of the scheduled events, which are rows that begin with the event's number."""
_SHORT: Final = "scheduled"
_COLUMNS: Final = ("due", "priority", "place", "type", "fields", "cost")
"""All columns but the origin: numbers of events differ after any earlier difference."""
_FINGERPRINTS: Final = ("digest",)
"""Keys to ignore, because their values differ after any earlier difference."""
_MOST_SHOWN: Final = 60

_ABSENT: Final = msgspec.UNSET


@attrs.frozen
class StateDivergence:
    """A place where two states differ.

    Attributes:
        path: The path of the value, such as ``entities[13].Health.hp`` or ``scheduled[7].due``.
        recorded, replayed: The value in each state, as JSON; empty if the state has no such value.
    """

    path: str
    recorded: str
    replayed: str


def divergent_paths(recorded: bytes, replayed: bytes) -> list[StateDivergence]:
    """Return the differences between two saved states: entities first, then the world itself.

    Entities are compared by id, and scheduled events by number. For other lists, only the length
    and the first difference are returned.

    Raises:
        SaveError: A saved state is not JSON.
    """
    try:
        left, right = msgspec.json.decode(recorded), msgspec.json.decode(replayed)
    except BAD_JSON as error:
        raise SaveError(f"this is not a saved state: {error}") from None
    return sorted(_differ("", left, right), key=_rank)


def _rank(difference: StateDivergence) -> tuple[bool, ...]:
    starts = difference.path.startswith
    return not starts("entities["), starts("entities[1]."), not starts("scheduled[")


def _differ(path: str, left: Any, right: Any) -> Iterator[StateDivergence]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in {**left, **right}:
            if key not in _FINGERPRINTS:
                inner = path if key in _WRAPPERS else f"{path}.{key}".lstrip(".")
                yield from _differ(inner, left.get(key, _ABSENT), right.get(key, _ABSENT))
    elif isinstance(left, list) and isinstance(right, list):
        mine, theirs = (_numbered(path, items) for items in (left, right))
        if mine is None or theirs is None:
            yield from _differ_in_order(path, left, right)
            return
        within = _SHORT if path == _SCHEDULED else path
        for number in sorted(mine.keys() | theirs.keys()):
            here = f"{within}[{number}]"
            yield from _differ(here, mine.get(number, _ABSENT), theirs.get(number, _ABSENT))
    elif left != right or type(left) is not type(right):
        yield StateDivergence(path, _shown(left), _shown(right))


def _differ_in_order(path: str, left: list[Any], right: list[Any]) -> Iterator[StateDivergence]:
    if len(left) != len(right):
        yield StateDivergence(path, f"{len(left)} long", f"{len(right)} long")
    pairs = enumerate(zip(left, right, strict=False))
    found = (list(_differ(f"{path}[{number}]", *pair)) for number, pair in pairs)
    yield from next(filter(None, found), [])


def _numbered(path: str, items: list[Any]) -> dict[int, Any] | None:
    """Return scheduled events by number and entities by id, or None for any other list."""
    if path == _SCHEDULED:
        rows = ((number, [*row[:3], *row[4:]]) for number, *row in items)
        return {number: dict(zip(_COLUMNS, row, strict=True)) for number, row in rows}
    things = [item for item in items if isinstance(item, dict)]
    found = {item["id"]: item for item in things if isinstance(item.get("id"), int)}
    return found if len(found) == len(items) else None


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return ""
    return shorten(msgspec.json.encode(value).decode(), _MOST_SHOWN)
