"""Item knowledge: which kinds of items a creature has identified, and its names for others."""

from __future__ import annotations

from typing import Any, Final

import attrs

from bidden.events.knowledge import Knows, Learn, Name
from bidden.events.things import Quaff, Release
from bidden.state import Inscribed, Unidentified, name_of
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, World, component, handles

LONGEST_NAME: Final = 24
"""The maximum length of a name that a player gives an item."""


@component(version=2)
class ItemKnowledge(Component):
    """Lets its entity identify and name items.

    Attributes:
        known: The identified kinds, oldest first.
        given: Its names for unidentified kinds, by their true names.
        tasted: Whether it has drunk something unidentified.
        tried: The appearances of unidentified kinds that it has drunk or read.
    """

    known: list[str] = attrs.Factory(list)
    given: dict[str, str] = attrs.Factory(dict)
    tasted: bool = False
    tried: list[str] = attrs.Factory(list)

    @classmethod
    def upgrade(cls, version: int, fields: dict[str, Any]) -> dict[str, Any]:
        """Start without tried items: the first version did not store them."""
        return fields | {"tried": []}

    @handles(Knows, MODIFY)
    def tell(self, question: Knows, world: World) -> None:
        """Answer whether its entity has identified the kind."""
        question.known = question.what in self.known

    @handles(Learn, VALIDATE, role="target")
    def refuse_what_is_known(self, learning: Learn, world: World) -> None:
        if learning.what in self.known:
            learning.fail("known")

    @handles(Learn, APPLY, role="target")
    def learn(self, learning: Learn, world: World) -> None:
        self.known = [*self.known, learning.what]

    # Not before REACT: that alone would let anything be drunk and read.
    @handles(Release, REACT)
    def taste(self, release: Release, world: World) -> None:
        """Remember that it has drunk something unidentified."""
        if release.item is not None and not release.known:
            self.tasted = self.tasted or isinstance(release, Quaff)

    @handles(Name, VALIDATE + 10)
    def refuse_names_that_will_not_do(self, naming: Name, world: World) -> None:
        """Fail for an item without a kind to name, an identified kind, or too long a name."""
        naming.cost = 0
        if naming.item is None:
            naming.fail("no thing")
        elif naming.name != naming.name.strip() or not naming.name.isprintable():
            naming.fail("no name")
        elif len(naming.name) > LONGEST_NAME:
            naming.fail("long")
        elif naming.alike and (
            Unidentified not in naming.item or name_of(naming.item) in self.known
        ):
            naming.fail("known")

    @handles(Name, APPLY)
    def name(self, naming: Name, world: World) -> None:
        if naming.item is None:
            return
        if naming.alike:
            kind = name_of(naming.item)
            others = {other: name for other, name in self.given.items() if other != kind}
            self.given = others | ({kind: naming.name} if naming.name else {})
            return
        if Inscribed in naming.item:
            world.detach(naming.item, Inscribed)
        if naming.name:
            world.attach(naming.item, Inscribed(naming.name))
