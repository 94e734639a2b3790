"""The nearest enemy that a creature sees.

Sight is symmetric, so one field of view from each enemy serves all creatures that look for it,
and none needs a field of view of its own. The enemies of each creature are a cache, neither
saved nor part of the digest. It is dropped when a creature comes, goes or dies, or when an
effect that changes sides starts or ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

import attrs

from bidden.components.movement.position import Position
from bidden.events.combat import Die
from bidden.events.effects import EffectMoment
from bidden.events.minds import side_of
from bidden.events.movement import Arrive, Leave
from bidden.events.queries import WhichFoe
from bidden.rules.ground.veils import is_veiled, veils_for
from bidden.rules.knowledge.vision import Vision
from bidden.rules.magic.effects import Effects
from bidden.rules.movement.occupancy import things_on
from bidden.state import Side
from eventcore import APPLY, MODIFY, REACT, RESOLVE, Component, Entity, World, component, handles
from eventcore.time import StartTimer, StopTimer

_FEW: Final = 24
"""With up to this many enemies, look at each one; with more, search the tiles outwards."""


@component
class NearestFoe(Component):
    """Knows the enemies of each creature, and finds the nearest."""

    _sides: dict[Entity, str] = attrs.field(factory=dict, init=False, repr=False)
    _foes: dict[tuple[str, int], dict[Entity, Position]] = attrs.field(
        factory=dict, init=False, repr=False
    )

    @handles(WhichFoe, MODIFY, via="world")
    def find_the_nearest(self, question: WhichFoe, world: World) -> None:
        who = question.enactor
        here = who[Position]
        foes = self._foes_of(who, here.level, world)
        if foes:
            has_sight_of = world.root[Vision].has_sight_of
            look = _one_by_one if len(foes) <= _FEW else _around
            veils = veils_for(who, here.level, world)
            for foe in look(foes, here, question.radius, world):
                if foe.alive and has_sight_of(foes[foe], here, world):
                    there = foes[foe]
                    if veils and is_veiled(here, there.tile, veils):
                        continue
                    question.found = foe
                    return

    @handles(Arrive, APPLY, via="world")
    @handles(Leave, APPLY, via="world")
    def see_who_comes_and_goes(self, moving: Arrive | Leave, world: World) -> None:
        if Side in moving.enactor:
            self._forget()

    # At REACT, because a death without a component to apply it must fail instead.
    @handles(Die, REACT, via="world")
    def see_who_dies(self, die: Die, world: World) -> None:
        if Side in die.target:
            self._forget()

    # Directly after the timer has changed, so that nobody asks in between.
    @handles(StartTimer, APPLY + 1, via="world")
    @handles(StopTimer, APPLY + 1, via="world")
    def see_an_effect_change(self, change: StartTimer | StopTimer, world: World) -> None:
        """Forget the known enemies if the effect changes sides."""
        self._forget_if_it_changes_sides(change.kind, world)

    @handles(EffectMoment, RESOLVE, via="world")
    def see_an_effect_end(self, feel: EffectMoment, world: World) -> None:
        """Forget the known enemies if an effect that changes sides ends."""
        if feel.moment == "end":
            self._forget_if_it_changes_sides(feel.effect, world)

    def _forget_if_it_changes_sides(self, effect: str, world: World) -> None:
        kind = world.root[Effects].kinds.get(effect)
        if kind is not None and kind.side:
            self._forget()

    def _forget(self) -> None:
        self._foes.clear()
        self._sides.clear()

    def _foes_of(self, who: Entity, level: int, world: World) -> dict[Entity, Position]:
        sides = self._sides
        if not sides:
            for creature in world.roster(Side, Position):
                sides[creature] = side_of(world, creature)
        mine = sides.get(who, "")
        found = self._foes.get((mine, level))
        if found is None:
            found = self._foes[mine, level] = {
                creature: creature[Position]
                for creature, side in sides.items()
                if mine and side not in (mine, "") and creature[Position].level == level
            }
        return found


def _one_by_one(
    foes: dict[Entity, Position], here: Position, radius: int, _world: World
) -> Iterable[Entity]:
    near = []
    x, y = here.x, here.y
    for foe, there in foes.items():
        dx, dy = there.x - x, there.y - y
        distance = dx * dx + dy * dy
        if distance <= radius * radius:
            near.append((distance, foe.id, foe))
    near.sort()
    return [foe for _, _, foe in near]


def _around(
    foes: dict[Entity, Position], here: Position, radius: int, world: World
) -> Iterator[Entity]:
    """Like ``_one_by_one``, but search the tiles around the creature."""
    for ring in _rings(radius):
        found = [
            thing
            for dx, dy in ring
            for thing in things_on(here.x + dx, here.y + dy, here.level, world)
            if thing in foes
        ]
        yield from sorted(found, key=lambda foe: foe.id)


@lru_cache(maxsize=64)
def _rings(radius: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the tiles within a radius, nearest first, grouped by distance."""
    reach = range(-radius, radius + 1)
    rings: dict[int, list[tuple[int, int]]] = {}
    for dy in reach:
        for dx in reach:
            if dx * dx + dy * dy <= radius * radius:
                rings.setdefault(dx * dx + dy * dy, []).append((dx, dy))
    return tuple(tuple(rings[distance]) for distance in sorted(rings))
