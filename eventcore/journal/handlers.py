"""Find the handlers that have changed since a recording, using the table in its header."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from eventcore.text import shorten

Table: TypeAlias = Mapping[str, Sequence[str]]
"""The handlers of each component class, as in the field ``handlers`` of a header."""


def handler_changes(then: Table, now: Table) -> list[tuple[str, str]]:
    """Return each difference between two tables: the name of an event type, and a description.

    If only the order has changed, the name is empty. For an older journal without a table,
    the result is empty.
    """
    recorded, present = _by_event(then), _by_event(now)
    found = list[tuple[str, str]]()
    for name, kind in {**recorded, **present} if recorded else ():
        old, new = (table.get((name, kind), "") for table in (recorded, present))
        handler, event = shorten(name), shorten(kind)
        if not new:
            missing = "" if name.partition(".")[0] in now else ": its class is not listed"
            found.append((kind, f"{handler} no longer handles {event}{missing}"))
        elif not old:
            found.append((kind, f"{handler} handles {event}, but did not in the recording"))
        elif old != new:
            places = f"recorded {shorten(old)}, now {new}"
            found.append((kind, f"{handler} handles {event} in another place: {places}"))
    if recorded and not found and [*recorded] != [*present]:
        found.append(("", "the component classes or their handlers are in another order"))
    return found


def _by_event(table: Table) -> dict[tuple[str, str], str]:
    """Return a dict from a handler's label and event type to its priority and role."""
    found: dict[tuple[str, str], str] = {}
    for component, texts in table.items():
        for text in texts:
            name, _, rest = text.partition(" ")
            kind, _, place = rest.partition(" ")
            key = f"{component}.{name}", kind
            found[key] = f"{found[key]} and {place}" if key in found else place
    return found
