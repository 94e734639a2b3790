"""Searching: it reveals hidden traps and doors, and creatures disguised as things."""

from __future__ import annotations

from typing import Final

from bidden.components.knowledge.memory import Memory
from bidden.components.movement.position import Position
from bidden.components.places.trap import Trap
from bidden.components.tricks.disguise import Disguise
from bidden.events.effects import what_is
from bidden.events.movement import Move
from bidden.events.places import Find, Search
from bidden.events.queries import WhatIsAt
from bidden.events.tricks import Unmask
from bidden.grid.fixed import fixed_on
from bidden.grid.neighbours import AROUND
from bidden.perception.senses.sight import sees
from bidden.state import Secret, is_secret
from eventcore import APPLY, REACT, Component, World, component, handles

_FOUND_PERCENT: Final = 60
"""The chance, in percent, that a search reveals what is hidden on a tile."""
_NEAR: Final = 2
"""The distance, in tiles, within which a hidden trap may be noticed."""
_NOTICED_PERCENT: Final = 5
"""The chance, in percent, that a step so near notices it, for each tile of the sight radius."""


@component
class Searching(Component):
    """Reveals what is hidden."""

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
        for thing in search.found:
            world.publish(Find(search.enactor, thing))

    # Before a fall or a stair takes the walker elsewhere.
    @handles(Move, REACT - 7, via="world")
    def notice_on_the_way(self, move: Move, world: World) -> None:
        """Draw whether a creature with a memory notices hidden traps near its new tile."""
        who = move.enactor
        if Memory not in who:
            return
        here = who[Position]
        for trap in fixed_on(here.level, world, Trap, Secret):
            there = trap[Position]
            if abs(here.x - there.x) > _NEAR or abs(here.y - there.y) > _NEAR:
                continue  # the usual case
            if here.distance(there) and is_secret(trap) and sees(who, trap, world):
                percent = what_is(world, who, "sight") * _NOTICED_PERCENT
                if world.stream("search").roll(1, 100) <= percent:
                    world.publish(Find(who, trap))

    @handles(Find, APPLY, via="world")
    def be_a_secret_no_more(self, finding: Find, world: World) -> None:
        secret = finding.thing.get(Secret)
        if secret is not None:
            secret.found = True


@component
class Unmasking(Component):
    """Reveals the disguised creatures next to a searcher."""

    @handles(Search, REACT - 5, via="world")
    def look_twice(self, search: Search, world: World) -> None:
        here = search.enactor[Position]
        for creature in [*world.having(Disguise, Position)]:
            if creature[Disguise].worn and creature[Position].distance(here) == 1:
                world.publish(Unmask(creature))
