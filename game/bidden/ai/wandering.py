"""Wandering: nowhere in particular."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bidden.ai.situation import Thought
from bidden.intents import Intent, Rest, Walk

__all__ = ["flit", "wander"]

_DRIFT: Final = (Walk(0, -1), Walk(0, 1), Walk(-1, 0), Walk(1, 0), Rest())
_FLIT: Final = tuple(Walk(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


def wander(thought: Thought) -> Iterator[Intent]:
    """Take one of four directions, or wait (Bidden's drifting)."""
    yield thought.world.stream("ai").pick(_DRIFT)


def flit(thought: Thought) -> Iterator[Intent]:
    """Half of the time, dart in one of eight directions."""
    stream = thought.world.stream("ai")
    if stream.chance(1, 2):
        yield stream.pick(_FLIT)
