"""The archetypes of a world: each is made once, and who is of which is found by its classes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Final, TypeAlias

from eventcore.component import Component
from eventcore.entity import Archetype, Entity

Classes: TypeAlias = tuple[type[Component], ...]
"""Component classes, one after another."""

_SLACK: Final = 64
"""How many may have moved, in any case, before who has some classes is found anew."""

_id = attrgetter("id")


class Archetypes:
    """The archetypes of a world, and who has which classes, as far as it was asked.

    A roster is kept until an entity comes to have all of its classes, or has no longer: each
    change of an entity's archetype is told by ``moved``, before it comes to pass.

    Attributes:
        rosters: Those that are kept.
        watched: Who has which classes, as far as it was asked; where nobody asked, nobody need
            be told who moves.
    """

    __slots__ = ("_differing", "_home", "_made", "rosters", "watched")

    def __init__(self, home: object) -> None:
        """Begin without any.

        Args:
            home: What is the same for all of a world, and for no other's.
        """
        self._home = home
        self._made: dict[tuple[Classes, Classes, bool], Archetype] = {}
        self.watched: dict[Classes, Roll] = {}
        self.rosters: dict[Classes, tuple[Entity, ...]] = {}
        # Which rolls hold entities of one of two archetypes only, as far as one became another.
        self._differing: dict[tuple[Archetype | None, Archetype], tuple[Roll, ...]] = {}

    def __len__(self) -> int:
        return len(self._made)

    def of(self, own: Classes, owned: Classes, *, gone: bool = False) -> Archetype:
        """Give the archetype of whoever has these classes, and owns what hears by those."""
        key = (own, owned, gone)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Archetype(own, owned, self._home, gone=gone)
            for roll in self.watched.values():
                if _has(found, roll.wanted):
                    roll.those.add(found)
        return found

    def moved(self, entity: Entity, before: Archetype | None, after: Archetype) -> None:
        """Note that an entity is to become of another archetype."""
        differing = self._differing.get((before, after))
        if differing is None:
            differing = tuple(
                roll
                for roll in self.watched.values()
                if (before in roll.those) is not (after in roll.those)
            )
            self._differing[before, after] = differing
        for roll in differing:
            self.rosters.pop(roll.wanted, None)
            roll.note(entity)

    def forget_rosters(self) -> None:
        """Forget who has which classes."""
        self.rosters.clear()
        for roll in self.watched.values():
            roll.forget()

    def roster(self, wanted: Classes, by_id: Mapping[int, Entity]) -> tuple[Entity, ...]:
        """Give those of some entities that have all of the classes, in their order."""
        found = self.rosters.get(wanted)
        if found is None:
            found = self.rosters[wanted] = tuple(self._roll(wanted).listed(by_id))
        return found

    def having(self, wanted: Classes, by_id: Mapping[int, Entity]) -> Iterator[Entity]:
        """Yield the same, but for whom whoever asked has changed since."""
        roll = self._roll(wanted)
        found, those = roll.listed(by_id), roll.those
        found.readers += 1
        try:
            for entity in found:
                if entity._archetype in those:
                    yield entity
        finally:
            found.readers -= 1

    def _roll(self, wanted: Classes) -> Roll:
        roll = self.watched.get(wanted)
        if roll is None:
            those = {one for one in self._made.values() if _has(one, wanted)}
            roll = self.watched[wanted] = Roll(wanted, those)
            self._differing.clear()
        return roll


class _Listed(list[Entity]):
    """Entities in order of their ids.

    Attributes:
        readers: How many go through it; while there are any, it stays as it is.
    """

    __slots__ = ("readers",)

    def __init__(self, entities: list[Entity]) -> None:
        super().__init__(entities)
        self.readers: int = 0


class Roll:
    """Who has all of some classes: a list, which is brought up to date when it is asked for.

    A world of many is seldom asked for all of them, and often changed. So who has moved is
    noted, and put into the list, or taken out, one by one: that takes as long as it is moved by.

    Attributes:
        wanted: The classes.
        those: The archetypes that have them, and whose entities are in the world.
    """

    __slots__ = ("_listed", "_moved", "those", "wanted")

    def __init__(self, wanted: Classes, those: set[Archetype]) -> None:
        self.wanted: Classes = wanted
        self.those: set[Archetype] = those
        self._listed: _Listed | None = None
        self._moved: list[Entity] = []

    def note(self, entity: Entity) -> None:
        """Note that an entity comes to have the classes, or to lose one."""
        if self._listed is not None:
            self._moved.append(entity)
            if len(self._moved) > _SLACK + len(self._listed) // 16:
                self.forget()

    def forget(self) -> None:
        """Forget who has them."""
        self._listed = None
        self._moved.clear()

    def listed(self, by_id: Mapping[int, Entity]) -> _Listed:
        """Give those of some entities that have the classes now, not to be changed."""
        listed = self._listed
        if listed is None:
            those = self.those
            listed = _Listed([one for one in by_id.values() if one._archetype in those])
        elif self._moved:
            if listed.readers:
                listed = _Listed(listed)
            for entity in self._moved:
                self._put(listed, entity, by_id)
        self._moved.clear()
        self._listed = listed
        return listed

    def _put(self, listed: _Listed, entity: Entity, by_id: Mapping[int, Entity]) -> None:
        has = entity._archetype in self.those and by_id.get(entity.id) is entity
        if has and (not listed or entity.id > listed[-1].id):
            listed.append(entity)
            return
        place = bisect_left(listed, entity.id, key=_id)
        there = place < len(listed) and listed[place] is entity
        if has and not there:
            listed.insert(place, entity)
        elif there and not has:
            del listed[place]


def _has(archetype: Archetype, wanted: Classes) -> bool:
    return not archetype.gone and archetype.index.keys() >= set(wanted)
