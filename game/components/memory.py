"""Memory: what a creature has seen of the ground, and what it sees now."""

from __future__ import annotations

from typing import Annotated

import attrs
from msgspec import Meta

from eventcore import MODIFY, REACT, Component, World, component, handles
from game.events.being import Arrive, LookAround
from game.events.effects import WhatIs
from game.events.growth import Improve
from game.events.movement import Move
from game.seeing import in_view_of
from game.state import Door, Levels, Place, Stair

__all__ = ["Memory"]

UNKNOWN = " "


@component
class Memory(Component):
    """Remembers the ground and the doors that came into view.

    Attributes:
        radius: How far its entity sees, in tiles, Euclidean; 1 at the least.
        levels: What it remembers of each level, from the top down, a text a row: ``#``
            wall, ``.`` floor, ``+`` shut door, ``'`` open door, ``<`` stair up, ``>`` stair
            down, space for what it never saw. Nothing of a level it was never on.
    """

    radius: Annotated[int, Meta(ge=1)]
    levels: list[list[str]] = attrs.Factory(list)

    @property
    def rows(self) -> list[str]:
        """What it remembers of the level it is on."""
        depth = self.entity[Place].level
        return self.levels[depth - 1] if depth <= len(self.levels) else []

    @handles(WhatIs, MODIFY - 10)
    def tell_how_far(self, question: WhatIs, world: World) -> None:
        """Say how far it sees by nature."""
        if question.stat == "sight":
            question.add(self.radius, "nature")

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

    @handles(Improve, REACT)
    def look_farther(self, improve: Improve, world: World) -> None:
        """Take in what better eyes see."""
        if improve.option == "sight":
            self._take_in(world)

    def _take_in(self, world: World) -> None:
        place = self.entity[Place]
        level = world.root[Levels].at(place.level)
        rows = self.rows or [UNKNOWN * level.width] * level.height
        view = in_view_of(self.entity, world)
        # The order of the tiles does not matter here: each is written on its own.
        known: dict[int, list[str]] = {}
        for x, y in view:
            if y not in known:
                known[y] = list(rows[y])
            known[y][x] = level.rows[y][x]
        for door in world.having(Door, Place):
            there = door[Place]
            if there.level == place.level and (there.x, there.y) in view:
                known[there.y][there.x] = "'" if door[Door].open else "+"
        for stair in world.having(Stair, Place):
            there = stair[Place]
            if there.level == place.level and (there.x, there.y) in view:
                known[there.y][there.x] = "<" if stair[Stair].leads_up_from(there) else ">"
        unknown: list[list[str]] = [[] for _ in range(place.level - len(self.levels))]
        levels = self.levels + unknown
        levels[place.level - 1] = [
            "".join(known[y]) if y in known else row for y, row in enumerate(rows)
        ]
        self.levels = levels
