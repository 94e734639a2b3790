"""Wandering: nowhere in particular."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.intents import Intent, Move, Wait
from bidden.state import Flying, Levels

_DRIFT: Final = (Move(0, -1), Move(0, 1), Move(-1, 0), Move(1, 0), Wait())
_FLIT: Final = tuple(Move(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


def wander(situation: Situation) -> Iterator[Intent]:
    """Take one of four directions, or wait (Bidden's drifting); over no edge."""
    drift = situation.world.stream("ai").pick(_DRIFT)
    yield Wait() if isinstance(drift, Move) and _leads_over_an_edge(drift, situation) else drift


def flit(situation: Situation) -> Iterator[Intent]:
    """Half of the time, dart in one of eight directions."""
    stream = situation.world.stream("ai")
    if stream.chance(1, 2):
        yield stream.pick(_FLIT)


def _leads_over_an_edge(step: Move, situation: Situation) -> bool:
    here = situation.who[Position]
    ground = situation.world.root[Levels].at(here.level)
    return Flying not in situation.who and ground.is_chasm(here.x + step.dx, here.y + step.dy)
