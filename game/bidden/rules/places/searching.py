"""The rule of searching: what is hidden, a trap or a door, is found by who searches beside it.

A trap may be noticed besides, by who walks up to it, and the rather the farther they see.
"""

from __future__ import annotations

from typing import Final

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.events.effects import what_is
from bidden.events.movement import Move
from bidden.events.places import Find, Search
from bidden.events.queries import WhatIsAt
from bidden.grid.fixed import fixed_on
from bidden.grid.neighbours import AROUND
from bidden.perception.senses.sight import sees
from bidden.state import Secret, is_secret
from eventcore import APPLY, REACT, Component, World, component, handles

_FOUND_PERCENT: Final = 60
"""In how many of a hundred searches of a tile what is hidden there is found."""
_NEAR: Final = 2
"""So near, in tiles, one must come to a hidden trap to notice it."""
_NOTICED_PERCENT: Final = 5
"""In how many of a hundred steps so near it is noticed, for each tile that one sees."""


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

    # From where the step led, before a fall or a stair takes whoever took it elsewhere.
    @handles(Move, REACT - 7, via="world")
    def notice_on_the_way(self, move: Move, world: World) -> None:
        """Draw whether who remembers what they see notices a hidden trap that they came near to."""
        who = move.enactor
        if Memory not in who:
            return
        here = who[Position]
        for trap in fixed_on(here.level, world, Trap, Secret):
            there = trap[Position]
            if abs(here.x - there.x) > _NEAR or abs(here.y - there.y) > _NEAR:
                continue  # as mostly
            if here.distance(there) and is_secret(trap) and sees(who, trap, world):
                percent = what_is(world, who, "sight") * _NOTICED_PERCENT
                if world.stream("search").roll(1, 100) <= percent:
                    world.publish(Find(who, trap))

    @handles(Find, APPLY, via="world")
    def be_a_secret_no_more(self, finding: Find, world: World) -> None:
        """Reveal the thing, if it was a secret."""
        secret = finding.thing.get(Secret)
        if secret is not None:
            secret.found = True
