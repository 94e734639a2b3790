"""Collision: what stops a step, and what a step into something becomes."""

from __future__ import annotations

from typing import Any

from bidden.components.movement.door import UsesDoors, is_shut_door
from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.effects import Stumble
from bidden.events.minds import are_foes, serves
from bidden.events.movement import Move, Open, Swap
from bidden.events.places import Climb
from bidden.rules.movement.occupancy import things_on
from bidden.state import Levels, OneWay, Side, Stair, is_secret
from eventcore import AIM, REACT, VALIDATE, Component, Entity, World, component, handles


@component(version=2)
class Collision(Component):
    """Makes its entity solid: it cannot enter a tile with something solid.

    Attributes:
        through: Whether it passes walls, doors and one-way passages, and only solid creatures stop
            it.
    """

    through: bool = False

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Set that walls stop the creatures of older saves, which had no others."""
        return {"through": False} | fields

    @handles(Move, VALIDATE + 10)
    def stop_at_walls(self, move: Move, world: World) -> None:
        level = world.root[Levels].at(move.enactor[Position].level)
        if not self.through and level.is_wall(move.x, move.y):
            move.fail("wall")

    @handles(Move, VALIDATE + 20)
    def stop_at_what_is_solid(self, move: Move, world: World) -> None:
        """Fail a step into a shut door, against a one-way passage or into a creature."""
        level = move.enactor[Position].level
        for other in things_on(move.x, move.y, level, world):
            if Collision in other:
                move.fail("occupied")
            elif not self.through:
                self._stop_at(other, move)

    def _stop_at(self, other: Entity, move: Move) -> None:
        way = other.get(OneWay)
        if is_shut_door(other):
            move.fail("wall" if is_secret(other) else "door")
        elif way is not None and not way.admits(move.dx, move.dy):
            move.fail("one way")


@component
class Rooted(Component):
    """Keeps its entity on its tile; it attacks creatures within reach."""

    # After the rule of webs, at VALIDATE + 5, by which an attempt costs a turn.
    @handles(Move, VALIDATE + 6)
    def stay(self, move: Move, world: World) -> None:
        move.fail("rooted")


@component
class Burrows(Component):
    """Keeps its creature, which can move through everything, on the level."""

    @handles(Move, VALIDATE + 15)
    def stop_at_the_edge(self, move: Move, world: World) -> None:
        """Fail a step onto the outermost tiles."""
        ground = world.root[Levels].at(move.enactor[Position].level)
        if not (0 < move.x < ground.width - 1 and 0 < move.y < ground.height - 1):
            move.fail("wall")


@component
class Bump(Component):
    """Turns a step into an enemy into an attack, and a step into a shut door into opening it.

    A step into a follower becomes an exchange of places.
    """

    @handles(Move, AIM + 10)
    def strike_or_open(self, move: Move, world: World) -> None:
        """Attack a foe instead of stepping onto it, and open a shut door.

        A stumbling creature attacks whoever is there. A follower swaps places.
        """
        who = move.enactor
        things = things_on(move.x, move.y, who[Position].level, world)
        stumbles = isinstance(move.cause, Stumble)
        for other in things:
            if Side in other and (stumbles or are_foes(world, who, other)):
                move.replace(Attack(who, other))
                return
            if Side in other and other is not who and serves(world, other, who):
                move.replace(Swap(who, other, move.dx, move.dy))
                return
        for other in things if UsesDoors in who else ():
            if is_shut_door(other) and not is_secret(other):
                move.replace(Open(who, other))
                return


@component
class UsesStairs(Component):
    """Lets its entity use stairs; without it, or stumbling, an entity walks over them."""

    @handles(Move, REACT)
    def take_the_stair(self, move: Move, world: World) -> None:
        """Go up or down, after all other consequences of the step."""
        if isinstance(move.cause, Stumble):
            return
        place = move.enactor[Position]
        for thing in things_on(*place.spot, world):
            if Stair in thing:
                world.defer(Climb(move.enactor, thing))
                return
