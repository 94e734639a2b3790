"""Goals: what a task is about, each settling it where that happens."""

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
    """Is who a task is about: with its death, whoever brought that about, the task is done."""

    # Always, for a death that nobody dies is to fail. After who was victorious has a wound close.
    @handles(Die, REACT - 14, role="target", always=True)
    def settle_the_hunt(self, die: Die, world: World) -> None:
        """Publish that the task is done."""
        if die.done:
            world.publish(Fulfil(die.enactor, die.target, "hunt"))


@component
class Hunting(Component):
    """Marks the target of a hunt: the player gains a charge of each boon for killing it by hand."""

    # Before the hunt is settled, which ends it.
    @handles(Die, REACT - 15, role="enactor")
    def take_the_trophy(self, die: Die, world: World) -> None:
        """Publish that boons can be used once more."""
        if Hunted in die.target:
            world.publish(GainUses(die.target, die.enactor))


@component
class Sought(Component):
    """Is a thing that a task is about: who takes it up has done the task."""

    @handles(GoesOn, MODIFY)
    def need_no_room(self, question: GoesOn, world: World) -> None:
        """Answer that the summoner has it at once."""
        question.goes_on = True

    @handles(PickUp, REACT, role="item")
    def settle_the_search(self, picking: PickUp, world: World) -> None:
        """Publish that the task is done."""
        if picking.item is not None:
            world.publish(Fulfil(picking.enactor, picking.item, "seek"))


@component
class Awaits(Component):
    """Awaits what is borne."""


@component
class Bearer(Component):
    """Bears a thing to where it is awaited.

    Attributes:
        thing: What it bears, or has lost.
    """

    thing: Entity

    # Before a stair is taken, at REACT.
    @handles(Move, REACT - 2)
    def deliver_it(self, move: Move, world: World) -> None:
        """Deliver the thing where it is awaited."""
        here = move.enactor[Position]
        for other in world.ask(WhatIsAt(world.root, here.x, here.y, here.level)).found:
            if Awaits in other:
                world.publish(Deliver(move.enactor, self.thing, other))

    @handles(Deliver, RESOLVE, role="enactor")
    def settle_the_errand(self, delivery: Deliver, world: World) -> None:
        """Publish that the task is done."""
        world.publish(Fulfil(delivery.enactor, delivery.thing, "bear"))
