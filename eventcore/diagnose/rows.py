"""Describe rows in words, and find the writes to a field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from eventcore.diagnose.activity import Kind, Row
from eventcore.phase import APPLY, COMMIT, describe
from eventcore.text import shorten

NO_HANDLER: Final = "no handler"
_PATH: Final = re.compile(r"entities\[(\d+)\](?:\.((\w+)(?:\.(\w+).*)?))?", re.DOTALL)
_ROW_PATH: Final = re.compile(r"scheduled\[\d+\]|entities\[\d+\](?:\.\w+){,2}", re.DOTALL)
_EMPTY: Final = ("0", "0.0", "null", "false", '""', "[]", "{}")
_MOST_SHOWN: Final = 40
"""The maximum number of characters to show of a value."""
_MOST: Final = 8
"""The maximum number of names in a list."""


def place_of(path: str) -> tuple[int, str] | None:
    """Return the entity and field of a path: ``(13, "Health.hp")`` for ``entities[13].Health.hp``.

    Return None if it is not the path of a field.
    """
    found = _PATH.fullmatch(path)
    return (int(found[1]), f"{found[3]}.{found[4]}") if found and found[4] else None


def field_path(path: str) -> str:
    """Shorten a path of a saved state to the path of a field, as in a row."""
    found = _ROW_PATH.match(path)
    return found[0] if found else path


def field_of(path: str, names: Mapping[str, str]) -> str:
    """Describe a path as ``Health.hp of zombie 57`` or ``zombie 57``; keep any other path."""
    found = _PATH.fullmatch(path)
    if found is None:
        return path
    entity = f"{shorten(names.get(found[1], 'entity'))} {found[1]}"
    return f"{found[2]} of {entity}" if found[2] else entity


def actor(row: Row, *, phase: bool = False) -> str:
    """Return the observer or handler of a row; with ``phase``, add the phase of the handler."""
    if row.observer:
        return f"the observer {row.by}"
    return f"{row.by} ({describe(row.priority)})" if row.by and phase else row.by or NO_HANDLER


def short(value: str) -> str:
    """Shorten a JSON value; return ``nothing`` if it is empty."""
    return shorten(value, _MOST_SHOWN) or "nothing"


def listed(names: Iterable[str]) -> str:
    """Join distinct names with commas; if there are too many, end with how many more there are."""
    distinct = [*dict.fromkeys(names)]
    more = f", and {len(distinct) - _MOST} more" if len(distinct) > _MOST else ""
    return f"{', '.join(distinct[:_MOST])}{more}"


def act(row: Row, names: Mapping[str, str]) -> str:
    """Describe the act of a row."""
    text = "runs" if row.kind == Kind.RAN else f"{row.kind} {field_of(row.subject, names)}"
    return f"{row.by or NO_HANDLER} {text}"


def either(mine: Row, theirs: Row, names: Mapping[str, str]) -> str:
    """Describe the difference between two rows of different runs."""
    if (mine.kind, mine.subject, mine.by) != (theirs.kind, theirs.subject, theirs.by):
        return f"{act(mine, names)} or {act(theirs, names)}"
    same = mine.after == theirs.after
    values = (str(x.number) if same else short(x.after) for x in (mine, theirs))
    return f"{field_of(mine.subject, names)} {' or '.join(values)}"


def changes(rows: Sequence[Row], path: str) -> list[Row]:
    """Return the rows about changes of the field, the entity or the event at a path.

    The path ``].Purse`` selects all purses, and ``event #7`` the event with this number.
    """
    return [row for row in rows if _changes(row, path)]


def _changes(row: Row, path: str) -> bool:
    if row.kind == Kind.WROTE:
        return path[-1] != "]" and f"{path}." in f"{row.subject}."
    if row.kind == Kind.PUBLISHED:
        return path == f"event #{row.number}"
    return row.kind in (Kind.SPAWNED, Kind.REMOVED, Kind.SCHEDULED) and row.subject == path


def history(rows: Sequence[Row], path: str) -> Iterator[str]:
    """Describe the last change at a path by each handler, and the handlers that changed nothing."""
    found = changes(rows, path)
    if "#" in path and found[1:]:  # list the publisher last, as handlers set the field later
        first = found.pop(0)
        found += [first] if first.by and first.after not in _EMPTY else []
    last: dict[tuple[str, str], list[Row]] = {}
    for row in found:
        last[row.by, row.kind] = [*last.pop((row.by, row.kind), ()), row]
    for first, *others in last.values():
        row = others[-1] if others else first
        before, after = short(row.before), short(row.after)
        text = f"{row.after} {row.kind}".lstrip()
        if row.kind == Kind.WROTE:
            text = f"{before} → {after}" if before != after else "written"
            if not row.before and f"{row.event}: " not in path:
                text = f"published with {after}" if "#" in path else f"set to {after}"
        by, where = actor(row, phase="#" in path), row.event or "no event"
        many = f" ({len(others) + 1} times since turn {first.turn})" if others else ""
        yield f"turn {row.turn}: {text} by {by} in {where}{many}"
    left = [f"{row.by} in {row.event}" for row in runs_without_write(rows, path)]
    if left:
        yield f"left unchanged by {listed(left)}"
    if not found and "." in path.partition("].")[2]:  # a field of a component
        yield "no handler or observer of the replay wrote it; debug mode finds writes by other code"


def runs_without_write(rows: Sequence[Row], path: str) -> list[Row]:
    """Return the last calls of handlers that could have written a field, but left it unchanged.

    Any handler of a component could have written its fields. A field of an event could have been
    written by handlers that wrote it in other events. Calls before the last write are left out.
    """
    event, _, field = path.partition(": ")
    kind, end = f"{event.partition('#')[0]}#", f": {field}"
    writes = [x for x in rows if x.subject.startswith(kind) and x.subject.endswith(end)]
    usual = {x.by for x in writes if x.event.startswith(kind)}
    wrote, last = set[int](), dict[str, Row]()
    for row in rows:
        if _changes(row, path):
            wrote.add(row.call)
            last = {by: item for by, item in last.items() if item.turn >= row.turn}
        elif row.kind == Kind.RAN and (
            row.event == event and row.by in usual
            if field
            else row.priority >= APPLY and _holds(row.subject, path)
        ):
            last[row.by] = row
    return [row for row in last.values() if row.call not in wrote]


def _holds(component: str, path: str) -> bool:
    return component.endswith(path) or path.startswith(f"{component}.")


def offences(rows: Sequence[Row], names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each field written illegally, and one for observers that keep events."""
    refused, found = set[str](), dict[tuple[str, str], list[Row]]()
    for row in rows:
        if row.kind == Kind.WROTE and row.subject.endswith(": outcome"):
            refused.add(row.event)
        above = 0 < row.priority < COMMIT and row.event not in refused
        if row.kind == Kind.WROTE and "#" not in row.subject and (row.observer or above):
            found.setdefault((row.by, row.subject), []).append(row)
    for (_, place), wrote in found.items():
        last = wrote[-1]
        often = f" ({len(wrote)} times)" if len(wrote) > 1 else ""
        yield (
            f"{actor(last, phase=True)} wrote {field_of(place, names)}, which it may not, on turn "
            f"{last.turn} in {last.event}{often}"
        )
    kept = [row.by for row in rows if row.kind == Kind.KEPT]
    if kept:
        yield f"observers that keep events, which no handler may read: {listed(kept)}"
