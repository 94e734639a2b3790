"""The rule that knows what stands where: a spatial index over every Place.

The index is a cache. It is built from the places when first asked for and kept
up by hearing what moves, so it is neither saved nor part of the digest; and it
answers in order of ids, which a rebuilt one does as well.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

import attrs

from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles
from game.events.asking import WhatIsAmong, WhatIsAt
from game.events.being import Arrive, Leave
from game.events.combat import Die
from game.events.movement import Move
from game.state import Place

__all__ = ["Occupancy"]

Index = dict[tuple[int, int, int], list[Entity]]


@component
class Occupancy(Component):
    """Knows who and what is on a tile."""

    _index: Index | None = attrs.field(default=None, init=False, repr=False)

    def on(self, x: int, y: int, level: int, world: World) -> Sequence[Entity]:
        """Give the things on a tile, in order of their ids; for rules that look at many tiles."""
        index = self._index
        return (self._of(world) if index is None else index).get((x, y, level), ())

    @handles(WhatIsAt, MODIFY)
    def tell_what_is_there(self, question: WhatIsAt, world: World) -> None:
        """Add the things on the tile to the answer."""
        question.found += self.on(question.x, question.y, question.level, world)

    @handles(WhatIsAmong, MODIFY)
    def tell_what_is_among_them(self, question: WhatIsAmong, world: World) -> None:
        """Add the things on the tiles to the answer."""
        index, level = self._of(world), question.level
        found = [index.get((x, y, level)) for x, y in question.tiles]
        question.found += sorted((one for many in found if many for one in many), key=_number)

    # At REACT, where rules come first: a step that nobody applies is to fail, not to be followed.
    @handles(Move, REACT, via="world")
    def follow_the_walker(self, move: Move, world: World) -> None:
        """Move the walker from the tile it left to the one it is on."""
        index = self._of(world)
        level = move.enactor[Place].level
        left = index.get((move.from_x, move.from_y, level), [])
        if move.enactor in left:
            left.remove(move.enactor)
        self._enter(move.enactor, index)

    @handles(Arrive, APPLY, via="world")
    def welcome(self, arrival: Arrive, world: World) -> None:
        """Take note of a thing that has just come to be."""
        self._enter(arrival.enactor, self._of(world))

    @handles(Die, REACT, via="world")
    def forget_the_dead(self, die: Die, world: World) -> None:
        """Take the dead off their tile."""
        self._forget(die.target, world)

    @handles(Leave, APPLY, via="world")
    def forget_who_leaves(self, leaving: Leave, world: World) -> None:
        """Take who goes elsewhere off the tile."""
        self._forget(leaving.enactor, world)

    def _forget(self, thing: Entity, world: World) -> None:
        things = self._of(world).get(_key(thing[Place]), [])
        if thing in things:
            things.remove(thing)

    @staticmethod
    def _enter(thing: Entity, index: Index) -> None:
        things = index.setdefault(_key(thing[Place]), [])
        if thing not in things:
            insort(things, thing, key=_number)

    def _of(self, world: World) -> Index:
        if self._index is None:
            self._index = {}
            for thing in world.having(Place):
                self._index.setdefault(_key(thing[Place]), []).append(thing)
        return self._index


def _number(thing: Entity) -> int:
    return thing.id


def _key(place: Place) -> tuple[int, int, int]:
    return place.x, place.y, place.level
