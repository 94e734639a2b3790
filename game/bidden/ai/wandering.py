"""Wandering: nowhere in particular."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.situation import Situation
from bidden.intents import Intent, Move, Wait

_DRIFT: Final = (Move(0, -1), Move(0, 1), Move(-1, 0), Move(1, 0), Wait())
_FLIT: Final = tuple(Move(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


def wander(situation: Situation) -> Iterator[Intent]:
    """Take one of four directions, or wait (Bidden's drifting)."""
    yield situation.world.stream("ai").pick(_DRIFT)


def flit(situation: Situation) -> Iterator[Intent]:
    """Half of the time, dart in one of eight directions."""
    stream = situation.world.stream("ai")
    if stream.chance(1, 2):
        yield stream.pick(_FLIT)
