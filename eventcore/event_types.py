"""Event types by name, for saves and timers, which name the types of their events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from eventcore.component import Component
from eventcore.event import Event, is_declared


@lru_cache(maxsize=4)  # the worlds of a game have the same components
def heard_types(components: tuple[type[Component], ...]) -> Mapping[str, list[type[Event]]]:
    """Return the event types that handlers of the components name, by name."""
    known: dict[str, list[type[Event]]] = {}
    for cls in components:
        for handler in cls._handlers_:
            found = known.setdefault(handler.kind.__name__, [])
            if handler.kind not in found:
                found.append(handler.kind)
    return known


def types_of_name(components: tuple[type[Component], ...], name: str) -> list[type[Event]]:
    """Return the event types with a name that components handle: one, unless names clash.

    Subclasses of handled types count only if no handler names a type with this name.
    """
    heard = heard_types(components)
    if name in heard:
        return heard[name]
    subclasses = (cls for kinds in heard.values() for kind in kinds for cls in _subclasses(kind))
    return [*dict.fromkeys(cls for cls in subclasses if cls.__name__ == name)]


def _subclasses(kind: type[Event]) -> Iterator[type[Event]]:
    for cls in kind.__subclasses__():
        if is_declared(cls):
            yield cls
        yield from _subclasses(cls)
