"""Names: what a creature calls a thing.

Some kinds of thing look different in each game: which appearance is whose is drawn when it begins.
Until a creature has learned a kind, its things go by their appearances. A thing of no such kind
goes by its name.
"""

from __future__ import annotations

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.rules.knowledge.appearances import Appearances
from bidden.state import Inscribed, Unidentified, count_of, counted, name_of
from eventcore import Entity, World


def is_known(who: Entity, thing: Entity) -> bool:
    """Say whether a creature knows what a thing is."""
    knowledge = who.get(ItemKnowledge)
    return Unidentified not in thing or (
        knowledge is not None and name_of(thing) in knowledge.known
    )


def apparent_name(who: Entity, thing: Entity, world: World) -> str:
    """Give what a creature calls a thing: its name where it knows it, else its appearance."""
    label = thing.get(Inscribed)
    return apparent_name_of(who, name_of(thing), "" if label is None else label.name, world)


def counted_name(who: Entity, thing: Entity, world: World) -> str:
    """Give what a creature calls a thing, with how many there are: "a ration", "12 arrows"."""
    return counted(apparent_name(who, thing, world), count_of(thing))


def apparent_name_of(who: Entity, title: str, label: str, world: World) -> str:
    """Give what a creature calls a thing that it does not have before it.

    Args:
        who: The creature.
        title: The thing's title.
        label: The name that somebody gave the thing; empty for none.
        world: Where they are.
    """
    name, knowledge = title, who.get(ItemKnowledge)
    look = world.root[Appearances].looks.get(title)
    if look is not None and (knowledge is None or title not in knowledge.known):
        given = "" if knowledge is None else knowledge.given.get(title, "")
        name = f"{look} called {given}" if given else look
    return f'{name} named "{label}"' if label else name
