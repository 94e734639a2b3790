"""Torches: a burning torch meets water, gas and burnable ground."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.components.movement.position import Position
from bidden.components.things.torch import Torch
from bidden.events.ground import Drift, GoOut, Ignite, Lay, LightUp
from bidden.events.movement import Arrive, Move
from bidden.rules.ground.fire import burst_at, can_burn
from bidden.rules.ground.ground import Ground
from bidden.state import Flying
from eventcore import REACT, VALIDATE, Component, Entity, World, component, handles


@component
class Torches(Component):
    """Puts out torches in water, and lets them ignite what they fall on."""

    @handles(LightUp, VALIDATE, via="world")
    def refuse_in_the_water(self, lighting: LightUp, world: World) -> None:
        if _is_wet(lighting.enactor, world):
            lighting.fail("wet")

    # Before fire harms the walker, and before the step is noticed.
    @handles(Move, REACT - 4, via="world")
    def carry_it_there(self, move: Move, world: World) -> None:
        """Extinguish a torch that is carried into water. Burst explosive gas that it reaches."""
        for torch in move.enactor.owned:
            if Torch in torch and torch[Torch].lit:
                self._meet(move.enactor, torch, world)

    @handles(Arrive, REACT - 4, via="world")
    def fall_there(self, arrival: Arrive, world: World) -> None:
        """Extinguish a torch that falls into water. Otherwise, ignite the ground."""
        torch = arrival.enactor
        if Torch in torch and torch[Torch].lit:
            cause = arrival.cause
            by = torch if cause is None or not cause.enactor.alive else cause.enactor
            if not self._meet(by, torch, world):
                here = torch[Position]
                if can_burn(here.level, here.tile, world):
                    world.publish(Ignite(by, here.level, here.x, here.y))

    @handles(Lay, REACT - 4, via="world")
    def be_flooded(self, lay: Lay, world: World) -> None:
        for torch in _burning(lay.level, world):
            if _is_wet(torch, world):
                world.publish(GoOut(lay.enactor, torch))

    # Before gas explodes in other flames, at REACT.
    @handles(Drift, REACT - 2, via="world")
    def burst_what_drifts_there(self, drift: Drift, world: World) -> None:
        """Burst explosive gas that drifts to a burning torch."""
        for torch in _burning(drift.level, world):
            place = torch[Torch].place
            by = torch if torch.owner is None else torch.owner
            if place is not None:
                burst_at(by, place.level, place.tile, world)

    def _meet(self, by: Entity, torch: Entity, world: World) -> bool:
        """Meet water and gas. Return whether the torch went out."""
        place = torch[Torch].place
        if place is None:
            return False
        if _is_wet(torch if torch.owner is None else torch.owner, world):
            return world.publish(GoOut(by, torch)).done
        burst_at(by, place.level, place.tile, world)
        return False


def _burning(level: int, world: World) -> Iterator[Entity]:
    for torch in world.roster(Torch):
        place = torch[Torch].place
        if torch[Torch].lit and place is not None and place.level == level:
            yield torch


def _is_wet(thing: Entity, world: World) -> bool:
    here = thing.get(Position)
    if here is None or Flying in thing:
        return False
    kind = world.root[Ground].kind_of(here.level, here.tile)
    return kind is not None and kind.wet
