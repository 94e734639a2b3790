"""Lurking: strike who comes near, and stay."""

from __future__ import annotations

from collections.abc import Iterator

from bidden.ai.situation import Situation
from bidden.components.movement.position import Position
from bidden.intents import Intent, Move

__all__ = ["lurk"]


def lurk(thought: Situation) -> Iterator[Intent]:
    """Strike a foe on a neighbouring tile."""
    if thought.goal is not None:
        here = thought.who[Position]
        dx, dy = thought.goal[0] - here.x, thought.goal[1] - here.y
        if max(abs(dx), abs(dy)) == 1:
            yield Move(dx, dy)
