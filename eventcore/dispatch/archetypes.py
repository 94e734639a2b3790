"""The archetypes of a world: each is made once, and who is of which is found by its classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from eventcore.component import Component
from eventcore.entity import Archetype, Entity

Classes: TypeAlias = tuple[type[Component], ...]
"""Component classes, one after another."""


class Archetypes:
    """The archetypes of a world.

    Attributes:
        found: Which entities had all of some classes when it was asked for; to be cleared as
            soon as any entity becomes of another archetype.
    """

    __slots__ = ("_having", "_home", "_made", "found")

    def __init__(self, home: object) -> None:
        """Begin without any.

        Args:
            home: What is the same for all of a world, and for no other's.
        """
        self._home = home
        self._made: dict[tuple[Classes, Classes, bool], Archetype] = {}
        # Which archetypes have all of some classes, as far as it was asked.
        self._having: dict[Classes, dict[Archetype, bool]] = {}
        self.found: dict[Classes, list[Entity]] = {}

    def __len__(self) -> int:
        return len(self._made)

    def of(self, own: Classes, owned: Classes, *, gone: bool = False) -> Archetype:
        """Give the archetype of whoever has these classes, and owns what hears by those."""
        key = (own, owned, gone)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Archetype(own, owned, self._home, gone=gone)
        return found

    def having(self, wanted: Classes, by_id: Mapping[int, Entity]) -> Iterator[Entity]:
        """Yield those of some entities that have all of the classes, in their order."""
        known = self._having.setdefault(wanted, {})
        found = self.found.get(wanted)
        if found is None:
            entities = by_id.values()
            found = [one for one in entities if _has(one._archetype, wanted, known)]
            self.found[wanted] = found
        for entity in found:
            # Whoever asked may have changed the next ones since.
            has = known.get(entity._archetype)
            if has or (has is None and _has(entity._archetype, wanted, known)):
                yield entity


def _has(archetype: Archetype, wanted: Classes, known: dict[Archetype, bool]) -> bool:
    has = known.get(archetype)
    if has is None:
        has = known[archetype] = set(wanted) <= archetype.index.keys()
    return has
