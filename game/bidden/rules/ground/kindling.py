"""Powers of fire, fire damage and embers set burnable ground on fire."""

from __future__ import annotations

from collections.abc import Iterable

from bidden.components.magic.magic import Magic
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.tricks.knack import Breath
from bidden.events.combat import Breathe, TakeDamage
from bidden.events.ground import Ignite, Tile, tile_order
from bidden.events.magic import Cast
from bidden.events.places import Spring
from bidden.events.queries import WhatIsInView
from bidden.events.things import Release
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.ground.fire import can_burn, what_can_burn
from bidden.rules.ground.ground import Ground, here_and_now
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Aim, Power
from bidden.rules.magic.spells import Spells
from eventcore import REACT, RESOLVE, Component, Entity, World, component, handles
from eventcore.time import Tick

_FIRE = "fire"


@component
class Kindling(Component):
    """Ignites the ground after powers of fire and fire damage."""

    # Before the target dies and drops its items.
    @handles(TakeDamage, REACT - 6, via="world")
    def kindle_beneath_who_burns(self, damage: TakeDamage, world: World) -> None:
        if damage.kind == _FIRE and Position in damage.target:
            here = damage.target[Position]
            _kindle([here.tile], here.level, damage.enactor, world)

    # After the effects on the targets, at RESOLVE.
    @handles(Release, RESOLVE + 50, via="world")
    def kindle_by_a_thing(self, release: Release, world: World) -> None:
        """Ignite the area of an item's power."""
        magic = None if release.item is None else release.item.get(Magic)
        power = None if magic is None else magic.power_of(release)
        at = (release.x, release.y) if release.known else None
        _strike(power, release.enactor, at, world)

    @handles(Cast, RESOLVE + 50, via="world")
    def kindle_by_a_spell(self, cast: Cast, world: World) -> None:
        power = world.root[Spells].kinds[cast.spell]
        _strike(power, cast.enactor, (cast.x, cast.y), world)

    @handles(Breathe, RESOLVE + 50, via="world")
    def kindle_by_breath(self, breathe: Breathe, world: World) -> None:
        breath = breathe.enactor.get(Breath)
        power = None if breath is None else breath.power
        _strike(power, breathe.enactor, (breathe.x, breathe.y), world)

    @handles(Spring, RESOLVE + 50, via="world")
    def kindle_by_a_trap(self, spring: Spring, world: World) -> None:
        trap = spring.trap.get(Trap)
        power = None if trap is None else trap.power
        _strike(power, spring.trap, spring.trap[Position].tile, world)


def _strike(power: Power | None, who: Entity, at: Tile | None, world: World) -> None:
    """Ignite the area of a power of fire.

    Other powers of fire ignite the ground by the damage that they deal. If ``at`` is None, because
    the user does not know that the power needs an aim, it goes off around the user.
    """
    if power is None or power.aim is not Aim.AREA:
        return
    kinds = world.root[Effects].kinds
    if not any(kinds[name].kind == _FIRE for name in power.effects):
        return
    here = who[Position]
    x, y = here.tile if at is None else at
    question = WhatIsInView(world.root, x, y, power.radius, here.level)
    _kindle(sorted(world.ask(question).tiles, key=tile_order), here.level, who, world)


def _kindle(tiles: Iterable[Tile], level: int, who: Entity, world: World) -> None:
    for tile in tiles:
        if can_burn(level, tile, world):
            world.publish(Ignite(who, level, *tile))


@component
class Embers(Component):
    """Lets smouldering ground flare up, on the player's level."""

    # Before existing fires burn on, at REACT - 8.
    @handles(Tick, REACT - 9, via="world")
    def flare_up(self, tick: Tick, world: World) -> None:
        """Perhaps set burnable tiles beside embers on fire, tile by tile."""
        ground, level = world.root[Ground], here_and_now(world)
        glowing = ground.covers_that("smoulders", level)
        beside = {tile: [(tile[0] + dx, tile[1] + dy) for dx, dy in STRAIGHT] for tile in glowing}
        every = [near for tiles in beside.values() for near in tiles]
        burning = what_can_burn(level, every, world) if glowing else frozenset()
        for tile, patch in [*glowing.items()] if burning else ():
            fuel = [near for near in beside[tile] if near in burning]
            percent = ground.kinds[patch.kind].smoulders
            if fuel and world.stream("embers").chance(percent, 100):
                world.publish(Ignite(world.root, level, *fuel[0]))
