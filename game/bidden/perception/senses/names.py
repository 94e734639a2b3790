"""Names: what a creature calls a thing.

Some kinds of thing look different in each game: which appearance is whose is drawn when it begins.
Until a creature has learned a kind, its things go by their appearances. A thing of no such kind
goes by its name.
"""

from __future__ import annotations

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.labels import labelled
from bidden.rules.knowledge.appearances import Appearances
from bidden.state import Inscribed, Unidentified, count_of, counted, name_of
from eventcore import Entity, World


def is_known(who: Entity, thing: Entity) -> bool:
    """Say whether a creature knows what a thing is."""
    knowledge = who.get(ItemKnowledge)
    return Unidentified not in thing or (
        knowledge is not None and name_of(thing) in knowledge.known
    )


def is_kind_known(who: Entity, title: str, world: World) -> bool:
    """Say whether a creature knows what a thing is that it does not have before it, by its title.

    Where no kind of that title looks otherwise in each game, everybody knows.
    """
    knowledge = who.get(ItemKnowledge)
    known = knowledge is not None and title in knowledge.known
    return known or title not in world.root[Appearances].looks


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
    return apparent_name_of(who, name_of(thing), label_on(thing), world)


def former_name(who: Entity, thing: Entity, world: World) -> str:
    """Give what a creature called a thing before it learned what that is."""
    return labelled(_looks_like(who, name_of(thing), world), label_on(thing))


def label_on(thing: Entity) -> str:
    """Give what somebody wrote on a thing, as ``labels`` has it; empty for nothing."""
    label = thing.get(Inscribed)
    return "" if label is None else label.name


def counted_name(who: Entity, thing: Entity, world: World) -> str:
    """Give what a creature calls a thing, with how many there are: "a ration", "12 arrows"."""
    return counted(apparent_name(who, thing, world), count_of(thing))


def apparent_name_of(who: Entity, title: str, label: str, world: World) -> str:
    """Give what a creature calls a thing that it does not have before it.

    Args:
        who: The creature.
        title: The thing's title.
        label: What somebody wrote on the thing, as ``labels`` has it; empty for nothing.
        world: Where they are.
    """
    knowledge = who.get(ItemKnowledge)
    known = knowledge is not None and title in knowledge.known
    return labelled(title if known else _looks_like(who, title, world), label)


def _looks_like(who: Entity, title: str, world: World) -> str:
    """Give what a creature calls a kind of thing that it does not know."""
    look, knowledge = look_of(title, world), who.get(ItemKnowledge)
    given = "" if knowledge is None else knowledge.given.get(title, "")
    return f"{look} called {given}" if given else look
