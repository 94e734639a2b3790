"""Tasting: finding out what a potion is by drinking it."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.components.magic.magic import Magic
from bidden.components.things.pack import Pack
from bidden.intents import Intent, Quaff
from bidden.state import Unidentified, name_of


def quaff_unknown(situation: Situation) -> Iterator[Intent]:
    """Drink a potion it does not know, once in its life."""
    pack, scholar = situation.who.get(Pack), situation.who.get(ItemKnowledge)
    if pack is None or scholar is None or scholar.tasted:
        return
    for slot, thing in sorted(pack.things.items()):
        magic = thing.get(Magic)
        unknown = Unidentified in thing and name_of(thing) not in scholar.known
        if unknown and magic is not None and magic.quaff is not None:
            yield Quaff(slot)
