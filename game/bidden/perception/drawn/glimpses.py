"""Glimpses: what the player saw happen between two views, taken from settled events.

This observer changes nothing, and a game without it runs the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from bidden.components.combat.breath import Breath
from bidden.components.movement.position import Position
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

_KEPT: Final = 100
"""The maximum number of glimpses kept. The oldest are dropped."""


class Glimpses:
    """Collects the visible part of each event."""

    def __init__(self, world: World, player: Entity) -> None:
        """Begin to observe.

        Args:
            world: The world.
            player: The observer.
        """
        self._world = world
        self._player = player
        self._noted: deque[tuple[int, Glimpse]] = deque(maxlen=_KEPT)
        self._last_seen: dict[Entity, Place] = {}
        for kind, note in (
            (Shoot, self._note_shot),
            (Throw, self._note_throw),
            (Cast, self._note_spell),
            (Release, self._note_release),
            (UseKnack, self._note_knack),
            (UseBoon, self._note_boon),
            (Breathe, self._note_breath),
            (Burn, self._note_fire),
            (Ignite, self._note_kindling),
            (Burst, self._note_burst),
            (Erupt, self._note_eruption),
            (Pose, self._note_body),
            (TakeDamage, self._note_harm),
        ):
            world.observe(kind, _if_done(note))
        self._look_around()

    def take(self) -> tuple[Glimpse, ...]:
        """Return and forget what the player saw since the last call, in order.

        Each glimpse has only the tiles that are in view now.
        """
        noted = [*self._noted]
        self._noted.clear()
        if not self._player.alive:
            return ()
        self._look_around()
        if not noted:
            return ()
        level = self._player[Position].level
        view = in_view_of(self._player, self._world)
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
            one: (there.level, there.x, there.y)
            for one in self._world.having(Fighter, Position)
            if (there := one[Position]).level == here
            and not is_unnoticed(self._player, one, self._world)
        }

    def _place(self, who: Entity) -> Place | None:
        """Return the place of a creature, or its last known place if it is gone."""
        here = who.get(Position) if who.alive else None
        return self._last_seen.get(who) if here is None else (here.level, here.x, here.y)

    def _note(self, what: Happening, level: int, tiles: Iterable[Spot]) -> None:
        self._noted.append((level, Glimpse(what, tuple(tiles))))

    def _note_flight(self, what: Happening, who: Entity, x: int, y: int) -> None:
        """Note a missile from a creature to a tile. It starts on the tile beside the creature."""
        place = self._place(who)
        if place is not None and x >= 0:
            self._note(what, place[0], line(place[1:], (x, y))[1:])

    def _note_area(self, what: Happening, level: int, x: int, y: int, radius: int) -> None:
        if x >= 0 and radius:
            question = WhatIsInView(self._world.root, x, y, radius, level)
            self._note(what, level, sorted(self._world.ask(question).tiles))

    def _note_power(self, who: Entity, x: int, y: int, targets: list[Entity]) -> None:
        """Note magic that flies to its aim, or else to each target."""
        if x >= 0:
            self._note_flight(Happening.SPELL, who, x, y)
            return
        for target in targets:
            place = self._place(target)
            if place is not None and target is not who:
                self._note_flight(Happening.SPELL, who, *place[1:])

    def _note_shot(self, shoot: Shoot) -> None:
        self._note_flight(Happening.SHOT, shoot.enactor, shoot.x, shoot.y)

    def _note_throw(self, throw: Throw) -> None:
        self._note_flight(Happening.SHOT, throw.enactor, throw.to_x, throw.to_y)

    def _note_spell(self, cast: Cast) -> None:
        kind, place = self._world.root[Spells].kinds.get(cast.spell), self._place(cast.enactor)
        if kind is None or place is None or cast.misspoken:
            return
        self._note_power(cast.enactor, cast.x, cast.y, cast.targets)
        self._note_area(Happening.BURST, place[0], cast.x, cast.y, kind.radius)

    def _note_release(self, release: Release) -> None:
        if release.worked:
            self._note_power(release.enactor, release.x, release.y, release.targets)

    def _note_knack(self, knack: UseKnack) -> None:
        self._note_power(knack.enactor, knack.x, knack.y, knack.targets)

    def _note_boon(self, use: UseBoon) -> None:
        place = self._place(use.enactor)
        if place is not None:
            self._note(Happening.SPELL, place[0], use.tiles)

    def _note_breath(self, breathe: Breathe) -> None:
        who, place = breathe.enactor, self._place(breathe.enactor)
        breath = who.get(Breath) if who.alive else None
        if breath is not None and place is not None:
            x, y, radius = breathe.x, breathe.y, breath.power.radius
            self._note_flight(Happening.BREATH, who, x, y)
            self._note_area(Happening.BREATH, place[0], x, y, radius)

    def _note_eruption(self, erupt: Erupt) -> None:
        self._note_area(Happening.BURST, erupt.level, erupt.x, erupt.y, erupt.radius)

    def _note_fire(self, burn: Burn) -> None:
        self._note(Happening.FIRE, burn.level, burn.caught)

    def _note_kindling(self, ignite: Ignite) -> None:
        self._note(Happening.FIRE, ignite.level, [(ignite.x, ignite.y)])

    def _note_burst(self, burst: Burst) -> None:
        self._note(Happening.BURST, burst.level, burst.tiles)

    def _note_body(self, pose: Pose) -> None:
        place = self._place(pose.enactor)
        if place is not None and self._notices(pose.enactor):
            self._note(Happening.BODY, place[0], [(pose.x, pose.y), *pose.tiles.values()])

    def _note_harm(self, harm: TakeDamage) -> None:
        place = self._place(harm.target)
        if place is not None and harm.dealt > 0 and self._notices(harm.target):
            self._note(Happening.HURT, place[0], [place[1:]])

    def _notices(self, who: Entity) -> bool:
        """Return whether the player notices a creature, or did so at the last look."""
        if not (who.alive and self._player.alive and Position in who):
            return who in self._last_seen
        return not is_unnoticed(self._player, who, self._world)


def _if_done(note: Any) -> Any:
    """Pass on only events that were not refused."""

    def tell(event: Event) -> None:
        if event.done:
            note(event)

    return tell
