"""The goals of tasks. Each one settles its task."""

from __future__ import annotations

from bidden.components.movement.position import Position
from bidden.events.boons import GainUses
from bidden.events.combat import Die
from bidden.events.movement import Move
from bidden.events.queries import WhatIsAt
from bidden.events.run import Deliver, Fulfil
from bidden.events.things import GoesOn, PickUp
from eventcore import MODIFY, REACT, RESOLVE, Component, Entity, World, component, handles


@component
class Hunted(Component):
    """Marks the target of a task: its death, whatever the cause, fulfils the task."""

    # After a wound of the victor has closed. Always, because a death without a component to apply
    # it must fail.
    @handles(Die, REACT - 14, role="target", always=True)
    def settle_the_hunt(self, die: Die, world: World) -> None:
        if die.done:
            world.publish(Fulfil(die.enactor, die.target, "hunt"))


@component
class Hunting(Component):
    """Marks the target of a hunt: the player gains a charge of each boon for killing it by hand."""

    # Before the hunt is settled, which ends it.
    @handles(Die, REACT - 15, role="enactor")
    def take_the_trophy(self, die: Die, world: World) -> None:
        """Publish the extra charges."""
        if Hunted in die.target:
            world.publish(GainUses(die.target, die.enactor))


@component
class Sought(Component):
    """Marks the item of a task: picking it up fulfils the task."""

    @handles(GoesOn, MODIFY)
    def need_no_room(self, question: GoesOn, world: World) -> None:
        """Answer that the summoner gets it at once."""
        question.goes_on = True

    @handles(PickUp, REACT, role="item")
    def settle_the_search(self, picking: PickUp, world: World) -> None:
        if picking.item is not None:
            world.publish(Fulfil(picking.enactor, picking.item, "seek"))


@component
class Awaits(Component):
    """Marks the destination of a burden."""


@component
class Bearer(Component):
    """Lets its entity bring a burden to its destination.

    Attributes:
        thing: The burden, which may be lost.
    """

    thing: Entity

    # Before a stair is taken, at REACT.
    @handles(Move, REACT - 2)
    def deliver_it(self, move: Move, world: World) -> None:
        here = move.enactor[Position]
        for other in world.ask(WhatIsAt(world.root, *here.spot)).found:
            if Awaits in other:
                world.publish(Deliver(move.enactor, self.thing, other))

    @handles(Deliver, RESOLVE, role="enactor")
    def settle_the_errand(self, delivery: Deliver, world: World) -> None:
        world.publish(Fulfil(delivery.enactor, delivery.thing, "bear"))
