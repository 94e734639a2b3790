"""The archetypes of a world: each is made once, and who is of which is found by its classes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from eventcore.component import Component
from eventcore.entity import Archetype, Entity

Classes: TypeAlias = tuple[type[Component], ...]
"""Component classes, one after another."""


class Archetypes:
    """The archetypes of a world, and who has which classes, as far as it was asked.

    A roster is kept until an entity comes to have all of its classes, or has no longer: each
    change of an entity's archetype is told by ``moved``.

    Attributes:
        rosters: Those that are kept.
    """

    __slots__ = ("_differing", "_having", "_home", "_made", "rosters")

    def __init__(self, home: object) -> None:
        """Begin without any.

        Args:
            home: What is the same for all of a world, and for no other's.
        """
        self._home = home
        self._made: dict[tuple[Classes, Classes, bool], Archetype] = {}
        # The archetypes that have all of some classes, and whose entities are in the world.
        self._having: dict[Classes, set[Archetype]] = {}
        self.rosters: dict[Classes, tuple[Entity, ...]] = {}
        # Which rosters hold entities of one of two archetypes only, as far as one became another.
        self._differing: dict[tuple[Archetype | None, Archetype], tuple[Classes, ...]] = {}

    def __len__(self) -> int:
        return len(self._made)

    def of(self, own: Classes, owned: Classes, *, gone: bool = False) -> Archetype:
        """Give the archetype of whoever has these classes, and owns what hears by those."""
        key = (own, owned, gone)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Archetype(own, owned, self._home, gone=gone)
            for wanted, those in self._having.items():
                if _has(found, wanted):
                    those.add(found)
        return found

    def moved(self, before: Archetype | None, after: Archetype) -> None:
        """Forget the rosters that an entity is to enter or leave, as it becomes of an archetype."""
        differing = self._differing.get((before, after))
        if differing is None:
            having = self._having.items()
            differing = tuple(
                wanted for wanted, those in having if (before in those) is not (after in those)
            )
            self._differing[before, after] = differing
        for wanted in differing:
            self.rosters.pop(wanted, None)

    def forget_rosters(self) -> None:
        """Forget who has which classes."""
        self.rosters.clear()

    def roster(self, wanted: Classes, by_id: Mapping[int, Entity]) -> tuple[Entity, ...]:
        """Give those of some entities that have all of the classes, in their order."""
        found = self.rosters.get(wanted)
        if found is None:
            those = self._those(wanted)
            found = tuple([one for one in by_id.values() if one._archetype in those])
            self.rosters[wanted] = found
        return found

    def having(self, wanted: Classes, by_id: Mapping[int, Entity]) -> Iterator[Entity]:
        """Yield the same, but for whom whoever asked has changed since."""
        found, those = self.roster(wanted, by_id), self._having[wanted]
        for entity in found:
            if entity._archetype in those:
                yield entity

    def _those(self, wanted: Classes) -> set[Archetype]:
        those = self._having.get(wanted)
        if those is None:
            those = {one for one in self._made.values() if _has(one, wanted)}
            self._having[wanted] = those
            self._differing.clear()
        return those


def _has(archetype: Archetype, wanted: Classes) -> bool:
    return not archetype.gone and archetype.index.keys() >= set(wanted)
