"""Engraving: words on the floor for later visitors."""

from __future__ import annotations

from typing import Final

from bidden.components.movement.door import Door
from bidden.components.movement.position import Position
from bidden.components.things.readable import Inscription
from bidden.events.movement import Leave
from bidden.events.places import Engrave, Spawn
from bidden.events.queries import WhatIsAt
from bidden.rules.ground.ground import Ground
from bidden.state import Item, OneWay, Stair
from eventcore import APPLY, RESOLVE, VALIDATE, Component, Entity, World, component, handles

LONGEST_WORDS: Final = 60
"""The maximum length of an engraving, in characters."""


@component
class Engraving(Component):
    """Engraves words on bare floor, in place of an earlier engraving."""

    @handles(Engrave, VALIDATE + 10, via="world")
    def refuse_what_cannot_be_read(self, engraving: Engrave, world: World) -> None:
        """Fail for empty, unprintable or overlong words."""
        text = engraving.text
        if not text or text != text.strip() or not text.isprintable():
            engraving.fail("no words")
        elif len(text) > LONGEST_WORDS:
            engraving.fail("many words")

    @handles(Engrave, VALIDATE + 12, via="world")
    def refuse_where_nothing_lasts(self, engraving: Engrave, world: World) -> None:
        """Fail on a door, a stair or covered floor."""
        place, ground = engraving.enactor[Position], world.root.get(Ground)
        bare = ground is None or ground.kind_of(place.level, place.tile) is None
        if not bare or any(
            cls in thing for thing in _lying(place, world) for cls in (Door, OneWay, Stair)
        ):
            engraving.fail("no floor")

    @handles(Engrave, RESOLVE, via="world")
    def engrave(self, engraving: Engrave, world: World) -> None:
        who, place = engraving.enactor, engraving.enactor[Position]
        spawn = Spawn(who, None, "engraving", *place.spot)
        engraving.made = world.publish(spawn).made

    @handles(Engrave, APPLY, via="world")
    def say_what_it_says(self, engraving: Engrave, world: World) -> None:
        for thing in _lying(engraving.enactor[Position], world):
            if thing is engraving.made:
                thing[Inscription].text = engraving.text
            elif Inscription in thing and Item not in thing:
                world.publish(Leave(thing))
                world.despawn(thing)


def _lying(place: Position, world: World) -> list[Entity]:
    return world.ask(WhatIsAt(world.root, *place.spot)).found
