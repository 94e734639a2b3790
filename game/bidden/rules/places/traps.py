"""The rule of traps: they spring under feet, and are taken apart."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.magic import Blink
from bidden.events.movement import Move
from bidden.events.places import Disarm, Find, Spring
from bidden.events.queries import WhatIsAt
from bidden.events.things import UseUp
from bidden.perception.sight import sees
from bidden.state import is_secret
from eventcore import AIM, APPLY, REACT, Component, Entity, World, component, handles


@component
class Traps(Component):
    """Springs traps under whoever comes to stand on them, and lets them be disarmed."""

    @handles(Move, REACT, via="world")
    def spring_under_feet(self, move: Move, world: World) -> None:
        """Spring what is on the tile stepped onto."""
        self._spring(move.enactor, world)

    @handles(Blink, REACT, via="world")
    def spring_where_one_comes_to_be(self, blink: Blink, world: World) -> None:
        """Spring what is on the tile come to."""
        self._spring(blink.target, world)

    def _spring(self, who: Entity, world: World) -> None:
        # Once all that follows from the step has happened, as with stairs.
        place = who[Position]
        for trap in _traps_at(place.x, place.y, place.level, world):
            world.defer(Spring(trap, who, trap))

    # Before a trap that works but once is gone, at REACT.
    @handles(Spring, REACT - 5, via="world")
    def be_known_to_who_sees_it(self, spring: Spring, world: World) -> None:
        """Reveal a trap to those who remember what they see: who sprang it, and who sees it.

        What a creature springs out of their sight stays hidden.
        """
        if is_secret(spring.trap):
            for one in world.having(Memory, Position):
                if one is spring.target or (one.alive and sees(one, spring.trap, world)):
                    world.publish(Find(one, spring.trap))

    @handles(Disarm, AIM, via="world")
    def find_the_trap(self, disarm: Disarm, world: World) -> None:
        """Find the trap that is meant; refuse where none is known."""
        place = disarm.enactor[Position]
        near = max(abs(disarm.dx), abs(disarm.dy)) == 1
        x, y = place.x + disarm.dx, place.y + disarm.dy
        known = (one for one in _traps_at(x, y, place.level, world) if not is_secret(one))
        disarm.trap = next(known, None) if near else None
        if disarm.trap is None:
            disarm.fail("no trap")

    @handles(Disarm, APPLY, via="world")
    def try_to_disarm(self, disarm: Disarm, world: World) -> None:
        """Draw whether the trap comes apart."""
        if disarm.trap is not None:
            odds = disarm.trap[Trap].disarm_percent
            disarm.worked = world.stream("search").roll(1, 100) <= odds

    @handles(Disarm, REACT, via="world")
    def come_apart(self, disarm: Disarm, world: World) -> None:
        """Take the trap away, or let it spring upon who tried."""
        if disarm.trap is None:
            return
        if disarm.worked:
            world.publish(UseUp(disarm.enactor, disarm.trap))
        else:
            world.publish(Spring(disarm.trap, disarm.enactor, disarm.trap))


def _traps_at(x: int, y: int, level: int, world: World) -> Iterator[Entity]:
    found = world.ask(WhatIsAt(world.root, x, y, level)).found
    return (thing for thing in [*found] if Trap in thing)
