"""Describe rows in words, and find the writes to a field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Self

import attrs

from eventcore.diagnose.activity import ANSWERED, DREW, PUBLISHED, RAN, SCHEDULED, SET, WROTE, Row
from eventcore.phase import APPLY, COMMIT, describe
from eventcore.text import shorten

NO_HANDLER: Final = "no handler"
IDLE: Final = "did nothing"
BUSY: Final = "did something"
_PATH: Final = re.compile(r"entities\[(\d+)\]\.(\w+)\.((\w+).*)", re.DOTALL)
_MOST_SHOWN: Final = 40
"""The maximum number of characters to show of a value."""
_MOST_WRITES: Final = 7
"""If a field has more writes than this, they are described with one line for each handler."""
_MOST: Final = 8
"""The maximum number of names in a list."""


@attrs.frozen
class Place:
    """A field: the id of the entity, the name of the component and the name of the field."""

    entity: int
    component: str
    field: str

    @classmethod
    def at(cls, path: str) -> Self | None:
        """Parse a path such as ``entities[13].Health.hp``; return None for any other path."""
        found = _PATH.match(path)
        return None if found is None else cls(int(found[1]), found[2], found[4])


def field_path(path: str) -> str:
    """Shorten a path of a saved state, so that it ends with the name of the field."""
    place = Place.at(path)
    return path if place is None else f"entities[{place.entity}].{place.component}.{place.field}"


def field_of(path: str, names: Mapping[str, str]) -> str:
    """Describe the path of a field, as ``Health.hp of zombie 57``; return other paths unchanged."""
    found = _PATH.match(path)
    if found is None:
        return path
    return f"{found[2]}.{found[3]} of {names.get(found[1], 'entity')} {found[1]}"


def actor(row: Row, *, phase: bool = False) -> str:
    """Return the observer or handler of a row; with ``phase``, add the phase of the handler."""
    if row.observer:
        return f"the observer {row.by}"
    return f"{row.by} ({describe(row.priority)})" if row.by and phase else row.by or NO_HANDLER


def short(value: str) -> str:
    """Shorten a JSON value; return ``nothing`` if it is empty."""
    return shorten(value, _MOST_SHOWN) or "nothing"


def listed(names: Iterable[str], most: int = _MOST) -> str:
    """Join distinct names with commas; end with the number of names that do not fit, if any."""
    distinct = [*dict.fromkeys(names)]
    more = f", and {len(distinct) - most} more" if len(distinct) > most else ""
    return f"{', '.join(distinct[:most])}{more}"


def act(row: Row, names: Mapping[str, str]) -> str:
    """Describe the act of a row."""
    by = row.by or NO_HANDLER
    return f"{by} runs" if row.kind == RAN else f"{by} {row.kind} {field_of(row.subject, names)}"


def either(mine: Row, theirs: Row, names: Mapping[str, str]) -> str:
    """Describe the difference between two rows of different runs."""
    if (mine.kind, mine.subject, mine.by) != (theirs.kind, theirs.subject, theirs.by):
        return f"{act(mine, names)} or {act(theirs, names)}"
    due = f"the scheduled {mine.subject}: due at" if mine.kind == SCHEDULED else ""
    same = mine.after == theirs.after
    values = (str(x.number) if same else short(x.after) for x in (mine, theirs))
    return f"{due or field_of(mine.subject, names)} {' or '.join(values)}"


def history(rows: Sequence[Row], path: str) -> Iterator[str]:
    """Describe the writes to a field or component, and later handlers that did not write it.

    Args:
        rows: The rows to search.
        path: The path, such as ``entities[2].Purse.coins``; ``].Purse`` selects all purses.
    """
    groups: dict[object, list[Row]] = {}
    writes = [row for row in rows if row.kind == WROTE and f"{path}." in f"{row.subject}."]
    for index, row in enumerate(writes):
        groups.setdefault(index if len(writes) <= _MOST_WRITES else row.by, []).append(row)
    for first, *others in [*groups.values()][-_MOST_WRITES:]:
        text = (
            f"turn {first.turn}: {_values(first)} by {actor(first)} in {first.event or 'no event'}"
        )
        if others:
            last = f"the last on turn {others[-1].turn}: {_values(others[-1])}"
            text += f" (first of {len(others) + 1}, {last})"
        yield text
    left = [f"{row.by} in {row.event}" for row in runs_without_write(rows, path)]
    if left:
        yield f"left unchanged since by {listed(left)}"


def _values(row: Row) -> str:
    before, after = short(row.before), short(row.after)
    return "written" if before == after else f"{before} → {after}"


def runs_without_write(rows: Sequence[Row], path: str) -> list[Row]:
    """Return the last calls of handlers that could have written a field, but left it unchanged.

    The handlers belong to the field's component, and the calls came after the last write.
    """
    wrote, last = set[int](), dict[str, Row]()
    for row in rows:
        if row.kind == WROTE and f"{path}." in f"{row.subject}.":
            wrote.add(row.call)
            last = {by: item for by, item in last.items() if item.turn >= row.turn}
        elif row.kind == RAN and row.priority >= APPLY and _holds(row.subject, path):
            last[row.by] = row
    return [row for row in last.values() if row.call not in wrote]


def _holds(component: str, path: str) -> bool:
    return component.endswith(path) or path.startswith(f"{component}.")


def illegal_writes(rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each forbidden write to the state by a handler or an observer."""
    refused, found = set[str](), dict[tuple[str, str], list[Row]]()
    for row in rows:
        if row.kind == WROTE and row.subject.endswith(": outcome"):
            refused.add(row.event)
        above = 0 < row.priority < COMMIT and row.event not in refused
        if row.kind == WROTE and "#" not in row.subject and (row.observer or above):
            found.setdefault((row.by, row.subject), []).append(row)
    for (_, place), wrote in found.items():
        last = wrote[-1]
        often = f" ({len(wrote)} times)" if len(wrote) > 1 else ""
        yield (
            f"{actor(last, phase=True)} wrote {field_of(place, names)}, which it may not, on turn "
            f"{last.turn} in {last.event}{often}"
        )


def led_to(rows: Sequence[Row], row: Row) -> list[str]:
    """Return the handlers that published a row's event or wrote its fields, the latest first."""
    before = rows[: rows.index(row)] if row in rows else ()
    fields = [item for item in before if item.kind in (WROTE, SET)]
    by = [item.by for item in reversed(fields) if item.subject.startswith(f"{row.event}: ")]
    return [item for item in dict.fromkeys(by) if item and item != row.by]


def deeds_of(rows: Sequence[Row], *, values: bool = True) -> dict[tuple[str, str], None]:
    """Return the acts of handlers and observers in an intent, in order.

    The acts are runs, draws, published events and answers. If ``values`` is set, each run of a
    handler also counts as ``BUSY`` or ``IDLE``.
    """
    found: dict[tuple[str, str], None] = {}
    active = {row.call for row in rows if row.kind in (WROTE, DREW, PUBLISHED, SCHEDULED)}
    for row in rows:
        if row.kind == DREW or (row.kind in (PUBLISHED, ANSWERED) and row.call and row.by):
            found[row.by or NO_HANDLER, f"{row.kind} {row.subject}"] = None
        elif row.kind == RAN:
            found[row.by, RAN] = None
            if values:
                found[row.by, BUSY if row.call in active else IDLE] = None
    return found
