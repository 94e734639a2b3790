"""The pack: 26 slots, each with a letter, and picking up and dropping.

Equal items share a slot if their kind stacks. Each item has one place: a Position while it lies
somewhere, or a slot of a pack while it is held.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import Final

import attrs

from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.events.movement import Arrive, Leave
from bidden.events.places import Spawn
from bidden.events.queries import WhichKey, WhichMissile
from bidden.events.things import Drop, GoesOn, LetGo, PickUp, Use, UseUp
from bidden.rules.movement.occupancy import things_on
from bidden.state import Ammunition, Item, Key, Stack, are_alike, count_of, name_of, parts_alike
from eventcore import (
    AIM,
    APPLY,
    MODIFY,
    REACT,
    RESOLVE,
    VALIDATE,
    Component,
    Entity,
    World,
    component,
    handles,
)

SLOTS: Final = ascii_lowercase
"""The letters of the slots, in order."""


@component
class Pack(Component):
    """Lets its entity carry items.

    Attributes:
        things: What it holds, by the letter of the slot.
    """

    things: dict[str, Entity] = attrs.Factory(dict)

    @handles(PickUp, VALIDATE)
    def reach_to_pick_up(self, picking: PickUp, world: World) -> None:
        """Fail for items that are held, lie elsewhere, or need a free slot."""
        if picking.item is None:
            picking.fail("nothing here")
        elif Position not in picking.item:
            picking.fail("held")
        elif picking.item[Position].distance(picking.enactor[Position]) != 0:
            picking.fail("far")
        elif not (self._slot_for(picking.item, world) or world.ask(GoesOn(picking.item)).goes_on):
            picking.fail("full pack")

    @handles(PickUp, APPLY)
    def pick_up(self, picking: PickUp, world: World) -> None:
        """Add the item to an equal stack, or put it in the first free slot.

        The goal of a task or game is handed over at once, and needs no slot.
        """
        item = picking.item
        if item is None:
            raise AssertionError("a PickUp without an item must fail at VALIDATE")
        slot = self._slot_for(item, world)
        if slot is None:
            return
        world.publish(Leave(item))
        if slot in self.things:
            self.things[slot][Stack].count += count_of(item)
            world.despawn(item)
            picking.slot = slot
            return
        world.detach(item, Position)
        self.things = {**self.things, slot: item}
        picking.slot = slot

    @handles(Drop, VALIDATE)
    def refuse_to_drop_what_is_not_held(self, drop: Drop, world: World) -> None:
        """Fail for an empty slot, and for an item that another creature holds."""
        if drop.item is None or drop.item not in self.things.values():
            drop.fail("no thing")

    @handles(Drop, RESOLVE)
    def put_down(self, drop: Drop, world: World) -> None:
        if drop.item is not None:
            world.publish(LetGo(drop.enactor, drop.enactor, drop.item))

    @handles(LetGo, AIM, role="target")
    def choose_where_it_falls(self, letting: LetGo, world: World) -> None:
        """Aim the item at the holder's tile, unless it has a target."""
        if letting.x < 0:
            letting.x, letting.y = letting.target[Position].x, letting.target[Position].y

    @handles(LetGo, APPLY, role="target")
    def move_it_to_the_floor(self, letting: LetGo, world: World) -> None:
        """Move the item from its slot to the tile. The rest of a stack stays."""
        item, left = letting.item, count_of(letting.item) - letting.count
        slot = next((slot for slot, held in self.things.items() if held is item), None)
        self._take_out(item)
        if slot is not None and letting.count and left > 0:
            item[Stack].count = letting.count
            parts = [*parts_alike(item, world, Stack), Stack(left)]
            rest = Spawn(letting.target, letting.target, name_of(item), parts=parts)
            made = world.publish(rest).made
            self.things = {
                slot if held is made else letter: held for letter, held in self.things.items()
            }
        world.attach(letting.item, Position(letting.x, letting.y, letting.target[Position].level))
        world.publish(Arrive(letting.item))

    @handles(Die, REACT, role="target")
    def drop_all(self, die: Die, world: World) -> None:
        """Publish that the dead creature lets go of everything."""
        for slot in sorted(self.things):
            world.publish(LetGo(die.enactor, die.target, self.things[slot]))

    @handles(Spawn, VALIDATE, role="holder")
    def refuse_what_there_is_no_slot_for(self, spawn: Spawn, world: World) -> None:
        """Fail if the pack is full."""
        if self._free_slot() is None:
            spawn.fail("full pack")

    # After it was made.
    @handles(Spawn, APPLY + 10, role="holder")
    def hold_what_came_to_be(self, spawn: Spawn, world: World) -> None:
        """Store the spawned item in the first free slot."""
        slot = self._free_slot()
        if slot is not None and spawn.made is not None:
            self.things = {**self.things, slot: spawn.made}

    # After the refusal for paralysed creatures, at VALIDATE.
    @handles(Use, VALIDATE + 1)
    def reach_to_use(self, use: Use, world: World) -> None:
        """Fail for an empty slot, and for an item that is neither held nor on the same tile."""
        if use.item is None:
            use.fail("no thing")
        elif use.item not in self.things.values():
            there = use.item.get(Position)
            if there is None or there.distance(use.enactor[Position]) != 0:
                use.fail("far")

    @handles(WhichKey, MODIFY)
    def look_for_a_key(self, question: WhichKey, world: World) -> None:
        """Answer with the key of a lock, from the first slot that has one."""
        for _, thing in sorted(self.things.items()):
            key = thing.get(Key)
            fits = key is not None and key.level == question.level
            if fits and name_of(thing) == question.lock:
                question.found = thing
                return

    @handles(WhichMissile, MODIFY + 10)
    def look_for_a_missile(self, question: WhichMissile, world: World) -> None:
        """Answer with the missile of a kind, from the first slot that has one, and the number."""
        if not question.kind:
            return
        for _, thing in sorted(self.things.items()):
            missile = thing.get(Ammunition)
            if missile is not None and missile.kind == question.kind:
                question.found = question.found or thing
                question.count += count_of(thing)

    @handles(UseUp, REACT, role="enactor")
    def forget_what_is_gone(self, using: UseUp, world: World) -> None:
        self._take_out(using.item)

    def _slot_for(self, thing: Entity, world: World) -> str | None:
        alike = (
            slot
            for slot, held in sorted(self.things.items())
            if are_alike(held, thing, world, Position)
        )
        return next(alike, self._free_slot())

    def _free_slot(self) -> str | None:
        return next((slot for slot in SLOTS if slot not in self.things), None)

    def _take_out(self, thing: Entity) -> None:
        self.things = {slot: held for slot, held in self.things.items() if held is not thing}


def things_at(place: Position, world: World) -> list[Entity]:
    """Return the items in a place that can be picked up, in order of creation."""
    there = things_on(*place.spot, world)
    return [thing for thing in there if Item in thing]
