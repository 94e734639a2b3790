"""Occupancy: a spatial index of all positions.

The index is a cache, built on the first query and updated when things move. It is neither saved
nor part of the digest. Its answers are in order of id, as from a rebuilt index.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Final, TypeAlias

import attrs

from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.events.movement import Arrive, Leave, Move
from bidden.events.queries import WhatIsAmong, WhatIsAt
from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles

Index: TypeAlias = dict[int, dict[tuple[int, int], list[Entity]]]
"""The things on each tile of each level, in order of id."""


@component
class Occupancy(Component):
    """Knows what is on a tile."""

    _index: Index | None = attrs.field(default=None, init=False, repr=False)

    @handles(WhatIsAt, MODIFY)
    def tell_what_is_there(self, question: WhatIsAt, world: World) -> None:
        question.found += things_on(question.x, question.y, question.level, world)

    @handles(WhatIsAmong, MODIFY)
    def tell_what_is_among_them(self, question: WhatIsAmong, world: World) -> None:
        index = self._of(world) if self._index is None else self._index
        there, tiles = index.get(question.level, {}), question.tiles
        # Iterate over the smaller set: the tiles in view, or the occupied tiles of the level.
        among = tiles.intersection(there) if len(there) < len(tiles) else there.keys() & tiles
        found = question.found
        begun = len(found)
        for tile in among:
            found += there[tile]
        if begun:
            found[begun:] = sorted(found[begun:], key=_number)
        else:
            found.sort(key=_number)

    # At REACT, because a step without a component to apply it must fail instead.
    @handles(Move, REACT, via="world")
    def follow_the_walker(self, move: Move, world: World) -> None:
        index = self._of(world)
        _remove(move.enactor, index, move.from_x, move.from_y)
        _enter(move.enactor, index)

    @handles(Arrive, APPLY, via="world")
    def note_who_arrives(self, arrival: Arrive, world: World) -> None:
        _enter(arrival.enactor, self._of(world))

    @handles(Die, REACT, via="world")
    def forget_the_dead(self, die: Die, world: World) -> None:
        self._forget(die.target, world)

    @handles(Leave, APPLY, via="world")
    def forget_who_leaves(self, leaving: Leave, world: World) -> None:
        self._forget(leaving.enactor, world)

    def _forget(self, thing: Entity, world: World) -> None:
        here = thing[Position]
        _remove(thing, self._of(world), here.x, here.y)

    def _of(self, world: World) -> Index:
        if self._index is None:
            self._index = {}
            for thing in world.having(Position):
                _enter(thing, self._index)
        return self._index


def things_on(x: int, y: int, level: int, world: World) -> Sequence[Entity]:
    """Return the things on a tile, in order of id, without a query.

    The result is the list of the index itself: copy it before you publish anything.
    """
    occupancy = world.root[Occupancy]
    index = occupancy._index
    if index is None:
        index = occupancy._of(world)
    return index[level].get((x, y), ()) if level in index else ()


def things_by_tile(level: int, world: World) -> Mapping[tuple[int, int], Sequence[Entity]]:
    """Return the things on all occupied tiles of a level. Do not keep the result, as above."""
    return world.root[Occupancy]._of(world).get(level, {})


def _enter(thing: Entity, index: Index) -> None:
    here = thing[Position]
    things = index.setdefault(here.level, {}).setdefault((here.x, here.y), [])
    if thing not in things:
        insort(things, thing, key=_number)


def _remove(thing: Entity, index: Index, x: int, y: int) -> None:
    there = index.get(thing[Position].level, {})
    things = there.get((x, y), [])
    if thing in things:
        things.remove(thing)
        if not things:
            del there[x, y]


_number: Final = attrgetter("id")
