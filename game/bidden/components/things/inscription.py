"""Inscriptions: the text on notes and on the ground."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.events.things import Read
from eventcore import RESOLVE, Component, World, component, handles


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
