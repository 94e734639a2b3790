"""Wording: what a creature calls things, kept for as long as that hangs on nothing new."""

from __future__ import annotations

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.perception.senses.names import apparent_name_of, label_on
from bidden.rules.knowledge.appearances import Appearances
from bidden.state import a_thing, count_of, counted, name_of
from eventcore import Entity, World


class Wording:
    """The names that one creature has for things, as far as somebody asked for them.

    A name hangs on the title, the label and the number of a thing, by which it is kept, and on what
    the creature knows: ``renew`` forgets all names where that has become another.

    Attributes:
        age: How often all names were forgotten.
    """

    def __init__(self) -> None:
        """Begin without any name."""
        self.age = 0
        self._known: tuple[object, ...] = ()
        self._names: dict[tuple[str, str], str] = {}
        self._counted: dict[tuple[str, str, int], str] = {}

    def renew(self, who: Entity, world: World) -> None:
        """Forget the names that a creature had, if it knows things now that it did not."""
        knowledge, looks = who.get(ItemKnowledge), world.root[Appearances].looks
        known: tuple[object, ...] = (who, looks)
        if knowledge is not None:
            known = (who, looks, knowledge.known, knowledge.tried, knowledge.given)
        if known != self._known:
            self.age += 1
            self._names.clear()
            self._counted.clear()
            self._known = known
            if knowledge is not None:  # of what could be changed in place, what it was
                self._known = (*known[:2], [*knowledge.known], [*knowledge.tried])
                self._known += (dict(knowledge.given),)

    def of(self, thing: Entity, who: Entity, world: World) -> str:
        """Give what the creature calls a thing: its name, or what it looks like."""
        return self.of_kind(name_of(thing), label_on(thing), who, world)

    def of_kind(self, title: str, label: str, who: Entity, world: World) -> str:
        """Give what it calls what has a title, and what was written on it."""
        name = self._names.get((title, label))
        if name is None:
            name = self._names[title, label] = apparent_name_of(who, title, label, world)
        return name

    def counted(self, thing: Entity, who: Entity, world: World) -> str:
        """Give what it calls a thing, with how many there are: "a ration", "12 arrows"."""
        key = name_of(thing), label_on(thing), count_of(thing)
        name = self._counted.get(key)
        if name is None:
            name = self._counted[key] = counted(self.of_kind(*key[:2], who, world), key[2])
        return name

    def one(self, title: str, label: str, who: Entity, world: World) -> str:
        """Give what it calls one of such things, as in "a ration"."""
        return a_thing(self.of_kind(title, label, who, world))
