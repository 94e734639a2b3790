"""Chasms: whatever enters one and cannot fly falls to the level below, even corpses and items.

Levels without chasms cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from bidden.components.body.health import Health
from bidden.components.movement.position import Position
from bidden.events.combat import TakeDamage
from bidden.events.ground import Danger, Tile, WhatHarms
from bidden.events.movement import Arrive, Displace, Move
from bidden.events.places import HARM_OF_A_FALL, Fall, MakeLevel
from bidden.grid.tiles import is_free
from bidden.state import Flying, Levels
from eventcore import AIM, MODIFY, REACT, RESOLVE, VALIDATE, Component, World, component, handles


@component
class Chasms(Component):
    """Lets things fall that have no ground under them."""

    _known: dict[int, frozenset[Tile]] = attrs.field(factory=dict, init=False, repr=False)

    def of(self, level: int, world: World) -> frozenset[Tile]:
        """Return the chasm tiles of a level; empty if it has no ground yet."""
        chasms = self._known.get(level)
        if chasms is None:
            levels = world.root[Levels]
            if level > len(levels.dug):
                return frozenset()
            chasms = self._known[level] = levels.at(level).chasms()
        return chasms

    @handles(WhatHarms, MODIFY, via="world")
    def tell_where_one_falls(self, question: WhatHarms, world: World) -> None:
        """Add the chasms, for creatures that cannot fly."""
        chasms = self.of(question.level, world)
        if chasms and Flying not in question.enactor:
            question.found.append(Danger("a fall", "blow", HARM_OF_A_FALL, chasms))

    # Before traps and stairs, which a falling creature does not reach.
    @handles(Move, REACT - 5, via="world")
    @handles(Arrive, REACT - 5, via="world")
    def fall_into_it(self, coming: Move | Arrive, world: World) -> None:
        who, place = coming.enactor, coming.enactor[Position]
        known = self._known.get(place.level)
        chasms = self.of(place.level, world) if known is None else known
        if chasms and place.tile in chasms and Flying not in who:
            world.defer(Fall(who))  # after all other consequences of the step, as with stairs

    @handles(Fall, AIM, via="world")
    def look_down(self, fall: Fall, world: World) -> None:
        """Set the start and the destination of the fall."""
        here = fall.enactor[Position]
        fall.x, fall.y, fall.from_level = here.spot
        fall.to_level = fall.from_level + 1

    @handles(Fall, VALIDATE, via="world")
    def let_the_gone_be(self, fall: Fall, world: World) -> None:
        if not fall.enactor.alive:
            fall.fail("gone")

    @handles(Fall, RESOLVE, via="world")
    def come_down(self, fall: Fall, world: World) -> None:
        """Move it to the level below, which is made if it is new."""
        depth, levels = fall.to_level, world.root[Levels]
        if depth > len(levels.dug):
            world.publish(MakeLevel(fall.enactor, depth))
        if depth > len(levels.dug):
            fall.to_level = fall.from_level
            return
        spot = next(_free_around((fall.x, fall.y), depth, world), None)
        if spot is not None:
            world.publish(Displace(fall.enactor, fall.enactor, *spot, depth))
        fall.to_level = fall.enactor[Position].level

    # Before time passes on the new level.
    @handles(Fall, REACT - 5, via="world")
    def be_hurt(self, fall: Fall, world: World) -> None:
        """Deal the damage, if it can be hurt."""
        if fall.to_level != fall.from_level and Health in fall.enactor:
            harm = TakeDamage(fall.enactor, fall.enactor, fall.strength, source="a fall")
            world.publish(harm)


def _free_around(tile: Tile, depth: int, world: World) -> Iterator[Tile]:
    level = world.root[Levels].at(depth)
    spots = [(x, y) for y in range(level.height) for x in range(level.width)]
    spots.sort(key=lambda spot: (spot[0] - tile[0]) ** 2 + (spot[1] - tile[1]) ** 2)
    return (spot for spot in spots if is_free(*spot, depth, world))
