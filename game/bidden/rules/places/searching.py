"""The rule of searching: what is hidden, a trap or a door, is found by who searches beside it."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.position import Position
from bidden.events.places import Find, Search
from bidden.events.queries import WhatIsAt
from bidden.grid.neighbours import AROUND
from bidden.state import Secret, is_secret
from eventcore import APPLY, REACT, Component, World, component, handles

_FOUND_PERCENT: Final = 60
"""In how many of a hundred searches of a tile what is hidden there is found."""


@component
class Searching(Component):
    """Lets what is hidden be found, and be hidden no more."""

    @handles(Search, APPLY, via="world")
    def look_closely(self, search: Search, world: World) -> None:
        """Draw which of the hidden things around are found."""
        place = search.enactor[Position]
        for dx, dy in AROUND:
            question = WhatIsAt(world.root, place.x + dx, place.y + dy, place.level)
            for thing in world.ask(question).found:
                if is_secret(thing) and world.stream("search").roll(1, 100) <= _FOUND_PERCENT:
                    search.found.append(thing)

    @handles(Search, REACT, via="world")
    def reveal_what_is_found(self, search: Search, world: World) -> None:
        """Publish that the things are found."""
        for thing in search.found:
            world.publish(Find(search.enactor, thing))

    @handles(Find, APPLY, via="world")
    def be_a_secret_no_more(self, finding: Find, world: World) -> None:
        """Reveal the thing, if it was a secret."""
        secret = finding.thing.get(Secret)
        if secret is not None:
            secret.found = True
