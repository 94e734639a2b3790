"""Spores: some creatures sprout offspring, a limited number of times.

Offspring get as many spores as their parent has left. So one with 3 spores yields at most 2³
creatures in all.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Annotated, Any, Final

import attrs
from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.body import Sprout
from bidden.events.places import Spawn
from bidden.events.queries import WhatIsAt
from bidden.events.turns import TakeTurn
from bidden.grid.neighbours import AROUND
from bidden.state import Levels, name_of
from eventcore import APPLY, REACT, VALIDATE, Component, Entity, World, component, handles
from eventcore.time import TURN, Scheduled

_WHOLE: Final = 100
_ODDS: Final = 10**9
"""The probability that a spore is still unripe is counted in parts of this number."""


@component
class Spores(Component):
    """Lets its entity sprout.

    Attributes:
        percent: The chance in percent to sprout in a turn.
        left: The number of times it can still sprout.
        coming: The next sprouting, while a spore ripens.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]
    left: Annotated[int, Meta(ge=0, le=5)]
    coming: Scheduled | None = None

    # Before the mind has its turn, in which much may happen.
    @handles(TakeTurn, REACT - 10)
    def let_one_ripen(self, turn: TakeTurn, world: World) -> None:
        """Start ripening a spore on the first turn, and after a spore found no room."""
        if self.coming is None or not self.coming.pending:
            self._let_ripen(turn.enactor, world)

    @handles(Sprout, VALIDATE)
    def stop_where_there_is_no_room(self, sprout: Sprout, world: World) -> None:
        if not _free_around(sprout.enactor[Position], world):
            sprout.fail("crowded")

    @handles(Sprout, APPLY)
    def grow(self, sprout: Sprout, world: World) -> None:
        """Draw a free tile for the offspring, and use up one spore."""
        here = sprout.enactor[Position]
        sprout.x, sprout.y = world.stream("growth").pick(_free_around(here, world))
        self.left -= 1

    @handles(Sprout, REACT)
    def spawn_the_young(self, sprout: Sprout, world: World) -> None:
        """Spawn the unhurt offspring with the remaining spores."""
        parent = sprout.enactor
        name, level, parts = name_of(parent), parent[Position].level, _young(parent, world)
        spot = sprout.x, sprout.y
        world.publish(Spawn(parent, None, name, *spot, level, TURN, parts=parts))
        self._let_ripen(parent, world)

    def _let_ripen(self, who: Entity, world: World) -> None:
        """Draw the turn in which it sprouts, with equal chances in each turn."""
        if not self.left:
            return
        drawn, turns, unripe = world.stream("growth").below(_ODDS), 1, _ODDS
        while drawn < (unripe := unripe * (_WHOLE - self.percent) // _WHOLE):
            turns += 1
        self.coming = world.schedule(Sprout(who), turns * TURN)


def _young(parent: Entity, world: World) -> list[Component]:
    """Return the components of an unhurt creature like its parent."""
    parts: list[Component] = []
    for cls in world.components:
        part: Any = parent.get(cls)
        if part is not None and cls is not Position:
            names = [field.name for field in attrs.fields(type(part)) if field.init]
            # The scheduled sprouting is the parent's own.
            fields = {name: deepcopy(getattr(part, name)) for name in names if name != "coming"}
            if "most" in fields and "hp" in fields:
                fields["hp"] = fields["most"]
            parts.append(cls(**fields))
    return parts


def _free_around(here: Position, world: World) -> list[tuple[int, int]]:
    ground = world.root[Levels].at(here.level)
    spots = [(here.x + dx, here.y + dy) for dx, dy in AROUND]
    return [
        (x, y)
        for x, y in spots
        if not ground.is_wall(x, y) and not world.ask(WhatIsAt(world.root, x, y, here.level)).found
    ]
