"""The escape: the last task wakes its place, and the player wins by getting away.

Other bindings end with their task. Here, the gate opens far away.
"""

from __future__ import annotations

from typing import Final

from bidden.ai.wits import Wits
from bidden.components.knowledge.memory import UNKNOWN, Memory
from bidden.components.movement.position import Position
from bidden.components.run.campaign import Campaign, Peaceful
from bidden.events.minds import Rouse, are_foes
from bidden.events.places import Climb
from bidden.events.pursuit import HowSoonAgain
from bidden.events.run import Uproar
from bidden.events.turns import LookAround, Win
from bidden.rules.run.binding import open_gate
from bidden.rules.run.calling import CIRCLE, Calling
from bidden.rules.run.settling import ending_of, is_safe, tile_beside
from bidden.state import WALL, Levels, OneWay, hero_of
from bidden.worldgen.plan import Tile
from bidden.worldgen.shaping.carving import FLOOR
from bidden.worldgen.surveying import steps_from
from eventcore import AIM, APPLY, MODIFY, REACT, Component, Entity, World, component, handles

_AGAIN: Final = 50
"""The number of turns between hunters at the last gate."""
_BARRED: Final = (UNKNOWN, WALL, "X")
"""Remembered tiles that block a way: unknown tiles, walls, and undiscovered or locked doors."""


@component
class LastWay(Component):
    """Wakes the place after the last task, and lets the player win at the circle."""

    @handles(Uproar, AIM, via="world")
    def choose_where_the_gate_opens(self, uproar: Uproar, world: World) -> None:
        """Choose the farthest tile that the player knows a way to."""
        uproar.x, uproar.y = _farthest(uproar.enactor, world)
        uproar.level = uproar.enactor[Position].level

    @handles(Uproar, APPLY, via="world")
    def open_it(self, uproar: Uproar, world: World) -> None:
        open_gate(uproar.enactor, (uproar.x, uproar.y, uproar.level), CIRCLE, world)

    @handles(Uproar, REACT - 10, via="world")
    def end_all_peace(self, uproar: Uproar, world: World) -> None:
        for creature in [*world.having(Peaceful, Position)]:
            if creature[Position].level == uproar.level:
                world.detach(creature, Peaceful)

    # Once the peace has ended.
    @handles(Uproar, REACT - 5, via="world")
    def rouse_the_place(self, uproar: Uproar, world: World) -> None:
        """Send all enemies there to the place of the deed."""
        who, here = uproar.enactor, uproar.enactor[Position]
        for creature in [*world.having(Wits, Position)]:
            is_there = creature[Position].level == uproar.level
            if is_there and are_foes(world, creature, who):
                rouse = world.publish(Rouse(who, creature, here.x, here.y))
                uproar.roused += [creature] if rouse.done else []

    @handles(Uproar, REACT, via="world")
    def look_up(self, uproar: Uproar, world: World) -> None:
        world.publish(LookAround(uproar.enactor))

    @handles(HowSoonAgain, MODIFY, via="world")
    def send_them_one_after_the_other(self, question: HowSoonAgain, world: World) -> None:
        """Send hunters at short intervals until the player takes the gate."""
        campaign = world.root.get(Campaign)
        if campaign is not None and world.root[Calling].is_over(campaign):
            question.turns = min(question.turns, _AGAIN)

    # Before summoners would call again.
    @handles(Climb, REACT - 3, via="world")
    def win_at_the_circle(self, climb: Climb, world: World) -> None:
        """Win when the player returns to the circle with nothing left to do."""
        campaign = world.root.get(Campaign)
        if campaign is None or climb.enactor is not hero_of(world) or climb.to_level != CIRCLE:
            return
        if world.root[Calling].is_over(campaign):
            campaign.ending = ending_of(campaign)
            world.publish(Win(climb.enactor))


def _farthest(who: Entity, world: World) -> Tile:
    """Return the farthest tile on foot where a gate may open, or else a tile beside."""
    here = who[Position]
    steps = steps_from(_known_ways(who, world), here.tile)
    far = sorted(steps, key=lambda tile: (-steps[tile], tile[1], tile[0]))
    return next((tile for tile in far if is_safe(who, tile, world)), tile_beside(who, world))


def _known_ways(who: Entity, world: World) -> list[str]:
    """Return the ground of a creature's level as far as known, with closed doors as wall."""
    level = who[Position].level
    passages = {
        there.tile
        for passage in world.having(OneWay, Position)
        if (there := passage[Position]).level == level
    }
    known = who[Memory].rows if Memory in who else []
    rows = world.root[Levels].at(level).rows
    return [
        "".join(
            FLOOR if cell == FLOOR and seen not in _BARRED and (x, y) not in passages else UNKNOWN
            for x, (cell, seen) in enumerate(zip(row, known[y] if known else row, strict=True))
        )
        for y, row in enumerate(rows)
    ]
