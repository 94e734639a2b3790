"""Watch a field or whole entities during a replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from eventcore.codegen import make_function, per_class
from eventcore.component import Component
from eventcore.dispatch.preview import copy_value
from eventcore.entity import Entity
from eventcore.text import there_is
from eventcore.tools.naming import Names, find_field, item_of
from eventcore.tools.opening import Recording
from eventcore.tools.results import UsageError
from eventcore.trace.values import Value, make_writer
from eventcore.trace.watch import ABSENT, Place, Scope, WriteWatch
from eventcore.world import World


class Length(int):
    """The length of a list or dict, recorded instead of its value."""


class Watched:
    """Watches one field, or everything about some entities: fields, spawns and despawns.

    Attributes:
        names: The entity names in the most recently watched world.
        ids: The ids of the entities that ``of`` refers to, in all watched worlds.
    """

    def __init__(self, recording: Recording, of: str, label: str, *, sized: bool = False) -> None:
        """Watch the field ``label`` of the entities with the name or id ``of``, or of all.

        With ``sized``, watch only the length of lists and dicts.
        """
        self.names: Names
        self.ids: set[int] = set()
        self.label: str = label
        self.of: str = of
        self._met = False  # whether a watched world has had an entity that ``of`` refers to
        self._recording = recording
        self._sized = (list, tuple, dict) if sized else ()
        self._field = find_field(recording.first.world, label) if label else None
        # Look up the names after the setup, because an entity may get its name late in the setup.
        first = Names(recording.source, recording.first.world)
        begun = [one for one in first.world if of and first.matches(one, of)]
        self._begun = {str(one.id): first.name(one) for one in begun}

    def __call__(self, world: World, kind: type[WriteWatch] = WriteWatch) -> WriteWatch:
        """Return a tap that watches the fields in a world."""
        return kind(world, self.scope_of(world))

    def scope_of(self, world: World) -> Scope:
        """Return a function that reads the watched fields in a world."""
        self.names = names = Names(self._recording.source, world, self._begun)
        write, fields_of, next_id = make_writer(names.name), per_class(self._fields_of), 1
        meant: list[Entity] = []
        # Maps a component to a copy of its watched fields, and to the values shown in traces.
        known: dict[Component, tuple[Any, dict[Place, Value]]] = {}
        found: dict[Place, Value] = {}
        latest: list[dict[Place, Value]] = []  # the values of each component in ``found``

        def find() -> Iterable[Entity]:
            """Return the entities to watch; each entity is checked once, when it first appears."""
            nonlocal next_id
            # Leave out despawned entities, which stay in the world until the event has settled.
            leaving = [one for leavers in world._despawned.values() for one in leavers]
            if self._field is not None and not self.of:
                return [one for one in world.having(self._field[0]) if one not in leaving]
            entities = world._entities
            for number in range(next_id, entities.next_id):
                entity = entities.by_id.get(number)
                if entity and (str(number) in self._begun or names.matches(entity, self.of)):
                    self._met = True
                    meant.append(entity)
                    names.keep(entity)
            next_id = entities.next_id
            return [entity for entity in meant if entity.alive and entity not in leaving]

        def look() -> Mapping[Place, Value]:
            """Return the values of the watched fields; return the same dict if none has changed."""
            nonlocal found, latest
            now: list[dict[Place, Value]] = []
            for entity in find():
                if self._field is None:
                    now.append({(entity, ""): ""})
                for part in self._parts_of(entity):
                    read, labels = fields_of(type(part))
                    values = read(part)
                    if part not in known or values != known[part][0]:
                        before, texts = known.get(part, (values, {}))
                        places = [(entity, label) for label in labels]
                        rows = zip(places, before, values, strict=True)
                        known[part] = copy_value(values), dict(written(rows, texts))
                    now.append(known[part][1])
            if now != latest:
                latest, found = now, {key: text for one in now for key, text in one.items()}
            return found

        def written(rows: Iterable[Any], texts: Mapping[Place, Value]) -> Iterator[Any]:
            for place, before, value in rows:
                one = value if self._field is None else item_of(value, self._field[2])
                if before is value and place in texts:  # a handle's text may change by itself
                    yield place, texts[place]
                elif one is not ABSENT:
                    yield place, Length(len(one)) if isinstance(one, self._sized) else write(one)

        return look

    def _parts_of(self, entity: Entity) -> Sequence[Component]:
        watched = self._field is None or self._field[0] in entity
        if watched:
            self.ids.add(entity.id)
        if self._field is None:
            return entity.components
        return (entity[self._field[0]],) if watched else ()

    def _fields_of(
        self, cls: type[Component]
    ) -> tuple[Callable[[Any], tuple[Any, ...]], list[str]]:
        """Return a function that reads the watched fields of a component, and their labels."""
        if self._field is not None:
            names, labels = [self._field[1]], [self.label]
        else:
            names = [*cls._fields_]
            labels = [f"{cls._declared_.__name__}.{name}" for name in names]
        code = "".join(f"it.{name}, " for name in names)
        return make_function(f"def read(it): return ({code})", {}), labels

    def __str__(self) -> str:
        return self.label + (f" of {self.of}" if self.of else "")

    def check_found(self, *, every: bool = True) -> None:
        """Raise UsageError if none of the entities that ``of`` selects had the watched field.

        ``every`` says whether all turns were replayed.
        """
        if not self.of or self.ids:
            return
        path = self._recording.path
        if self._field is not None and self._met:
            cls, having = self._field[0], [*self.names.world.having(self._field[0])]
            hint = there_is(self.of, map(self.names.of, having)) if having else "omit --of"
            raise UsageError(f"{path}: {self.of} lacked the component {cls.__name__}; {hint}")
        if not every:
            hint = "to search all turns, omit --turn"
            raise UsageError(f"{path}: there was no {self.of!r} in these turns; {hint}")
        self.names.find(self.of)
