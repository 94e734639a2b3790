"""Spores: growing young, now and then, and not for ever.

Whoever sprouts passes on as many spores as it has left itself. So from one with 3 there come
to be 2³ in all at the most, however long it takes.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Annotated, Any

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
from eventcore.time import TURN


@component
class Spores(Component):
    """Lets its entity sprout.

    Attributes:
        percent: How likely it is to sprout in a turn of its own, of a hundred.
        left: How often it still can.
        ripe: Whether it is about to.
    """

    percent: Annotated[int, Meta(ge=1, le=100)]
    left: Annotated[int, Meta(ge=0, le=5)]
    ripe: bool = False

    @handles(TakeTurn, APPLY)
    def ripen(self, turn: TakeTurn, world: World) -> None:
        """Draw whether the spore ripens in this turn."""
        if self.left:
            turn.engaged = True
            self.ripe = world.stream("growth").chance(self.percent, 100)

    # Before the mind has its turn, in which much may happen.
    @handles(TakeTurn, REACT - 10)
    def sprout(self, turn: TakeTurn, world: World) -> None:
        """Publish the sprouting of a ripe spore, while its creature lives."""
        if self.ripe and turn.enactor.alive:
            world.publish(Sprout(turn.enactor))

    @handles(Sprout, VALIDATE)
    def stop_where_there_is_no_room(self, sprout: Sprout, world: World) -> None:
        """Refuse to grow where no tile around is free."""
        if not _free_around(sprout.enactor[Position], world):
            sprout.fail("crowded")

    @handles(Sprout, APPLY)
    def grow(self, sprout: Sprout, world: World) -> None:
        """Draw a free tile for the young, and use up one spore."""
        here = sprout.enactor[Position]
        sprout.x, sprout.y = world.stream("growth").pick(_free_around(here, world))
        self.left -= 1
        self.ripe = False

    @handles(Sprout, REACT)
    def spawn_the_young(self, sprout: Sprout, world: World) -> None:
        """Spawn the young, unhurt and with as many spores as are left."""
        parent = sprout.enactor
        name, level, parts = name_of(parent), parent[Position].level, _young(parent, world)
        spot = sprout.x, sprout.y
        world.publish(Spawn(parent, None, name, *spot, level, TURN, parts=parts))


def _young(parent: Entity, world: World) -> list[Component]:
    """Make the components of a young like its parent, as whole as can be."""
    parts: list[Component] = []
    for cls in world.components:
        part = parent.get(cls)
        if part is not None and cls is not Position:
            declared: Any = cls
            names = [field.name for field in attrs.fields(declared) if field.init]
            fields = {name: deepcopy(getattr(part, name)) for name in names}
            if "most" in fields:
                fields |= {name: fields["most"] for name in ("hp",) if name in fields}
            parts.append(cls(**fields))
    return parts


def _free_around(here: Position, world: World) -> list[tuple[int, int]]:
    """Find the tiles around a place that nothing is on."""
    ground = world.root[Levels].at(here.level)
    spots = [(here.x + dx, here.y + dy) for dx, dy in AROUND]
    return [
        (x, y)
        for x, y in spots
        if not ground.is_wall(x, y) and not world.ask(WhatIsAt(world.root, x, y, here.level)).found
    ]
