"""Things: pick up what can be used, put on what is better, drink what is not known."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.magic.magic import Magic
from bidden.components.movement.position import Position
from bidden.components.things.gear import Gear
from bidden.components.things.pack import Pack, things_at
from bidden.intents import Intent, PickUp, PutOn, Quaff
from bidden.state import Unidentified, name_of
from eventcore import Entity


def pick_up(situation: Situation) -> Iterator[Intent]:
    """Take up gear and draughts that lie underfoot."""
    if Pack in situation.who:
        lying = things_at(situation.who[Position], situation.world)
        for number, thing in enumerate(lying):
            magic = thing.get(Magic)
            if Gear in thing or (magic is not None and magic.quaff is not None):
                yield PickUp(number)


def wear_better_gear(situation: Situation) -> Iterator[Intent]:
    """Put on what is worth more than what is worn of its kind, the best first."""
    pack = situation.who.get(Pack)
    if pack is None or not pack.things:
        return
    worn = {gear.is_weapon: gear.worth for gear in map(_gear, situation.who.owned) if gear}
    better = []
    for slot, thing in sorted(pack.things.items()):
        gear = _gear(thing)
        if gear is not None and gear.worth > worn.get(gear.is_weapon, 0):
            better.append((-gear.worth, slot))
    for _, slot in sorted(better):
        yield PutOn(slot)


def quaff_unknown(situation: Situation) -> Iterator[Intent]:
    """Drink a potion it does not know, once in its life."""
    pack, knowledge = situation.who.get(Pack), situation.who.get(ItemKnowledge)
    if pack is None or knowledge is None or knowledge.tasted:
        return
    for slot, thing in sorted(pack.things.items()):
        magic = thing.get(Magic)
        unknown = Unidentified in thing and name_of(thing) not in knowledge.known
        if unknown and magic is not None and magic.quaff is not None:
            yield Quaff(slot)


def _gear(thing: Entity) -> Gear | None:
    return thing.get(Gear)
