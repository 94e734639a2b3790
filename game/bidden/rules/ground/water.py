"""The rule of water: it hinders who steps into it, and carries what lies in it along."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.components.things.gear import Gear
from bidden.events.ground import Flow, Tile
from bidden.events.movement import Displace, Move
from bidden.events.queries import WhatIsAmong
from bidden.rules.ground.ground import Ground
from bidden.rules.ground.standing import here_and_now
from bidden.state import Flying, Item
from eventcore import APPLY, REACT, Component, Entity, World, component, handles
from eventcore.time import TURN, Tick


@component
class Water(Component):
    """Lets deep water be slow to wade through, and flow."""

    # Once the step is done, at APPLY.
    @handles(Move, APPLY + 20, via="world")
    def wade(self, move: Move, world: World) -> None:
        """Let the step take longer, the more so the heavier the armour that is worn."""
        who = move.enactor
        here = who[Position]
        kind = world.root[Ground].kind_of(here.level, (here.x, here.y))
        if kind is not None and (kind.hinders or kind.hinders_armour) and Flying not in who:
            move.cost = TURN + kind.hinders + kind.hinders_armour * _armour_of(who)

    @handles(Tick, REACT - 7, via="world")
    def flow_for_a_turn(self, tick: Tick, world: World) -> None:
        """Publish that what lies in a current is carried along, where anything does."""
        level = here_and_now(world)
        ground = world.root[Ground]
        currents = {
            tile: ground.kinds[cover.kind].carries
            for tile, cover in ground.on("covers", level).items()
            if ground.kinds[cover.kind].carries != (0, 0)
        }
        if not currents:
            return
        flow = Flow(world.root, level)
        lying = world.ask(WhatIsAmong(world.root, frozenset(currents), level)).found
        for thing in [thing for thing in lying if Item in thing]:
            tile = thing[Position].x, thing[Position].y
            on = _downstream(tile, currents)
            if on is not None:
                flow.carried.append(thing)
                flow.tiles.append(on)
        if flow.carried:
            world.publish(flow)

    @handles(Flow, APPLY, via="world")
    def carry_along(self, flow: Flow, world: World) -> None:
        """Carry each a tile on."""
        for thing, tile in zip(flow.carried, flow.tiles, strict=True):
            world.publish(Displace(world.root, thing, *tile, flow.level))


def _downstream(tile: Tile, currents: dict[Tile, tuple[int, int]]) -> Tile | None:
    """Give the next tile of the water: straight on, or askew; None at its end."""
    (x, y), (dx, dy) = tile, currents[tile]
    on = (x + dx, y + dy), (x + dx - dy, y + dy + dx), (x + dx + dy, y + dy - dx)
    return next((one for one in on if one in currents), None)


def _armour_of(who: Entity) -> int:
    """Give the defence of all the armour that somebody wears."""
    worn = [thing[Gear] for thing in who.owned if Gear in thing]
    return sum(max(0, gear.defence) for gear in worn if not gear.is_weapon)
