"""Compare two saved states and list the paths where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import attrs
import msgspec

from eventcore.errors import SaveError
from eventcore.text import shorten

_WRAPPERS: Final = ("world", "components")
"""Keys in a saved state that are left out of displayed paths."""
_SCHEDULED: Final = "planned.rows"
"""The path of the scheduled events, which are rows that begin with the event's number."""
_SHORT: Final = "scheduled"
_COLUMNS: Final = ("due", "priority", "place", "origin", "type", "fields", "cost")
_FINGERPRINTS: Final = ("digest",)
"""Keys to ignore, because their values differ after any earlier difference."""
_MOST_SHOWN: Final = 60

_ABSENT: Final = msgspec.UNSET


@attrs.frozen
class StateDivergence:
    """A place where two states differ.

    Attributes:
        path: The path of the value, such as ``entities[13].Health.hp`` or ``scheduled[7].due``.
        recorded: The value in the first state, as JSON; empty if it is missing there.
        replayed: The value in the second state, as JSON; empty if it is missing there.
    """

    path: str
    recorded: str
    replayed: str

    def __str__(self) -> str:
        return (
            f"{self.path} {self.recorded or 'nothing'} recorded, "
            f"{self.replayed or 'nothing'} replayed"
        )


def divergent_paths(recorded: bytes, replayed: bytes) -> list[StateDivergence]:
    """Return the differences between two saved states: entities first, then the world itself.

    Entities are compared by id, and scheduled events by number. For other lists, only the length
    and the first difference are returned.

    Raises:
        SaveError: A saved state is not JSON.
    """
    try:
        one, other = msgspec.json.decode(recorded), msgspec.json.decode(replayed)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"this is not a saved state: {error}") from None
    found = list(_differ("", one, other))
    return sorted(found, key=_rank)


def _rank(difference: StateDivergence) -> int:
    order = ("entities[1].", "scheduled[", "")
    if difference.path.startswith("entities[") and not difference.path.startswith(order[0]):
        return 0
    return 1 + next(n for n, start in enumerate(order) if difference.path.startswith(start))


def _differ(path: str, one: Any, other: Any) -> Iterator[StateDivergence]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in _FINGERPRINTS:
                inner = path if key in _WRAPPERS else f"{path}.{key}".lstrip(".")
                yield from _differ(inner, one.get(key, _ABSENT), other.get(key, _ABSENT))
    elif isinstance(one, list) and isinstance(other, list):
        numbered = _by_number if path == _SCHEDULED else _by_id
        mine, theirs = numbered(one), numbered(other)
        if mine is not None and theirs is not None:
            within = _SHORT if path == _SCHEDULED else path
            for number in sorted(mine.keys() | theirs.keys()):
                here = f"{within}[{number}]"
                yield from _differ(here, mine.get(number, _ABSENT), theirs.get(number, _ABSENT))
        else:
            yield from _differ_in_order(path, one, other)
    elif one != other or type(one) is not type(other):
        yield StateDivergence(path, _shown(one), _shown(other))


def _differ_in_order(path: str, one: list[Any], other: list[Any]) -> Iterator[StateDivergence]:
    if len(one) != len(other):
        yield StateDivergence(path, f"{len(one)} long", f"{len(other)} long")
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        found = list(_differ(f"{path}[{number}]", mine, theirs))
        if found:
            yield from found
            return


def _by_number(rows: list[Any]) -> dict[int, Any] | None:
    return {number: dict(zip(_COLUMNS, row, strict=True)) for number, *row in rows}


def _by_id(things: list[Any]) -> dict[int, Any] | None:
    found = {}
    for thing in things:
        number = thing.get("id") if isinstance(thing, dict) else None
        if not isinstance(number, int):
            return None
        found[number] = thing
    return found if len(found) == len(things) else None


def _shown(value: Any) -> str:
    if value is _ABSENT:
        return ""
    return shorten(msgspec.json.encode(value).decode(), _MOST_SHOWN)
