"""Lore: what a creature calls a thing.

Some kinds of thing look different in each game: which look is whose is drawn when it begins.
Until a creature has learned a kind, its things go by their looks. A thing of no such kind
goes by its name.
"""

from __future__ import annotations

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.state import Appearances, Inscribed, Unidentified, name_of
from eventcore import Entity, World

__all__ = ["called", "called_by", "is_known"]


def is_known(who: Entity, thing: Entity) -> bool:
    """Say whether a creature knows what a thing is."""
    scholar = who.get(ItemKnowledge)
    return Unidentified not in thing or (scholar is not None and name_of(thing) in scholar.known)


def called(who: Entity, thing: Entity, world: World) -> str:
    """Give what a creature calls a thing: its name where it knows it, else its look."""
    label = thing.get(Inscribed)
    return called_by(who, name_of(thing), "" if label is None else label.name, world)


def called_by(who: Entity, title: str, label: str, world: World) -> str:
    """Give what a creature calls a thing that it does not have before it.

    Args:
        who: The creature.
        title: The thing's title.
        label: The name that somebody gave the thing; empty for none.
        world: Where they are.
    """
    name, scholar = title, who.get(ItemKnowledge)
    look = world.root[Appearances].looks.get(title)
    if look is not None and (scholar is None or title not in scholar.known):
        given = "" if scholar is None else scholar.given.get(title, "")
        name = f"{look} called {given}" if given else look
    return f'{name} named "{label}"' if label else name
