"""Dangerous ground: which tiles harm a creature, and how it gets off them."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.events.ground import Danger, Tile, WhatHarms
from bidden.events.minds import WhatMind
from bidden.rules.ground.ground import Ground
from bidden.rules.places.chasms import Chasms
from bidden.rules.places.traps import Traps
from eventcore import MODIFY, Component, Entity, World, component, handles

_NONE: Final[tuple[Danger, ...]] = ()
ESCAPE: Final = "escape"
"""The behaviour that leads out of harmful ground."""


def dangers_to(who: Entity, world: World, *, staying: bool = False) -> tuple[Danger, ...]:
    """Return the ground that harms a creature on its level.

    With ``staying``, leave out ground that harms only once. No event is published on a level
    without chasms and traps in a world without active ground.
    """
    root, level = world.root, who[Position].level
    if Ground not in root:
        chasms, traps = root.get(Chasms), root.get(Traps)
        if not (chasms and chasms.of(level, world)) and not (traps and traps.of(level, world)):
            return _NONE
    return tuple(world.ask(WhatHarms(who, level, staying=staying)).found)


def danger_of(who: Entity, tile: Tile, world: World) -> Danger | None:
    """Return the worst danger of a tile on a creature's level, or None."""
    there = [danger for danger in dangers_to(who, world) if tile in danger.tiles]
    return max(there, key=lambda danger: danger.strength, default=None)


def harms_who_stays(who: Entity, world: World) -> bool:
    """Return whether the ground beneath a creature harms it as long as it stays.

    No event is published if nothing burns, hangs or gapes on its tile.
    """
    here, root = who[Position], world.root
    tile, level = here.tile, here.level
    ground, chasms = root.get(Ground), root.get(Chasms)
    burns = ground is not None and tile in ground.on("fires", level)
    hangs = ground is not None and tile in ground.on("gases", level)
    gapes = chasms is not None and tile in chasms.of(level, world)
    if not (burns or hangs or gapes):
        return False
    dangers = dangers_to(who, world, staying=True)
    return any(tile in danger.tiles and not danger.once for danger in dangers)


@component
class GettingOut(Component):
    """Puts the escape first in a creature's plan."""

    # After the effects on a creature, at MODIFY. A creature without a plan stays.
    @handles(WhatMind, MODIFY + 20, via="world")
    def get_out_first(self, question: WhatMind, world: World) -> None:
        """Prefer the escape to the plan if the creature's tile harms it."""
        if question.plan and harms_who_stays(question.enactor, world):
            question.plan = [ESCAPE, *question.plan]
