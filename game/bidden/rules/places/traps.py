"""Traps: they spring under feet, and can be avoided and disarmed.

Creatures know the traps of their home level. The places of traps are a cache, neither saved nor
part of the digest. It is dropped when a trap comes or goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import attrs

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.effects import CanAffect
from bidden.events.ground import Danger, Tile, WhatHarms
from bidden.events.magic import Blink
from bidden.events.movement import Arrive, Leave, Move
from bidden.events.places import Disarm, Find, Spring
from bidden.events.things import UseUp
from bidden.perception.senses.sight import sees
from bidden.rules.magic.effects import Effects
from bidden.rules.magic.powers import Power
from bidden.rules.movement.occupancy import things_on
from bidden.state import Flying, Home, is_secret, name_of
from eventcore import AIM, APPLY, MODIFY, REACT, Component, Entity, World, component, handles

Known: TypeAlias = Mapping[tuple[str, Power], frozenset[Tile]]
"""The tiles of traps, by title and power."""


@component
class Traps(Component):
    """Springs traps under creatures, and lets traps be disarmed."""

    _known: dict[int, Known] = attrs.field(factory=dict, init=False, repr=False)

    def of(self, level: int, world: World) -> Known:
        """Return the tiles of a level's traps, by title and power."""
        known = self._known.get(level)
        if known is None:
            found: dict[tuple[str, Power], list[Tile]] = {}
            for trap in world.having(Trap, Position):
                there = trap[Position]
                if there.level == level:
                    kind = name_of(trap), trap[Trap].power
                    found.setdefault(kind, []).append(there.tile)
            known = {kind: frozenset(tiles) for kind, tiles in found.items()}
            self._known[level] = known
        return known

    @handles(Arrive, APPLY, via="world")
    @handles(Leave, APPLY, via="world")
    def see_traps_come_and_go(self, moving: Arrive | Leave, world: World) -> None:
        if Trap in moving.enactor:
            self._known.clear()

    @handles(WhatHarms, MODIFY + 5, via="world")
    def tell_who_lives_there(self, question: WhatHarms, world: World) -> None:
        """Add the traps of a creature's home that would affect it, unless it flies."""
        who, level = question.enactor, question.level
        home = who.get(Home)
        if question.staying or home is None or home.level != level or Flying in who:
            return
        traps = self.of(level, world)
        if traps:
            question.found += self._dangers_of(traps, who, world)

    def _dangers_of(self, traps: Known, who: Entity, world: World) -> Iterator[Danger]:
        kinds = world.root[Effects].kinds
        for (name, power), tiles in traps.items():
            for effect in power.effects:
                if _would(effect, who, world):
                    harm = kinds[power.effects[0]].kind
                    losses = [
                        max(0, -kinds[effect_name].once.get("health", 0))
                        for effect_name in power.effects
                    ]
                    yield Danger(name, harm, sum(losses), tiles, once=True)
                    break

    @handles(Move, REACT, via="world")
    def spring_under_feet(self, move: Move, world: World) -> None:
        self._spring(move.enactor, world)

    @handles(Blink, REACT, via="world")
    def spring_where_one_comes_to_be(self, blink: Blink, world: World) -> None:
        self._spring(blink.target, world)

    def _spring(self, who: Entity, world: World) -> None:
        place = who[Position]
        if Flying in who or not self.of(place.level, world):
            return
        for trap in _traps_at(*place.spot, world):
            world.defer(Spring(trap, who, trap))  # after all other consequences of the step

    # Before a trap that works only once is gone, at REACT.
    @handles(Spring, REACT - 5, via="world")
    def be_known_to_who_sees_it(self, spring: Spring, world: World) -> None:
        """Reveal a trap to creatures with a memory that sprang it or see it.

        A trap that a creature springs out of their sight stays hidden.
        """
        if is_secret(spring.trap):
            for witness in world.having(Memory, Position):
                if witness is spring.target or (
                    witness.alive and sees(witness, spring.trap, world)
                ):
                    world.publish(Find(witness, spring.trap))

    @handles(Disarm, AIM, via="world")
    def find_the_trap(self, disarm: Disarm, world: World) -> None:
        place = disarm.enactor[Position]
        near = max(abs(disarm.dx), abs(disarm.dy)) == 1
        x, y = place.x + disarm.dx, place.y + disarm.dy
        known = (trap for trap in _traps_at(x, y, place.level, world) if not is_secret(trap))
        disarm.trap = next(known, None) if near else None
        if disarm.trap is None:
            disarm.fail("no trap")

    @handles(Disarm, APPLY, via="world")
    def try_to_disarm(self, disarm: Disarm, world: World) -> None:
        if disarm.trap is not None:
            odds = disarm.trap[Trap].disarm_percent
            disarm.worked = world.stream("search").roll(1, 100) <= odds

    @handles(Disarm, REACT, via="world")
    def come_apart(self, disarm: Disarm, world: World) -> None:
        """Remove the trap, or let it spring."""
        if disarm.trap is None:
            return
        if disarm.worked:
            world.publish(UseUp(disarm.enactor, disarm.trap))
        else:
            world.publish(Spring(disarm.trap, disarm.enactor, disarm.trap))


def _would(effect: str, who: Entity, world: World) -> bool:
    """Return whether an effect would do anything, or might if there were room for what it gives."""
    kind = world.root[Effects].kinds[effect]
    gives = bool(kind.instant) or max(kind.once.values(), default=0) > 0
    return gives or world.ask(CanAffect(who, effect)).would


def _traps_at(x: int, y: int, level: int, world: World) -> Iterator[Entity]:
    return iter([thing for thing in things_on(x, y, level, world) if Trap in thing])
