"""Tasting: finding out what a potion is by drinking it."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Thought
from bidden.components.knowledge.item_knowledge import Scholar
from bidden.components.magic.magic import Magic
from bidden.components.things.pack import Pack
from bidden.intents import Intent, Use
from bidden.state import Guise, name_of

__all__ = ["quaff_unknown"]


def quaff_unknown(thought: Thought) -> Iterator[Intent]:
    """Drink a potion it does not know, once in its life."""
    pack, scholar = thought.who.get(Pack), thought.who.get(Scholar)
    if pack is None or scholar is None or scholar.tasted:
        return
    for slot, thing in sorted(pack.things.items()):
        magic = thing.get(Magic)
        unknown = Guise in thing and name_of(thing) not in scholar.known
        if unknown and magic is not None and magic.quaff is not None:
            yield Use(slot, "quaff")
