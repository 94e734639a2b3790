"""Event types by name: saves and timers name the type of an event, and a world finds it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from eventcore.component import Component
from eventcore.event import Event, is_declared


@lru_cache(maxsize=4)  # a world asks for each of its types, and worlds of a game are alike
def heard_types(components: tuple[type[Component], ...]) -> Mapping[str, list[type[Event]]]:
    """Return the event types for which components have handlers of their own, by name."""
    known: dict[str, list[type[Event]]] = {}
    for cls in components:
        for handler in cls._handlers_:
            found = known.setdefault(handler.kind.__name__, [])
            if handler.kind not in found:
                found.append(handler.kind)
    return known


def types_of_name(components: tuple[type[Component], ...], name: str) -> list[type[Event]]:
    """Return the event types of a name that components hear: one, unless something is wrong.

    Types that have handlers of their own come before types heard as a subclass of another.
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
