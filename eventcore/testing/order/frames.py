"""Frames: the handlers that run at a moment, outermost first, and what each is seen to do.

What a handler does is done by those as well that published or asked what it hears. But
what came to be only while one ran, the packet it published or the entity it spawned, is
nothing that another could have met: of that, nothing is noted for it.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from eventcore.component import Component
from eventcore.entity import Entity
from eventcore.event import Event
from eventcore.schema.encoding import encode
from eventcore.testing.order.footprints import SEQUENCE, Footprint

PLAIN: Final = (int, float, str, bytes, frozenset, type(None), Enum, Entity)
"""Values of these types do not change in place."""


class Frame:
    """One handler, while it runs.

    Attributes:
        event: What it hears.
        first_new: The id of the first entity that came to be since it began.
        footprint: What is noted of it.
        roles: What the entities in the event's roles, and the world itself, are called.
        before: What was in the containers it may change in place.
    """

    __slots__ = ("before", "event", "first_new", "footprint", "roles")

    def __init__(self, event: Event, world: Any, footprint: Footprint) -> None:
        self.event: Event = event
        self.first_new: int = world._entities.next_id
        self.footprint: Footprint = footprint
        self.before: dict[tuple[Event | Component, str], bytes | str] = {}
        self.roles: dict[Entity, list[str]] = {world.root: ["world"]}
        for role in type(event)._roles_:
            entity = object.__getattribute__(event, role)
            if entity is not None and entity is not world.root:
                self.roles.setdefault(entity, []).append(role)

    def names(self, entity: Entity, part: str) -> list[str]:
        """Give what a part of an entity is called here; nothing if it is newly spawned."""
        if entity.id >= self.first_new:
            return []
        return [f"{role}{part}" for role in self.roles.get(entity, ("other",))]


class Frames:
    """Keeps the handlers that run at a moment, outermost first.

    Attributes:
        stack: Them, outermost first; empty while what they do is not to be noted.
    """

    def __init__(self) -> None:
        self.stack: list[Frame] = []

    def pop(self) -> None:
        """Note what the handler has changed in place; for those around it as well."""
        for (owner, field), before in self.stack[-1].before.items():
            if self._written(object.__getattribute__(owner, field)) != before:
                self.note_field(owner, field, write=True)
        self.stack.pop()

    def note(self, name: str, *, write: bool = False) -> None:
        """Note that something of the world as a whole is used."""
        for frame in self.stack:
            _add(frame, name, write)

    def note_entity(self, entity: Entity, part: str, *, write: bool = False) -> None:
        """Note that a part of an entity is used."""
        for frame in self.stack:
            for name in frame.names(entity, part):
                _add(frame, name, write)

    def note_field(self, owner: Event | Component, field: str, *, write: bool = False) -> None:
        """Note that a field of a packet or a component is used."""
        if isinstance(owner, Event):
            for frame in self.stack[self._place(owner) :]:
                _add(frame, f"{type(owner).__name__}.{field}", write)
        else:
            entity = object.__getattribute__(owner, "_entity")
            if entity is not None:
                self.note_entity(
                    entity, f"[{type(owner)._declared_.__name__}].{field}", write=write
                )

    def note_number(self, event: Event) -> None:
        """Note that the number of an event is read; for those it was published by."""
        for frame in self.stack[: self._place(event)]:
            _add(frame, SEQUENCE, False)

    def keep(self, owner: Event | Component, field: str, value: Any) -> None:
        """Remember what is in a field that may change in place from now on."""
        start = self._place(owner) if isinstance(owner, Event) else 0
        lacking = [f for f in self.stack[start:] if (owner, field) not in f.before]
        if lacking:
            written = self._written(value)
            for frame in lacking:
                frame.before[owner, field] = written

    def _place(self, event: Event) -> int:
        """Find the outermost handler that hears an event; the number of all if there is none."""
        for place, frame in enumerate(self.stack):
            if frame.event is event:
                return place
        return len(self.stack)

    def _written(self, value: Any) -> bytes | str:
        """Write a value down; what that reads is not noted."""
        running, self.stack[:] = [*self.stack], []
        try:
            return encode(value)
        except TypeError:
            return repr(value)
        finally:
            self.stack[:] = running


def _add(frame: Frame, name: str, write: bool) -> None:
    (frame.footprint.writes if write else frame.footprint.reads).add(name)
