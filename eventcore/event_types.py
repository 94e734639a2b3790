"""Event types by name, for saves and timers, which name the types of their events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from eventcore.component import Component
from eventcore.event import Event, is_declared


@lru_cache(maxsize=4)  # the worlds of a game have the same components
def _heard_types(components: tuple[type[Component], ...]) -> Mapping[str, list[type[Event]]]:
    known: dict[str, dict[type[Event], None]] = {}
    for cls in components:
        for handler in cls._handlers_:
            known.setdefault(handler.kind.__name__, {})[handler.kind] = None
    return {name: [*kinds] for name, kinds in known.items()}


def types_of_name(components: tuple[type[Component], ...], name: str) -> list[type[Event]]:
    """Return the event types with a name that components handle: one, unless names clash.

    Subclasses of handled types count only if no handler names a type with this name.
    """
    heard = _heard_types(components)
    if name in heard:
        return heard[name]
    subclasses = (cls for kinds in heard.values() for kind in kinds for cls in _subclasses(kind))
    return [*dict.fromkeys(cls for cls in subclasses if cls.__name__ == name)]


def _subclasses(kind: type[Event]) -> Iterator[type[Event]]:
    for cls in kind.__subclasses__():
        if is_declared(cls):
            yield cls
        yield from _subclasses(cls)
