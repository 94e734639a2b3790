"""Disguises: creatures that look like items until an enemy touches them or comes near."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bidden.components.movement.position import Position
from bidden.events.combat import TakeDamage
from bidden.events.minds import WhatMind
from bidden.events.queries import WhichFoe
from bidden.events.tricks import Unmask
from bidden.events.turns import TakeTurn
from bidden.kinds import CREATURE
from bidden.state import Look, Title
from eventcore import APPLY, MODIFY, REACT, VALIDATE, Component, Entity, World, component, handles


@component
class Disguise(Component):
    """Lets its creature look like an item, and keep still, until it is discovered.

    It has the title and look of the item. Its true ones are stored here.

    Attributes:
        name: Its true name.
        glyph: Its true glyph: one character.
        look: Its true look, as a name in the palette.
        wakes_within: The distance at which an enemy wakes it, in tiles; 0 if only touch wakes it.
        worn: Whether it still looks like the item.
    """

    name: Annotated[str, Meta(min_length=1)]
    glyph: Annotated[str, Meta(min_length=1, max_length=1)]
    look: Annotated[str, Meta(min_length=1)]
    wakes_within: Annotated[int, Meta(ge=0, le=2)] = 0
    worn: bool = True

    # After its wits may make it flee, at MODIFY - 10.
    @handles(WhatMind, MODIFY - 8)
    def keep_still(self, question: WhatMind, world: World) -> None:
        """Answer with a plan of resting while it looks like an item."""
        if self.worn:
            question.plan = ["rest"]

    # Before the mind acts, so that it wakes and acts in one turn.
    @handles(TakeTurn, REACT - 9)
    def wake(self, turn: TakeTurn, world: World) -> None:
        """Reveal itself to a foe that is near enough."""
        if self.worn and self.wakes_within and turn.enactor.alive:
            # The range counts steps, but WhichFoe measures Euclidean distance. Up to 2 steps, no
            # foe out of range is nearer than a foe in the corner.
            foe = world.ask(WhichFoe(turn.enactor, self.wakes_within + 1)).found
            far = None if foe is None else foe[Position].distance(turn.enactor[Position])
            if far is not None and far <= self.wakes_within:
                world.publish(Unmask(turn.enactor))

    # Before it may die, so that its corpse has its true name.
    @handles(TakeDamage, REACT - 9, role="target")
    def be_touched(self, damage: TakeDamage, world: World) -> None:
        """Reveal itself when it is hurt."""
        if self.worn:
            world.publish(Unmask(damage.target))

    @handles(Unmask, VALIDATE)
    def show_itself_once(self, unmask: Unmask, world: World) -> None:
        if not self.worn:
            unmask.fail("known")

    @handles(Unmask, APPLY)
    def be_what_it_is(self, unmask: Unmask, world: World) -> None:
        """Restore its true look and name."""
        title, look = unmask.enactor[Title], unmask.enactor[Look]
        self.worn, unmask.seemed, title.name = False, title.name, self.name
        look.glyph, look.look, look.kind = self.glyph, self.look, CREATURE


def is_disguised(thing: Entity) -> bool:
    """Return whether something is a creature that looks like an item."""
    disguise = thing.get(Disguise)
    return disguise is not None and disguise.worn
