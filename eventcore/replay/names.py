"""Who is who: what the entities of a world are called, and who of them has come since."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from eventcore.entity import Entity
from eventcore.world import World

Called: TypeAlias = Callable[[Entity, World], str]
"""Says what an entity of a world is called, be it gone; empty for one without a name."""
WORLD: Final = "world"
"""What the root of a world is called."""


def namer_in(world: World, called: Called | None) -> Callable[[Entity], str]:
    """Give what says how the entities of a world are called; empty for one without a name."""
    root = world.root

    def name(entity: Entity) -> str:
        if entity is root:
            return WORLD
        return "" if called is None else called(entity, world)

    return name


class Newcomers:
    """Keeps who comes to be in a world until they are asked for, those that are gone by then too.

    Attributes:
        next_id: The id of the next one it has not got yet.
    """

    def __init__(self, world: World, called: Called) -> None:
        """Begin with those that come from now on."""
        self._world = world
        self._name = namer_in(world, called)
        self._come: list[Entity] = []
        self.next_id: int = world._entities.next_id

    def look(self) -> None:
        """Keep those that have come since it last looked: before any of them can be gone."""
        entities = self._world._entities
        new = range(self.next_id, entities.next_id)
        self._come += [entities.by_id[number] for number in new if number in entities.by_id]
        self.next_id = entities.next_id

    def take(self) -> dict[str, str]:
        """Give the names of those that have come, by their ids, and forget them."""
        self.look()
        taken, self._come = self._come, []
        return self._named(taken)

    def take_all(self) -> dict[str, str]:
        """Give the names of all there are, by their ids; none of them has come since."""
        self.take()
        return self._named(self._world)

    def _named(self, entities: Iterable[Entity]) -> dict[str, str]:
        named = ((str(one.id), self._name(one)) for one in entities)
        return {number: name for number, name in named if name}
