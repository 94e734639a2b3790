"""Memory: what a creature has seen of the ground, and what it sees now."""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from eventcore import REACT, Component, World, component, handles
from game.events.asking import WhatIsInView
from game.events.being import Arrive, LookAround
from game.events.effects import what_is
from game.events.movement import Move
from game.state import Door, Level, Place

__all__ = ["Memory"]

UNKNOWN = " "


@component
class Memory(Component):
    """Remembers the ground and the doors that came into view.

    Attributes:
        radius: How far its entity sees, in tiles, Euclidean; 1 at the least.
        rows: What it remembers, a text a row: ``#`` wall, ``.`` floor, ``+`` shut
            door, ``'`` open door, space for what it never saw.
    """

    radius: Annotated[int, Meta(ge=1)]
    rows: list[str] = attrs.Factory(list)

    @handles(Arrive, REACT)
    def look_at_a_new_place(self, arrival: Arrive, world: World) -> None:
        """Take in a new place."""
        self._take_in(world)

    @handles(Move, REACT)
    def look_on_the_way(self, move: Move, world: World) -> None:
        """Take in what the step has brought into view."""
        self._take_in(world)

    @handles(LookAround, REACT)
    def look_again(self, looking: LookAround, world: World) -> None:
        """Take in what has changed."""
        self._take_in(world)

    def _take_in(self, world: World) -> None:
        level = world.root[Level]
        place = self.entity[Place]
        radius = max(0, what_is(world, self.entity, "sight", self.radius))
        view = world.ask(WhatIsInView(world.root, place.x, place.y, radius))
        known = [list(row) for row in self.rows or [UNKNOWN * level.width] * level.height]
        # The order of the tiles does not matter here: each is written on its own.
        for x, y in view.tiles:
            known[y][x] = level.rows[y][x]
        for door in world.having(Door, Place):
            there = door[Place]
            if (there.x, there.y) in view.tiles:
                known[there.y][there.x] = "'" if door[Door].open else "+"
        self.rows = ["".join(row) for row in known]
