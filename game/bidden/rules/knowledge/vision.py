"""Sight: the tiles in view from a tile, with walls and doors.

Fields of view are a cache, like the index of occupancy. It is dropped when a door moves or is
found, or when a door or stair appears. When a door moves, creatures that remember what they see
look again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import attrs

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.door import Door, Lock, is_shut_door
from bidden.components.movement.position import Position
from bidden.events.boons import Melt
from bidden.events.ground import BurnDown, Lay
from bidden.events.movement import Arrive, Close, Open
from bidden.events.places import Find
from bidden.events.queries import WhatIsInView, WhatShows
from bidden.events.turns import LookAround
from bidden.grid.fixed import fixed_on
from bidden.grid.fov import Sightlines
from bidden.state import GATE, WALL, Gate, Levels, Stair, is_secret
from eventcore import APPLY, MODIFY, REACT, Component, Entity, World, component, handles

T = TypeVar("T")
Tiles = frozenset[tuple[int, int]]


@component
class Vision(Component):
    """Computes what is in view."""

    _ground: dict[int, Sightlines] = attrs.field(factory=dict, init=False, repr=False)
    _known: dict[tuple[int, int, int, int], Tiles] = attrs.field(
        factory=dict, init=False, repr=False
    )

    _shut: dict[int, list[tuple[int, int]]] = attrs.field(factory=dict, init=False, repr=False)
    _rows: dict[int, list[str]] = attrs.field(factory=dict, init=False, repr=False)
    _masks: dict[tuple[int, int, int], tuple[bytes, int]] = attrs.field(
        factory=dict, init=False, repr=False
    )

    _changes: int = attrs.field(default=0, init=False, repr=False)

    @property
    def changes(self) -> int:
        """How often fields of view have changed, for caches that depend on them."""
        return self._changes

    def has_sight_of(self, there: Position, here: Position, world: World) -> bool:
        """Return whether nothing blocks sight between two places on a level, at any distance.

        Sight is symmetric, so all creatures that look at a place share one field of view from it.
        """
        mask, width = self._masks.get((there.x, there.y, there.level)) or self._mask(there, world)
        spot = here.y * width + here.x
        return 0 <= here.x < width and 0 <= spot < len(mask) and mask[spot] == 1

    def who_has_sight_of(
        self, those: Sequence[tuple[T, Position]], here: Position, world: World
    ) -> list[T]:
        """Return the observers with a clear line of sight to ``here``, in their order.

        ``those`` are pairs of an observer and its position on the same level.
        """
        found, masks, x, y = [], self._masks, here.x, here.y
        for observer, there in those:
            known = masks.get((there.x, there.y, there.level))
            mask, width = self._mask(there, world) if known is None else known
            spot = y * width + x
            if 0 <= x < width and 0 <= spot < len(mask) and mask[spot] == 1:
                found.append(observer)
        return found

    def _mask(self, there: Position, world: World) -> tuple[bytes, int]:
        """Return the tiles in view from a place, one byte each, and the length of a row."""
        if len(self._masks) >= _MOST_KEPT:
            self._masks.clear()
        lines = self._lines(there.level, world)
        mask = lines.mask_from(self._shut_doors(there.level, world), there.x, there.y)
        found = mask, world.root[Levels].at(there.level).width
        self._masks[there.x, there.y, there.level] = found
        return found

    @handles(WhatIsInView, MODIFY)
    def tell_what_is_in_view(self, question: WhatIsInView, world: World) -> None:
        level = question.level
        key = (question.x, question.y, question.radius, level)
        if key not in self._known:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            shut = self._shut_doors(level, world)
            self._known[key] = self._lines(level, world).from_tile(shut, *key[:3])
        question.tiles = self._known[key]

    @handles(WhatShows, MODIFY)
    def tell_what_shows(self, question: WhatShows, world: World) -> None:
        """Draw doors and stairs over the ground."""
        level = question.level
        if level not in self._rows:
            self._rows[level] = _drawn(question.rows, level, world)
        question.rows = [*self._rows[level]]

    @handles(Open, REACT, via="world")
    @handles(Close, REACT, via="world")
    @handles(BurnDown, REACT, via="world")
    def look_anew_when_a_door_moves(self, _door: Open | Close | BurnDown, world: World) -> None:
        self._forget()
        _let_all_look(world)

    @handles(Melt, REACT, via="world")
    def look_anew_when_walls_melt(self, melt: Melt, world: World) -> None:
        self._ground.pop(melt.level, None)
        self._forget()
        _let_all_look(world)

    @handles(Find, REACT, via="world")
    def look_anew_when_a_door_is_found(self, finding: Find, world: World) -> None:
        """Show the door to everybody who saw a wall there, whoever found it."""
        if Door in finding.thing:
            self._forget()
            _let_all_look(world)

    @handles(Arrive, APPLY, via="world")
    def look_anew_at_what_comes_to_be(self, arrival: Arrive, world: World) -> None:
        if Door in arrival.enactor or Stair in arrival.enactor:
            self._forget()

    @handles(Lay, REACT, via="world")
    def look_anew_at_what_lies_there(self, lay: Lay, world: World) -> None:
        """Forget how the level looks. Fields of view stay valid."""
        self._rows.pop(lay.level, None)

    def _forget(self) -> None:
        self._changes += 1
        for kept in (self._known, self._masks, self._shut, self._rows):
            kept.clear()

    def _shut_doors(self, level: int, world: World) -> list[tuple[int, int]]:
        if level not in self._shut:
            shut = [door[Position] for door in fixed_on(level, world, Door) if is_shut_door(door)]
            self._shut[level] = [(at.x, at.y) for at in shut]
        return self._shut[level]

    def _lines(self, level: int, world: World) -> Sightlines:
        if level not in self._ground:
            self._ground[level] = Sightlines(world.root[Levels].at(level).rows)
        return self._ground[level]


def _drawn(ground: list[str], level: int, world: World) -> list[str]:
    rows = [[*row] for row in ground]
    for door in fixed_on(level, world, Door):
        rows[door[Position].y][door[Position].x] = _glyph_of(door)
    for stair in fixed_on(level, world, Stair):
        glyph = GATE if Gate in stair else "<" if stair[Stair].to < level else ">"
        rows[stair[Position].y][stair[Position].x] = glyph
    return ["".join(row) for row in rows]


def _glyph_of(door: Entity) -> str:
    lock = door.get(Lock)
    if is_secret(door):
        return WALL
    if lock is not None and lock.locked:
        return "X"
    return "'" if door[Door].open else "+"


def _let_all_look(world: World) -> None:
    for creature in world.having(Memory, Position):
        world.publish(LookAround(creature))


_MOST_KEPT = 512
"""The maximum number of stored fields of view: more than the paths of a level usually need."""
