"""Rows in words, and what they say of a field or a call."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Self

import attrs

from eventcore.diagnose.activity import (
    ANSWERED,
    DREW,
    PUBLISHED,
    RAN,
    SCHEDULED,
    SET,
    WROTE,
    Row,
)
from eventcore.phase import APPLY, COMMIT, describe
from eventcore.text import shorten

NO_HANDLER: Final = "no handler"
_PATH: Final = re.compile(r"entities\[(\d+)\]\.(\w+)\.((\w+).*)", re.DOTALL)
_MOST_SHOWN: Final = 40
"""How many characters of a value are shown."""
_MOST_WRITES: Final = 7
"""A field that was written more often has one line for each handler."""


@attrs.frozen
class Place:
    """A field of a component of an entity, by its id and by their names."""

    entity: int
    component: str
    field: str

    @classmethod
    def at(cls, path: str) -> Self | None:
        """Return the place of a path such as ``entities[13].Health.hp``; None for another path."""
        found = _PATH.match(path)
        return None if found is None else cls(int(found[1]), found[2], found[4])


def field_of(path: str, names: Mapping[str, str]) -> str:
    """Return a path in words, as in ``Health.hp of zombie 57``, or unchanged if it is another."""
    found = _PATH.match(path)
    if found is None:
        return path
    return f"{found[2]}.{found[3]} of {names.get(found[1], 'entity')} {found[1]}"


def actor(row: Row, *, phase: bool = False) -> str:
    """Return the handler of a row, with its phase if asked for, or the observer."""
    if row.observer:
        return f"the observer {row.by}"
    return f"{row.by} ({describe(row.priority)})" if row.by and phase else row.by or NO_HANDLER


def short(value: str) -> str:
    """Return a value in JSON for people."""
    return shorten(value, _MOST_SHOWN) or "nothing"


def either(mine: Row, theirs: Row, names: Mapping[str, str]) -> str:
    """Return how two rows of different runs differ."""
    if (mine.kind, mine.subject, mine.by) != (theirs.kind, theirs.subject, theirs.by):
        return f"{act(mine, names)} or {act(theirs, names)}"
    due = f"the scheduled {mine.subject}: due at" if mine.kind == SCHEDULED else ""
    values: tuple[object, object] = (mine.after, theirs.after)
    if mine.after == theirs.after:
        values = mine.number, theirs.number
    return f"{due or field_of(mine.subject, names)} {' or '.join(short(str(x)) for x in values)}"


def act(row: Row, names: Mapping[str, str]) -> str:
    """Return what a row says was done."""
    by = row.by or NO_HANDLER
    return f"{by} runs" if row.kind == RAN else f"{by} {row.kind} {field_of(row.subject, names)}"


def write(row: Row, times: str = "") -> str:
    """Return a write in words, as in ``turn 1: 0 → 10 by Wagon.roll_on in Travel #1``."""
    return f"turn {row.turn}: {_values(row)} by {actor(row)} in {row.event or 'no event'}{times}"


def _values(row: Row) -> str:
    before, after = short(row.before), short(row.after)
    return "written" if before == after else f"{before} → {after}"


def writes_in_lines(writes: Sequence[Row]) -> Iterator[str]:
    """Yield the writes of a field; of many, one line for each handler or observer."""
    groups: dict[object, list[Row]] = {}
    for index, row in enumerate(writes):
        groups.setdefault(index if len(writes) <= _MOST_WRITES else row.by, []).append(row)
    for first, *others in [*groups.values()][-_MOST_WRITES:]:
        last = others[-1] if others else first
        times = f" (first of {len(others) + 1}, the last on turn {last.turn}: {_values(last)})"
        yield write(first, times if others else "")


def counted(rows: Iterable[Row]) -> dict[str, str]:
    """Return how often handlers and observers acted, and when last."""
    found: dict[str, dict[object, int]] = {}
    for row in rows:
        found.setdefault(actor(row), {})[row.call or row.event] = row.turn
    times = {by: "once" if len(acts) == 1 else f"{len(acts)} times" for by, acts in found.items()}
    return {by: f"{times[by]}, last on turn {max(acts.values())}" for by, acts in found.items()}


def runs_without_write(rows: Sequence[Row], component: str, field: str = "") -> list[Row]:
    """Return the last calls of handlers that could have written their component, and did not.

    Only calls since the last write count. Handlers that had written the field before are included.

    Args:
        rows: The rows.
        component: The end of the component's place, as in ``].Purse``.
        field: A field of it; empty for any.
    """
    wrote, last = set[int](), dict[str, Row]()
    place = f"{component}.{field}." if field else f"{component}."
    for row in rows:
        if row.kind == WROTE and place in f"{row.subject}.":
            wrote.add(row.call)
            last = {by: item for by, item in last.items() if item.turn >= row.turn}
        elif row.kind == RAN and row.priority >= APPLY and row.subject.endswith(component):
            last[row.by] = row
    return [row for row in last.values() if row.call not in wrote]


def illegal_writes(rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each handler or observer that wrote state where nothing may be written."""
    refused, found = set[str](), dict[tuple[str, str], list[Row]]()
    for row in rows:
        if row.kind == WROTE and row.subject.endswith(": outcome"):
            refused.add(row.event)
        above = 0 < row.priority < COMMIT and row.event not in refused
        if row.kind == WROTE and "#" not in row.subject and (row.observer or above):
            found.setdefault((row.by, row.subject), []).append(row)
    for (_, place), wrote in found.items():
        name = actor(wrote[0], phase=True)
        often = counted(wrote)[actor(wrote[0])]
        field, event = field_of(place, names), wrote[-1].event
        yield f"{name} wrote {field}, which it may not: {often} in {event}"


def led_to(rows: Sequence[Row], row: Row) -> list[str]:
    """Return the handlers that wrote the fields of an act's event, or published it, last first."""
    before = rows[: rows.index(row)] if row in rows else ()
    fields = [item for item in before if item.kind in (WROTE, SET)]
    by = [item.by for item in reversed(fields) if item.subject.startswith(f"{row.event}: ")]
    return [item for item in dict.fromkeys(by) if item and item != row.by]


def deeds_of(rows: Iterable[Row]) -> dict[tuple[str, str], None]:
    """Return what handlers did, in order: published, drew, answered, or ran, which is empty."""
    found: dict[tuple[str, str], None] = {}
    for row in rows:
        if row.kind == DREW or (row.kind in (PUBLISHED, ANSWERED) and row.call and row.by):
            found[row.by or NO_HANDLER, f"{row.kind} {row.subject}"] = None
        elif row.kind == RAN:
            found[row.by, ""] = None
    return found
