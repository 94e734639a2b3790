"""The names that a creature uses for things.

Some kinds look different in each game: their appearances are drawn when it begins. A creature
uses the appearance until it has identified the kind, and the title of all other things.
"""

from __future__ import annotations

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.rules.knowledge.appearances import Appearances
from bidden.state import Inscribed, Unidentified, count_of, counted, name_of
from bidden.words import tables
from eventcore import Entity, World


def is_known(who: Entity, thing: Entity) -> bool:
    """Return whether a creature has identified a thing."""
    knowledge = who.get(ItemKnowledge)
    return Unidentified not in thing or (
        knowledge is not None and name_of(thing) in knowledge.known
    )


def is_kind_known(who: Entity, title: str, world: World) -> bool:
    """Return whether a creature has identified the kind of things with a title.

    Kinds that look the same in each game are always identified.
    """
    knowledge = who.get(ItemKnowledge)
    known = knowledge is not None and title in knowledge.known
    return known or title not in world.root[Appearances].looks


def is_tried(who: Entity, thing: Entity, world: World) -> bool:
    """Return whether a creature has used a kind of thing without identifying it."""
    knowledge = who.get(ItemKnowledge)
    if knowledge is None or is_known(who, thing):
        return False
    return look_of(name_of(thing), world) in knowledge.tried


def look_of(title: str, world: World) -> str:
    """Return the look of an unidentified kind, or the title of a kind that everybody knows."""
    return world.root[Appearances].looks.get(title, str(tables()["clear_titles"].get(title, title)))


def apparent_name(who: Entity, thing: Entity, world: World) -> str:
    """Return the name of a thing if the creature has identified it, else its appearance."""
    return apparent_name_of(who, name_of(thing), label_on(thing), world)


def former_name(who: Entity, thing: Entity, world: World) -> str:
    """Return the name that a creature used for a thing before it identified it."""
    return _with_its_own(_looks_like(who, name_of(thing), world), label_on(thing))


def label_on(thing: Entity) -> str:
    """Return the name of its own that a thing has, or an empty string."""
    label = thing.get(Inscribed)
    return "" if label is None else label.name


def _with_its_own(name: str, label: str) -> str:
    return f'{name} named "{label}"' if label else name


def counted_name(who: Entity, thing: Entity, world: World) -> str:
    """Return the name of a thing with the number, as in "a ration" and "12 arrows"."""
    return counted(apparent_name(who, thing, world), count_of(thing))


def apparent_name_of(who: Entity, title: str, label: str, world: World) -> str:
    """Return a creature's name for a thing that is not present, by its title.

    ``label`` is the name of its own that the thing has, or an empty string.
    """
    knowledge = who.get(ItemKnowledge)
    known = knowledge is not None and title in knowledge.known
    return _with_its_own(title if known else _looks_like(who, title, world), label)


def _looks_like(who: Entity, title: str, world: World) -> str:
    """Return a creature's name for a kind that it has not identified."""
    look, knowledge = look_of(title, world), who.get(ItemKnowledge)
    given = "" if knowledge is None else knowledge.given.get(title, "")
    return f"{look} called {given}" if given else look
