"""Using items: pick up useful ones, equip better gear, try unidentified ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.behaviours.moving import step_by
from bidden.ai.situation import Situation
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.magic.magic import Magic
from bidden.components.movement.position import Position
from bidden.components.things.breakable import Spill
from bidden.components.things.gear import Gear, lacks_a_hand
from bidden.components.things.pack import SLOTS, Pack, things_at
from bidden.events.effects import what_is
from bidden.events.queries import WhatIsAmong
from bidden.intents import Intent, PickUp, PutOn, Quaff, Read
from bidden.perception.senses.names import is_known
from bidden.perception.senses.sight import in_view_of
from bidden.rules.magic.powers import Aim, Power
from bidden.state import Item, TwoHanded, Unidentified, name_of
from eventcore import Entity

_NEARBY: Final = 5
"""The distance, in tiles, within which an item is worth a walk."""
_AT_FOES: Final = (Aim.CLOSEST, Aim.CHOSEN, Aim.AROUND, Aim.AREA)
"""The aims of scrolls to read at foes. Powers on oneself are useless in a fight that one wins."""


def pick_up(situation: Situation) -> Iterator[Intent]:
    """Pick up a useful item underfoot, or go to one in view nearby."""
    pack = situation.who.get(Pack)
    if pack is None or len(pack.things) >= len(SLOTS):
        return
    world, here = situation.world, situation.who[Position]
    lying = things_at(here, world)
    for number, thing in enumerate(lying):
        if _is_wanted(thing, situation.who):
            yield PickUp(number)
    for spot in _wanted_nearby(situation):
        step = step_by(world, situation.who, spot)
        if step is not None:
            yield step
            return


def read(situation: Situation) -> Iterator[Intent]:
    """Read a scroll at a visible foe, if it is unidentified or would reach the foe."""
    who, goal, world = situation.who, situation.goal, situation.world
    pack = who.get(Pack)
    if goal is None or pack is None or not pack.things or goal not in in_view_of(who, world):
        return
    for slot, thing in sorted(pack.things.items()):
        magic = thing.get(Magic)
        if magic is None or magic.read is None:
            continue
        if not is_known(who, thing):
            yield Read(slot)
        elif magic.read.aim in _AT_FOES and not _would_reach_itself(magic.read, who, goal):
            yield Read(slot, *goal)


def wear_better_gear(situation: Situation) -> Iterator[Intent]:
    """Equip gear that is worth more than the worn gear of its kind, best first."""
    pack = situation.who.get(Pack)
    if pack is None or not pack.things:
        return
    who, world = situation.who, situation.world
    worn = {gear.kind: gear.worth for gear in map(_gear, who.owned) if gear}
    both = any(TwoHanded in thing for thing in who.owned)
    better = []
    for slot, thing in sorted(pack.things.items()):
        gear = _gear(thing)
        if gear is None or (gear.off_hand and both) or lacks_a_hand(who, thing, world):
            continue
        if gear.worth > worn.get(gear.kind, 0):
            better.append((-gear.worth, slot))
    for _, slot in sorted(better):
        yield PutOn(slot)


def quaff_unknown(situation: Situation) -> Iterator[Intent]:
    """Drink an unidentified potion, once in its life."""
    pack, knowledge = situation.who.get(Pack), situation.who.get(ItemKnowledge)
    if pack is None or knowledge is None or knowledge.tasted:
        return
    for slot, thing in sorted(pack.things.items()):
        magic = thing.get(Magic)
        unknown = Unidentified in thing and name_of(thing) not in knowledge.known
        if unknown and magic is not None and magic.quaff is not None:
            yield Quaff(slot)


def _is_wanted(thing: Entity, who: Entity) -> bool:
    """Return whether a creature could use an item: gear, potions, scrolls and missiles."""
    item, magic = thing.get(Item), thing.get(Magic)
    thrown = Spill in thing or (item is not None and item.thrown > 1)
    return Gear in thing or magic is not None or thrown


def _wanted_nearby(situation: Situation) -> list[tuple[int, int]]:
    """Return the tiles in view within a few steps that hold a useful item."""
    who, world = situation.who, situation.world
    here = who[Position]
    view = in_view_of(who, world, min(_NEARBY, max(0, what_is(world, who, "sight"))))
    found = world.ask(WhatIsAmong(world.root, view, here.level)).found
    spots = {
        there.tile: (there.x - here.x) ** 2 + (there.y - here.y) ** 2
        for thing in found
        if Item in thing and _is_wanted(thing, who) and (there := thing[Position]) is not None
    }
    return sorted((spot for spot in spots if spots[spot]), key=lambda spot: (spots[spot], spot))


def _would_reach_itself(power: Power, who: Entity, goal: tuple[int, int]) -> bool:
    here = who[Position]
    far = (goal[0] - here.x) ** 2 + (goal[1] - here.y) ** 2
    return power.aim is Aim.AREA and far <= power.radius**2


def _gear(thing: Entity) -> Gear | None:
    return thing.get(Gear)
