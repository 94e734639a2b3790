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


def is_tried(who: Entity, thing: Entity, world: World) -> bool:
    """Say whether a creature has used such a thing, and does not know yet what it is."""
    knowledge = who.get(ItemKnowledge)
    if knowledge is None or is_known(who, thing):
        return False
    return look_of(name_of(thing), world) in knowledge.tried


def look_of(title: str, world: World) -> str:
    """Give what a kind of thing looks like to who does not know it; its title where all know it."""
    return world.root[Appearances].looks.get(title, title)


def apparent_name(who: Entity, thing: Entity, world: World) -> str:
    """Give what a creature calls a thing: its name where it knows it, else its appearance."""
    label = thing.get(Inscribed)
    return apparent_name_of(who, name_of(thing), "" if label is None else label.name, world)


def former_name(who: Entity, thing: Entity, world: World) -> str:
    """Give what a creature called a thing before it learned what that is."""
    label = thing.get(Inscribed)
    name = _looks_like(who, name_of(thing), world)
    return name if label is None else f'{name} named "{label.name}"'


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
    knowledge = who.get(ItemKnowledge)
    known = knowledge is not None and title in knowledge.known
    name = title if known else _looks_like(who, title, world)
    return f'{name} named "{label}"' if label else name


def _looks_like(who: Entity, title: str, world: World) -> str:
    """Give what a creature calls a kind of thing that it does not know."""
    look, knowledge = look_of(title, world), who.get(ItemKnowledge)
    given = "" if knowledge is None else knowledge.given.get(title, "")
    return f"{look} called {given}" if given else look
