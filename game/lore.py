"""Lore: what a creature calls a thing.

Some kinds of thing look different in each game: which look is whose is drawn when it begins.
Until a creature has learned a kind, its things go by their looks. A thing of no such kind
goes by its name.
"""

from __future__ import annotations

from eventcore import Entity, World
from game.components.scholar import Scholar
from game.state import Appearances, Guise, Inscribed, name_of

__all__ = ["called", "is_known"]


def is_known(who: Entity, thing: Entity) -> bool:
    """Say whether a creature knows what a thing is."""
    scholar = who.get(Scholar)
    return Guise not in thing or (scholar is not None and name_of(thing) in scholar.known)


def called(who: Entity, thing: Entity, world: World) -> str:
    """Give what a creature calls a thing: its name where it knows it, else its look."""
    name = name_of(thing)
    if not is_known(who, thing):
        look = world.root[Appearances].of.get(name, name)
        scholar = who.get(Scholar)
        given = "" if scholar is None else scholar.given.get(name, "")
        name = f"{look} called {given}" if given else look
    label = thing.get(Inscribed)
    return name if label is None else f'{name} named "{label.name}"'
