"""Texts: notes and engravings, and books, which teach spells page by page."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.magic import KnowsSpell, LearnSpell, Study
from bidden.events.things import Read
from eventcore import APPLY, REACT, RESOLVE, VALIDATE, Component, Entity, World, component, handles


@component
class Inscription(Component):
    """Lets its item be read any number of times; reading only shows its text.

    Attributes:
        text: The text.
    """

    text: Annotated[str, Meta(min_length=1)]

    @handles(Read, RESOLVE, role="item")
    def show_the_text(self, reading: Read, world: World) -> None:
        """Mark the reading as successful. The message shows the text."""
        reading.worked = True


@component
class Book(Component):
    """Lets its item be read page by page; a reader who finishes it knows its spells.

    It stays open at the page where reading stopped. A finished book teaches the next reader at
    once.

    Attributes:
        spells: The names of the spells in it.
        pages: The number of pages; each takes a turn.
        read: The number of pages read.
    """

    spells: Annotated[list[str], Meta(min_length=1)]
    pages: Annotated[int, Meta(ge=1)] = 1
    read: Annotated[int, Meta(ge=0)] = 0

    def is_known_by_heart(self, who: Entity, world: World) -> bool:
        """Return whether a creature knows all its spells and has nothing to read in it."""
        return all(world.ask(KnowsSpell(who, spell)).known for spell in self.spells)

    @handles(Read, VALIDATE + 20, role="item")
    def refuse_what_is_known(self, reading: Read, world: World) -> None:
        reading.known = True
        if self.is_known_by_heart(reading.enactor, world):
            reading.fail("known by heart")

    @handles(Read, RESOLVE, role="item")
    def study_a_page(self, reading: Read, world: World) -> None:
        world.publish(Study(reading.enactor, reading.enactor, self.entity))

    @handles(Study, APPLY, role="item")
    def turn_the_page(self, study: Study, world: World) -> None:
        self.read = study.page = min(self.pages, self.read + 1)

    @handles(Study, REACT, role="item")
    def teach(self, study: Study, world: World) -> None:
        """Teach the spells to a reader who finishes the book."""
        if self.read == self.pages:
            for spell in self.spells:
                world.publish(LearnSpell(study.enactor, study.target, spell))
