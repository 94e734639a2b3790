"""Books: spells to be learned, a page a turn."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.magic import KnowsSpell, LearnSpell, Study
from bidden.events.things import Read
from eventcore import APPLY, REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles


@component
class Book(Component):
    """Lets its item be read page by page; a reader who finishes it knows its spells.

    It stays open where it was left, and whoever finds it read has but to look into it.

    Attributes:
        spells: The names of the spells in it.
        pages: The number of pages; each takes a turn.
        read: The number of pages read.
    """

    spells: Annotated[list[str], Meta(min_length=1)]
    pages: Annotated[int, Meta(ge=1)] = 1
    read: Annotated[int, Meta(ge=0)] = 0

    def is_known_by_heart(self, who: Entity, world: World) -> bool:
        """Say whether somebody knows all the spells in it, and has nothing to read in it."""
        return all(world.ask(KnowsSpell(who, spell)).known for spell in self.spells)

    @handles(Read, VALIDATE + 20, role="item")
    def refuse_what_is_known(self, reading: Read, world: World) -> None:
        """Refuse to read what one knows; a book hides nothing of what it is."""
        reading.known = True
        if self.is_known_by_heart(reading.enactor, world):
            reading.fail("known by heart")

    @handles(Read, RESOLVE, role="item")
    def study_a_page(self, reading: Read, world: World) -> None:
        """Publish the study of the next page."""
        world.publish(Study(reading.enactor, reading.enactor, self.entity))

    @handles(Study, APPLY, role="item")
    def turn_the_page(self, study: Study, world: World) -> None:
        """Keep the number of pages that were read."""
        self.read = study.page = min(self.pages, self.read + 1)

    @handles(Study, REACT, role="item")
    def teach(self, study: Study, world: World) -> None:
        """Teach what is in it to who has come to its end."""
        if self.read == self.pages:
            for spell in self.spells:
                world.publish(LearnSpell(study.enactor, study.target, spell))
