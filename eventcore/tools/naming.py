"""Find and name entities, describe intents, and find fields and event types by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from eventcore.component import Component, with_subclasses
from eventcore.entity import Entity
from eventcore.errors import UnknownEntityError
from eventcore.event import Event
from eventcore.journal.format import Record
from eventcore.replay import Source
from eventcore.replay.event_log import WORLD, namer_in
from eventcore.replay.simulation import Simulation
from eventcore.text import shorten, there_is
from eventcore.tools.results import UsageError
from eventcore.trace.values import Namer, Written
from eventcore.trace.watch import ABSENT
from eventcore.world import World

_LONGEST = 16  # the maximum length of a value in the description of an intent


class Names:
    """Describes entities by name and id (``zombie 57``), or by id alone (``entity 57``)."""

    def __init__(
        self, source: Source, world: World, known: Mapping[str, str] | None = None
    ) -> None:
        """Look up names in a world and then in ``known``, which maps ids to names."""
        self.world = world
        self.name: Namer = namer_in(world, source.name)
        self._known = dict(known or {})
        self._met: dict[str, None] = {}  # the names that arguments were compared with
        self._kinds: dict[str, type[Event]] = {}

    def keep(self, entity: Entity) -> None:
        """Remember the name of an entity, so that tools can show it after the entity has left."""
        self._known[str(entity.id)] = self.name(entity)

    def of(self, entity: Entity) -> str:
        """Return the name and the id of an entity."""
        known = self._known.get(str(entity.id), "")
        name = self.name(entity) or known if entity.alive else known or self.name(entity)
        return name if name == WORLD else f"{name or 'entity'} {entity.id}"

    def of_id(self, number: int) -> str:
        """Return the name and id of an entity, even if the entity no longer exists."""
        try:
            return self.of(self.world[number])
        except UnknownEntityError:
            return f"{self._known.get(str(number), 'entity')} {number}"

    def matches(self, entity: Entity, text: str) -> bool:
        """Return whether a string is an entity's id, its name, or both, such as ``zombie 57``."""
        number, name = str(entity.id), self.name(entity)
        self._met[name or number] = None
        return text in (number, name, self.of(entity), f"{name} ({number})")

    def find(self, text: str) -> list[Entity]:
        """Return the entities that match an id, a name, or both, such as ``zombie 57``."""
        found = [one for one in self.world if self.matches(one, text)]
        if not found:
            name, _, number = text.rpartition(" ")
            number = number.strip("()")
            if number.isdecimal() and 0 < int(number) < self.world._entities.next_id:
                said = f"entity {number} left by turn {self.world.turn}; see explain --of {number}"
                if int(number) in self.world._entities.by_id:
                    said = f"entity {number} is {self.of_id(int(number))!r}"
                raise UsageError(f"there is no {text!r}: {said}")
            if name in self._met and number.isdecimal():
                raise UsageError(f"no {name} has the id {number}")
            raise UsageError(f"there is no {text!r}; {there_is(text, self._met)}")
        return found

    def roles(self, event: str) -> Sequence[str]:
        """Return the roles of an event, given its type, or its type and number."""
        self._kinds = self._kinds or event_types(self.world.components)
        kind = self._kinds.get(event.partition(" ")[0])
        return () if kind is None else kind._roles_

    def value(self, event: str, field: str, value: Any) -> Any:
        """Return the value of an event's field. For an entity's id, return the entity's name."""
        if type(value) is int and field in self.roles(event):
            return Written(self.of_id(value))
        return value


def intent_text(simulation: Simulation, record: Record) -> str:
    """Describe an intent by its ``__str__`` method, or by its type and fields if it has none."""
    try:
        intent = simulation.decode(record.type, record.v, record.data)
        if any("__str__" in vars(cls) for cls in type(intent).__mro__[:-1]):
            return shorten(str(intent))
    except Exception:  # the data is damaged, or an entity in it does not exist yet
        pass
    fields: Any = msgspec.json.decode(record.data)
    shown = fields.items() if isinstance(fields, dict) else ()
    values = [value for name, value in shown if name != "enactor" and value is not None]
    texts = [v if isinstance(v, str) else msgspec.json.encode(v).decode() for v in values]
    return shorten(" ".join([record.type, *(shorten(text, _LONGEST) for text in texts)]))


def find_field(world: World, label: str) -> tuple[type[Component], str, str]:
    """Split a label into the component class, the field, and the path of an item in the field.

    The label is ``Component.field``. A key or an index may follow, such as ``.0`` or ``[0]``.
    """
    name, _, rest = label.partition(".")
    field, _, item = re.sub(r"\[([0-9]+)\]", r".\1", rest).partition(".")
    classes = {cls.__name__: cls for cls in world.components}
    if name not in classes:
        raise UsageError(f"{label}: there is no component {name!r}; {there_is(name, classes)}")
    if not field:
        fields = ", ".join(f"{name}.{one}" for one in classes[name]._fields_) or "none"
        raise UsageError(f"{label}: add a field; {name} has these fields: {fields}")
    if field in (cls := classes[name])._fields_:
        return cls, field, item
    if field.startswith("_") and hasattr(cls, field):
        said = "so replays cannot compare it; check_simulation finds rules that depend on it"
        raise UsageError(f"{cls.__name__}.{field} is private and not saved, {said}")
    raise UsageError(f"{cls.__name__} has no field {field!r}; {there_is(field, cls._fields_)}")


def item_of(value: Any, path: str) -> Any:
    """Return the item at a path in a value, such as ``line.2``, or ``ABSENT`` if it is missing."""
    while path:
        hints = [vars(cls).get("__annotations__", ()) for cls in type(value).__mro__]
        fields = [(name, getattr(value, name, ABSENT)) for names in hints for name in names]
        pairs: Iterable[Any] = value.items() if isinstance(value, dict) else fields
        pairs = enumerate(value) if isinstance(value, list | tuple) else pairs
        items = {str(key): one for key, one in pairs}
        key = path if path in items else path.partition(".")[0]
        value, path = items.get(key, ABSENT), path[len(key) + 1 :]
    return value


def event_types(components: Iterable[type[Component]]) -> dict[str, type[Event]]:
    """Return the event types that are handled by components or declared in their packages.

    Subclasses of handled types are included. The library's other event types are left out.
    """
    classes = [*components]
    handled = {one.kind for cls in classes for one in cls._handlers_}
    packages = {cls.__module__.partition(".")[0] for cls in classes} - {"eventcore"}
    found = dict[str, type[Event]]()
    for kind in with_subclasses(Event):
        here = kind.__module__.partition(".")[0] in packages or handled.intersection(kind.__mro__)
        is_free = kind in handled or kind.__name__ not in found  # types may have the same name
        if here and is_free and kind.__name__[0] != "_":
            found[kind.__name__] = kind
    return found
