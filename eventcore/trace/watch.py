"""A tap that notes who sets one field of components to something else, wherever they hang.

A tracer looks at what plays a part in an event; this looks at one field, after each handler,
and so at all who write it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import attrs

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.handler import Handler
from eventcore.tap import Tap
from eventcore.trace.values import Namer, Value, make_writer
from eventcore.world import World


class _Absent:
    """Stands for the value of a field that is not there."""


_ABSENT: Final = _Absent()


@attrs.frozen
class Write:
    """A change of the field.

    Attributes:
        entity: Whose component it is of.
        before: What it held; None as well where the component was not there yet.
        after: What it holds; None as well where the component is gone.
        there: Whether the component was there before, and whether it is now.
        handler: Who wrote it; None where no handler was running.
        event: The event in whose chain that was.
    """

    entity: Entity
    before: Value
    after: Value
    there: tuple[bool, bool]
    handler: Handler | None
    event: Event | None


class FieldWatch(Tap):
    """Notes each change of a field, and the handler that made it.

    Attributes:
        writes: The changes, in order.
    """

    def __init__(
        self,
        world: World,
        component: type[Component],
        field: str,
        whose: Callable[[], Iterable[Entity]],
        name: Namer | None = None,
    ) -> None:
        """Take what there is as the beginning; it is not attached yet.

        Args:
            world: Where to look.
            component: The class of the component.
            field: Its field.
            whose: Gives the entities that are looked at, each time anew.
            name: Says what entities are called.
        """
        self.writes: list[Write] = []
        self._world = world
        self._component = component
        self._field = field
        self._whose = whose
        self._write = make_writer(name)
        self._running: list[tuple[Event, Handler | None]] = []
        self._known: dict[Entity, Any] = {}
        self._known = self._read()

    def __enter__(self) -> FieldWatch:
        self._world.tap(self)
        return self

    def __exit__(self, *error: object) -> None:
        self._world.untap(self)

    def published(self, event: Event) -> None:
        """Look at what the handler that publishes has written until now."""
        self.look()
        # An event that an error ended does not settle; its cause is the one in flight then.
        while self._running and self._running[-1][0] is not event.cause:
            self._running.pop()
        self._running.append((event, None))

    def handling(self, event: Event, handler: Handler, component: Component) -> None:
        """Remember who runs."""
        while self._running and self._running[-1][0] is not event:
            self._running.pop()
        self._running[-1:] = [(event, handler)]

    def handled(self, event: Event, handler: Handler) -> None:
        """Look at what a handler has written."""
        self.look()

    def settled(self, event: Event) -> None:
        """Go back to the event that caused it."""
        self.look()
        while self._running and self._running.pop()[0] is not event:
            pass

    def look(self) -> None:
        """Note what has changed since the last time."""
        now, then = self._read(), self._known
        if now == then:
            return
        self._known = now
        event, handler = self._running[-1] if self._running else (None, None)
        for entity in [*then, *(one for one in now if one not in then)]:
            before, after = then.get(entity, _ABSENT), now.get(entity, _ABSENT)
            if before != after or type(before) is not type(after):
                there = before is not _ABSENT, after is not _ABSENT
                one, other = (None if value is _ABSENT else value for value in (before, after))
                self.writes.append(Write(entity, one, other, there, handler, event))

    def _read(self) -> dict[Entity, Any]:
        found = {}
        for entity in self._whose():
            part: Any = entity.get(self._component)
            if part is not None:
                found[entity] = self._write(getattr(part, self._field))
        return found
