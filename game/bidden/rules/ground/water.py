"""Water: it slows wading creatures, conducts lightning and carries things along."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final

import attrs

from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.components.things.gear import Gear
from bidden.events.combat import TakeDamage
from bidden.events.ground import Flow, Tile
from bidden.events.movement import Displace, Move
from bidden.events.queries import WhatIsAmong
from bidden.grid.neighbours import STRAIGHT
from bidden.rules.ground.ground import Ground, by_tile, here_and_now
from bidden.state import Flying, Item
from eventcore import APPLY, REACT, RESOLVE, Component, Entity, World, component, handles
from eventcore.time import TURN, Tick

_LIGHTNING: Final = "lightning"
_LED: Final = "lightning in the water"


@component
class Water(Component):
    """Makes deep water slow to wade through, conduct lightning, and flow.

    The next tile of each tile of a current is a cache, valid while the current stays the same.
    """

    _leads: tuple[object, Mapping[Tile, Tile | None], frozenset[Tile]] = attrs.field(
        default=(None, {}, frozenset()), init=False, eq=False, repr=False
    )

    # Once the step is done, at APPLY.
    @handles(Move, APPLY + 20, via="world")
    def wade(self, move: Move, world: World) -> None:
        """Make the step take longer, and longer still in heavy armour."""
        who = move.enactor
        here = who[Position]
        kind = world.root[Ground].kind_of(here.level, here.tile)
        if kind is not None and (kind.hinders or kind.hinders_armour) and Flying not in who:
            move.cost = TURN + kind.hinders + kind.hinders_armour * _armour_of(who)

    # Before the target is hurt, so that a preview shows all targets.
    @handles(TakeDamage, RESOLVE, via="world")
    def lead_lightning(self, damage: TakeDamage, world: World) -> None:
        """Deal half of the damage, rounded down, to all others in the same water, tile by tile."""
        if damage.kind != _LIGHTNING or damage.source == _LED or damage.strength < 2:
            return
        here = damage.target.get(Position)
        tiles = frozenset() if here is None else _same_water(here.tile, here.level, world)
        question = WhatIsAmong(world.root, tiles, 0 if here is None else here.level)
        for _, who in by_tile(world.ask(question).found) if tiles else ():
            if who is not damage.target and Health in who and Flying not in who and who.alive:
                harm = damage.strength // 2
                led = TakeDamage(damage.enactor, who, harm, source=_LED, kind=_LIGHTNING)
                world.publish(led)

    @handles(Tick, REACT - 7, via="world")
    def flow_for_a_turn(self, tick: Tick, world: World) -> None:
        """Publish that a current carries things along, if there are any."""
        level, ground = here_and_now(world), world.root[Ground]
        currents = ground.covers_that("flows", level)
        if not currents:
            return
        if self._leads[0] is not currents:
            on_from = {
                tile: _downstream(tile, ground.kinds[cover.kind].carries, currents)
                for tile, cover in currents.items()
            }
            self._leads = currents, on_from, frozenset(currents)
        _, leads, tiles = self._leads
        flow = Flow(world.root, level)
        for thing in world.ask(WhatIsAmong(world.root, tiles, level)).found:
            here = thing[Position]
            on = leads[here.tile]
            if on is not None and Item in thing:
                flow.carried.append(thing)
                flow.tiles.append(on)
        if flow.carried:
            world.publish(flow)

    @handles(Flow, APPLY, via="world")
    def carry_along(self, flow: Flow, world: World) -> None:
        for thing, tile in zip(flow.carried, flow.tiles, strict=True):
            world.publish(Displace(world.root, thing, *tile, flow.level))


def _downstream(tile: Tile, by: tuple[int, int], currents: Container[Tile]) -> Tile | None:
    """Return the next tile of the current, straight on or to one side, or None at its end."""
    (x, y), (dx, dy) = tile, by
    on = (x + dx, y + dy), (x + dx - dy, y + dy + dx), (x + dx + dy, y + dy - dx)
    return next((ahead for ahead in on if ahead in currents), None)


def _same_water(tile: Tile, level: int, world: World) -> frozenset[Tile]:
    """Return the connected wet tiles around a tile; empty if the tile is dry."""
    wet = world.root[Ground].covers_that("wet", level).keys()
    found, front = {tile} & wet, [tile] if tile in wet else []
    while front:
        x, y = front.pop()
        for dx, dy in STRAIGHT:
            beside = x + dx, y + dy
            if beside in wet and beside not in found:
                found.add(beside)
                front.append(beside)
    return frozenset(found)


def _armour_of(who: Entity) -> int:
    worn = [thing[Gear] for thing in who.owned if Gear in thing]
    return sum(max(0, gear.defence) for gear in worn if not gear.is_weapon)
