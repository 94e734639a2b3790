"""Bumping: a step into something, or onto a stair, becomes another event."""

from __future__ import annotations

from bidden.components.movement.door import UsesDoors, is_shut_door
from bidden.components.movement.position import Position
from bidden.events.combat import Attack
from bidden.events.effects import Stumble
from bidden.events.minds import are_foes, serves
from bidden.events.movement import Move, Open, Swap
from bidden.events.places import Climb
from bidden.rules.movement.occupancy import things_on
from bidden.state import Side, Stair, is_secret
from eventcore import AIM, REACT, Component, World, component, handles


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
