"""Find the names of entities, and keep track of new entities in a world."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from eventcore.entity import Entity
from eventcore.world import World

Called: TypeAlias = Callable[[Entity, World], str]
"""A function that returns the name of an entity or an empty str, even for a removed entity."""
WORLD: Final = "world"
"""The name of a world's root entity."""


def namer_in(world: World, called: Called | None) -> Callable[[Entity], str]:
    """Return a function that returns the name of an entity in a world, or an empty str."""
    root = world.root

    def name(entity: Entity) -> str:
        if entity is root:
            return WORLD
        return "" if called is None else called(entity, world)

    return name


class Newcomers:
    """Keeps new entities of a world until ``take`` is called, even if they leave the world.

    Attributes:
        next_id: The id that the next new entity will get.
    """

    def __init__(self, world: World, called: Called) -> None:
        self._world = world
        self._name = namer_in(world, called)
        self._come: list[Entity] = []
        self.next_id: int = world._entities.next_id

    def look(self) -> None:
        """Collect the new entities now, before any of them can leave the world."""
        entities = self._world._entities
        new = range(self.next_id, entities.next_id)
        self._come += [entities.by_id[number] for number in new if number in entities.by_id]
        self.next_id = entities.next_id

    def take(self) -> dict[str, str]:
        """Return the names of the new entities by id, and forget them."""
        self.look()
        taken, self._come = self._come, []
        return self._named(taken)

    def take_all(self) -> dict[str, str]:
        """Return the names of all entities by id; after this, none of them counts as new."""
        self.take()
        return self._named(self._world)

    def _named(self, entities: Iterable[Entity]) -> dict[str, str]:
        named = ((str(entity.id), self._name(entity)) for entity in entities)
        return {number: name for number, name in named if name}
