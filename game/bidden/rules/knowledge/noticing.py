"""Noticing: an enemy that comes into view wakes sleeping and waiting creatures.

Creatures notice when somebody moves, so waiting creatures need no turns. A waiting creature
notices every enemy in view. A sleeping creature has a chance to notice each step within half of
its sight radius. The radius is a stat, and the last condition to be tested, because few of the
waiting creatures have an enemy in their line of sight.
"""

from __future__ import annotations

from typing import Final

import attrs

from bidden.ai.mind import Mind
from bidden.ai.wits import Wits
from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.events.effects import what_is
from bidden.events.minds import Rouse, are_foes
from bidden.events.movement import Arrive, Leave, Move
from bidden.events.places import MakeLevel
from bidden.events.turns import LookAround
from bidden.rules.ground.veils import is_veiled, veils_for
from bidden.rules.knowledge.vision import Vision
from eventcore import APPLY, REACT, Component, Entity, World, component, handles

_ALL: Final = 100
_BY_LEVEL = dict[int, list[tuple[Entity, Wits, Position]]]


@component
class Noticing(Component):
    """Wakes creatures that notice an enemy.

    The creatures with awareness are a cache, neither saved nor part of the digest. It is dropped
    when a creature comes, goes or dies.
    """

    _known: _BY_LEVEL | None = attrs.field(default=None, init=False, repr=False)

    @handles(Move, REACT - 2, via="world")
    def be_seen_on_the_way(self, move: Move, world: World) -> None:
        """Wake the creatures that notice an enemy's step."""
        if self._known != {}:
            self._be_seen(move.enactor, world)

    @handles(Arrive, REACT - 2, via="world")
    def be_seen_on_arrival(self, arrival: Arrive, world: World) -> None:
        """Wake the creatures that notice an enemy's arrival."""
        self._be_seen(arrival.enactor, world)

    @handles(LookAround, REACT, via="world")
    def be_seen_by_who_waits(self, look: LookAround, world: World) -> None:
        """Wake a waiting creature that notices an enemy, for example after a door opens."""
        if self._known != {}:
            self._be_seen(look.enactor, world, sleepers=False)

    @handles(Arrive, APPLY, via="world")
    @handles(Leave, APPLY, via="world")
    def see_who_comes_and_goes(self, moving: Arrive | Leave, world: World) -> None:
        if Wits in moving.enactor:
            self._known = None

    # At REACT, because a death without a component to apply it must fail instead.
    @handles(Die, REACT, via="world")
    def see_who_dies(self, die: Die, world: World) -> None:
        if Wits in die.target:
            self._known = None

    def _be_seen(self, who: Entity, world: World, *, sleepers: bool = True) -> None:
        here = who.get(Position)
        if here is None or not who.alive:
            return
        known = self._known
        those = self._on(here.level, world) if known is None else known.get(here.level, ())
        vision, first = world.root[Vision], 0
        while first < len(those):
            looking = [
                (place, there)
                for place, (observer, wits, there) in enumerate(those[first:], first)
                if (wits.waits or (sleepers and wits.state == "asleep")) and observer is not who
            ]
            first = len(those)
            for place in vision.who_has_sight_of(looking, here, world):
                observer, wits, _ = those[place]
                if observer.alive and self._notices(observer, who, wits.state == "asleep", world):
                    world.publish(Rouse(who, observer, here.x, here.y))
                    first = place + 1  # this may have changed what the others see
                    break

    def _notices(self, observer: Entity, who: Entity, asleep: bool, world: World) -> bool:
        """Return whether a creature notices another in its line of sight."""
        here, there = who[Position], observer[Position]
        dx, dy, sight = there.x - here.x, there.y - here.y, what_is(world, observer, "sight")
        reach = sight // 2 if asleep else sight
        if sight <= 0 or dx * dx + dy * dy > reach * reach or not are_foes(world, observer, who):
            return False
        if is_veiled(there, here.tile, veils_for(observer, here.level, world)):
            return False
        return not asleep or world.stream("notice").chance(observer[Wits].wakes, _ALL)

    def _on(self, level: int, world: World) -> list[tuple[Entity, Wits, Position]]:
        """Return the creatures with awareness on a level, in order of id."""
        if self._known is None:
            self._known = {}
            for creature in world.roster(Wits, Mind, Position):
                there = creature[Position]
                self._known.setdefault(there.level, []).append((creature, creature[Wits], there))
        return self._known.get(level, [])


@component
class Sleep(Component):
    """Draws which creatures of a new level are asleep, and takes them off the agenda."""

    # After the level was filled, at REACT - 10.
    @handles(MakeLevel, REACT - 5, via="world")
    def let_some_sleep(self, make: MakeLevel, world: World) -> None:
        for creature in world.having(Wits, Position):
            wits = creature[Wits]
            is_there = creature[Position].level == make.level and creature in world.agenda
            if not wits.asleep or not is_there:
                continue
            if world.stream(f"sleep-{make.level}").chance(wits.asleep, _ALL):
                wits.state = "asleep"
                world.agenda.cancel(creature)
