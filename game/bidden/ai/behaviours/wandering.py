"""Wandering without a goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.intents import Intent, Move, Wait
from bidden.rules.ground.dangers import danger_of

_DRIFT: Final = (Move(0, -1), Move(0, 1), Move(-1, 0), Move(1, 0), Wait())
_FLIT: Final = tuple(Move(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


def wander(situation: Situation) -> Iterator[Intent]:
    """Take one of four directions, or wait (Bidden's drifting), but avoid harmful ground."""
    drift = situation.world.stream("ai").pick(_DRIFT)
    yield Wait() if isinstance(drift, Move) and _leads_into_harm(drift, situation) else drift


def flit(situation: Situation) -> Iterator[Intent]:
    """Half of the time, dart in one of eight directions, but avoid harmful ground."""
    stream = situation.world.stream("ai")
    if stream.chance(1, 2):
        dart = stream.pick(_FLIT)
        if not _leads_into_harm(dart, situation):
            yield dart


def _leads_into_harm(step: Move, situation: Situation) -> bool:
    here = situation.who[Position]
    tile = here.x + step.dx, here.y + step.dy
    return danger_of(situation.who, tile, situation.world) is not None
