"""Glimpses: visible happenings between two views, taken from settled events.

This observer changes nothing, and a game without it runs the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final, TypeAlias

from bidden.components.movement.position import Position
from bidden.components.tricks.knack import Breath
from bidden.events.bodies import Pose
from bidden.events.boons import UseBoon
from bidden.events.combat import Breathe, Shoot, TakeDamage, Throw
from bidden.events.ground import Burn, Burst, Ignite
from bidden.events.magic import Cast
from bidden.events.queries import WhatIsInView
from bidden.events.things import Release
from bidden.events.tricks import Erupt, UseKnack
from bidden.grid.fov import line
from bidden.perception.senses.sight import in_view_of, is_unnoticed
from bidden.rules.magic.spells import Spells
from bidden.state import Fighter
from bidden.view import Glimpse, Happening, Spot
from eventcore import Entity, Event, World

Place: TypeAlias = tuple[int, int, int]
"""A level, column and row."""

_KINDS: Final[tuple[type[Event], ...]] = (
    *(Shoot, Throw, Cast, Release, UseKnack, UseBoon, Breathe),
    *(Burn, Ignite, Burst, Erupt, Pose, TakeDamage),
)
_KEPT: Final = 100
"""The maximum number of glimpses kept. The oldest are dropped."""


class Glimpses:
    """Collects the visible part of each event."""

    def __init__(self, world: World, player: Entity) -> None:
        self._world = world
        self._player = player
        self._noted: deque[tuple[int, Glimpse]] = deque(maxlen=_KEPT)
        self._last_seen: dict[Entity, Place] = {}
        for kind in _KINDS:
            world.observe(kind, self._note_done)
        self._look_around()

    def take(self) -> tuple[Glimpse, ...]:
        """Return and forget the glimpses since the last call, in order.

        Each glimpse has only the tiles that are in view now.
        """
        noted = [*self._noted]
        self._noted.clear()
        if not self._player.alive:
            return ()
        self._look_around()
        level = self._player[Position].level
        view = in_view_of(self._player, self._world) if noted else ()
        seen = (
            Glimpse(glimpse.what, tuple(tile for tile in glimpse.tiles if tile in view))
            for there, glimpse in noted
            if there == level
        )
        return tuple(glimpse for glimpse in seen if glimpse.tiles)

    def _look_around(self) -> None:
        """Store the places of all creatures that the player could notice."""
        here = self._player[Position].level
        self._last_seen = {
            who: (there.level, there.x, there.y)
            for who in self._world.having(Fighter, Position)
            if (there := who[Position]).level == here
            and not is_unnoticed(self._player, who, self._world)
        }

    def _place(self, who: Entity) -> Place | None:
        """Return the place of a creature, or its last known place if it is gone."""
        here = who.get(Position) if who.alive else None
        return self._last_seen.get(who) if here is None else (here.level, here.x, here.y)

    def _note_done(self, event: Event) -> None:
        if not event.done:
            return
        who, place = event.enactor, self._place(event.enactor)
        match event:
            case Shoot():
                self._note_flight(Happening.SHOT, who, event.x, event.y)
            case Throw():
                self._note_flight(Happening.SHOT, who, event.to_x, event.to_y)
            case UseKnack():
                self._note_power(who, event.x, event.y, event.targets)
            case Release() if event.worked:
                self._note_power(who, event.x, event.y, event.targets)
            case Cast() if place is not None and not event.misspoken:
                self._note_power(who, event.x, event.y, event.targets)
                kind = self._world.root[Spells].kinds.get(event.spell)
                radius = 0 if kind is None else kind.radius
                self._note_area(Happening.BURST, place[0], event.x, event.y, radius)
            case UseBoon() if place is not None:
                self._note(Happening.SPELL, place[0], event.tiles)
            case Breathe() if place is not None and who.alive and Breath in who:
                self._note_flight(Happening.BREATH, who, event.x, event.y)
                radius = who[Breath].power.radius
                self._note_area(Happening.BREATH, place[0], event.x, event.y, radius)
            case Erupt():
                self._note_area(Happening.BURST, event.level, event.x, event.y, event.radius)
            case Burn():
                self._note(Happening.FIRE, event.level, event.caught)
            case Ignite():
                self._note(Happening.FIRE, event.level, [(event.x, event.y)])
            case Burst():
                self._note(Happening.BURST, event.level, event.tiles)
            case Pose() if place is not None and self._notices(who):
                self._note(Happening.BODY, place[0], [(event.x, event.y), *event.tiles.values()])
            case TakeDamage() if event.dealt > 0 and self._notices(event.target):
                hurt = self._place(event.target)
                if hurt is not None:
                    self._note(Happening.HURT, hurt[0], [hurt[1:]])

    def _note(self, what: Happening, level: int, tiles: Iterable[Spot]) -> None:
        self._noted.append((level, Glimpse(what, tuple(tiles))))

    def _note_flight(self, what: Happening, who: Entity, x: int, y: int) -> None:
        """Note a missile from a creature to a tile. It starts on the tile beside the creature."""
        place = self._place(who)
        if place is not None and x >= 0:
            self._note(what, place[0], line(place[1:], (x, y))[1:])

    def _note_area(self, what: Happening, level: int, x: int, y: int, radius: int) -> None:
        if x >= 0 and radius:
            area = WhatIsInView(self._world.root, x, y, radius, level)
            self._note(what, level, sorted(self._world.ask(area).tiles))

    def _note_power(self, who: Entity, x: int, y: int, targets: list[Entity]) -> None:
        places = (self._place(target) for target in targets if target is not who)
        aims = [(x, y)] if x >= 0 else [place[1:] for place in places if place is not None]
        for aim in aims:
            self._note_flight(Happening.SPELL, who, *aim)

    def _notices(self, who: Entity) -> bool:
        """Return whether the player notices a creature, or did so at the last look."""
        if not (who.alive and self._player.alive and Position in who):
            return who in self._last_seen
        return not is_unnoticed(self._player, who, self._world)
