"""A cache of the names that a creature uses for things."""

from __future__ import annotations

from bidden.components.knowledge.item_knowledge import ItemKnowledge
from bidden.perception.senses.names import apparent_name_of, label_on
from bidden.rules.knowledge.appearances import Appearances
from bidden.state import a_thing, count_of, counted, name_of
from eventcore import Entity, World


class Wording:
    """The names that one creature uses for things, as far as they were needed.

    A name depends on the title, the label and the number of a thing, which are the key, and on what
    the creature knows: ``renew`` drops all names when that has changed.

    Attributes:
        age: How often all names were dropped.
    """

    def __init__(self) -> None:
        self.age = 0
        self._known: tuple[object, ...] = ()
        self._names: dict[tuple[str, str], str] = {}
        self._counted: dict[tuple[str, str, int], str] = {}

    def renew(self, who: Entity, world: World) -> None:
        """Drop all names if the creature's knowledge has changed."""
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
        """Return the creature's name for a thing."""
        return self.of_kind(name_of(thing), label_on(thing), who, world)

    def of_kind(self, title: str, label: str, who: Entity, world: World) -> str:
        """Return the creature's name for a title and a label."""
        name = self._names.get((title, label))
        if name is None:
            name = self._names[title, label] = apparent_name_of(who, title, label, world)
        return name

    def counted(self, thing: Entity, who: Entity, world: World) -> str:
        """Return the name of a thing with the number, as in "a ration" and "12 arrows"."""
        key = name_of(thing), label_on(thing), count_of(thing)
        name = self._counted.get(key)
        if name is None:
            name = self._counted[key] = counted(self.of_kind(*key[:2], who, world), key[2])
        return name

    def one(self, title: str, label: str, who: Entity, world: World) -> str:
        """Return the name of one such thing, as in "a ration"."""
        return a_thing(self.of_kind(title, label, who, world))
