"""Compute fingerprints of the rules, and list handlers that have changed since a recording."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from eventcore.codegen import per_class
from eventcore.component import Component
from eventcore.handler import Handler
from eventcore.schema.values import encode
from eventcore.text import shorten

Table: TypeAlias = Mapping[str, Sequence[str]]  # the handlers of each component class


def handlers_fingerprint(components: Sequence[type[Component]]) -> str:
    """Return a hash of all handlers and their order, as 16 hexadecimal digits.

    Two worlds with the same fingerprint run the same handlers in the same order. The code inside
    the handlers does not affect the fingerprint.
    """
    rows = [[cls.__name__, [*map(_row, cls._handlers_)]] for cls in components]
    return blake2b(encode(rows), digest_size=8).hexdigest()


def handler_table(components: Iterable[type[Component]]) -> dict[str, list[str]]:
    """Describe the handlers of each component class, for example as ``count Arrive 700 target``."""
    return {cls.__name__: [*map(_text, cls._handlers_)] for cls in components}


def _text(handler: Handler) -> str:
    place = handler.role if handler.via == "self" else f"{handler.role} via {handler.via}"
    always = " always" if handler.always else ""
    return f"{handler.name} {handler.kind.__name__} {int(handler.priority)} {place}{always}"


def _row(handler: Handler) -> list[object]:
    kind, priority = handler.kind.__name__, int(handler.priority)
    return [handler.name, kind, priority, handler.role, handler.via, handler.always]


@per_class  # cached, because every new journal needs the hash
def code_fingerprint(*classes: type) -> str:
    """Return a hash of all source files in ``eventcore`` and in the packages of the given classes.

    Returns:
        The hash as 16 hexadecimal digits, or an empty str if a package has no source files.
    """
    roots = {*map(_root_of, classes), __name__.partition(".")[0]}
    found = [_sources_of(root) for root in roots]
    if not all(found):
        return ""
    whole = blake2b(digest_size=8)
    for name, source in sorted(chain.from_iterable(found)):
        whole.update(f"{name}\n{len(source)}\n".encode() + source)
    return whole.hexdigest()


def _root_of(cls: type) -> str:
    """Return the name of a class's top-level package or module, or ``__main__`` in a script."""
    spec = getattr(sys.modules[cls.__module__], "__spec__", None)
    return (spec.name if spec is not None else cls.__module__).partition(".")[0]


def _sources_of(root: str) -> list[tuple[str, bytes]]:
    module = sys.modules[root]
    if hasattr(module, "__path__"):
        return [
            (f"{root}/{path.relative_to(base).as_posix()}", path.read_bytes())
            for base in module.__path__
            for path in Path(base).rglob("*.py")
        ]
    path = Path(getattr(module, "__file__", None) or "")
    return [(path.name, path.read_bytes())] if path.suffix == ".py" and path.is_file() else []


def handler_changes(then: Table, now: Table) -> list[tuple[str, str]]:
    """Return the event type's name and a description for each difference between two tables.

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
            found.append((kind, f"{handler} handles {event} in a different place: {places}"))
    if recorded and not found and [*recorded] != [*present]:
        found.append(("", "the component classes or their handlers are in a different order"))
    return found


def _by_event(table: Table) -> dict[tuple[str, str], str]:
    """Return the priority and role of each handler, keyed by its label and event type."""
    found: dict[tuple[str, str], str] = {}
    for component, texts in table.items():
        for text in texts:
            name, _, rest = text.partition(" ")
            kind, _, place = rest.partition(" ")
            key = f"{component}.{name}", kind
            found[key] = f"{found[key]} and {place}" if key in found else place
    return found
